import type { Exchange } from "../../../../harness/exchange.ts";
import type { InstallState, Transition, Trigger } from "../../../../specs/install-machine.ts";
import type { World } from "../../run/world.ts";
import { everyState, type KnownFacts, type LinkModel, statesAfter } from "./link-model.ts";

/** A step that was taken: what triggered it, what is known of it, and the answer, if there was a request. */
export interface TakenStep {
  trigger: Trigger;
  facts: KnownFacts;
  exchange?: Exchange;
  /** The requirement that a wrong answer breaks, where it is another than that of the row. */
  answerRequirement?: string;
}

/** One thing that a step may have done: a row of the machine, or anything where the text has no row. */
interface PossibleMove {
  from: InstallState;
  row: Transition | undefined;
}

/** Moves a link on: whatever cannot have happened, by the answer, is ruled out; if nothing is left, a requirement is broken. */
export function move(world: World, model: LinkModel, step: TakenStep): void {
  const { trigger, facts, exchange } = step;
  const moves = model.rowsFor(trigger, facts).flatMap(({ from, rows }): PossibleMove[] => {
    return rows.length > 0 ? rows.map((row) => ({ from, row })) : [{ from, row: undefined }];
  });
  const status = exchange?.response.status;
  const possible = moves.filter(({ row }) => status === undefined || !row?.answers || row.answers.includes(status));
  checkAnswer(world, moves, possible.length > 0, step);
  noteRow(world, model, possible.length > 0 ? possible : moves);
  const before = model.onlyState;
  model.states = new Set(
    possible.length > 0 ? possible.flatMap(({ from, row }) => statesAfter(row, from)) : everyState,
  );
  if (trigger === "uninstall" || trigger === "disable") model.hasEnded = true;
  noteChange(model, before);
}

/** Judges the answer, where every row that may apply promises one. */
function checkAnswer(
  world: World,
  moves: readonly PossibleMove[],
  isPossible: boolean,
  { exchange, answerRequirement }: TakenStep,
): void {
  const requirement = moves[0]?.row?.requirement;
  if (!exchange || !requirement || !moves.every(({ row }) => row?.answers)) return;
  const promised = [...new Set(moves.flatMap(({ row }) => row?.answers ?? []))];
  world.check(answerRequirement ?? requirement, isPossible, {
    exchange,
    found: `the status ${exchange.response.status}`,
    expected: promised.join(" or "),
  });
}

/** Writes down which row was taken, where only one can have been. */
function noteRow(world: World, model: LinkModel, moves: readonly PossibleMove[]): void {
  const rows = new Set(moves.map(({ row }) => row));
  const [row] = rows;
  if (rows.size !== 1 || !row) {
    model.blamed = moves.find((possible) => possible.row)?.row?.requirement ?? model.blamed;
    return;
  }
  world.journal.write({ kind: "transition", id: row.id, after: model.lastRow });
  model.lastRow = row.id;
  model.blamed = row.requirement;
}

/** Notes what follows from a step, as far as it is certain. */
function noteChange(model: LinkModel, before: InstallState | undefined): void {
  model.readBy = undefined;
  const after = model.onlyState;
  if (before && after) {
    if (before !== after) model.changes.push([before, after]);
  } else {
    model.changes = [];
    model.createdAt = undefined;
  }
  if (model.states.has("active")) model.wasActive = true;
}
