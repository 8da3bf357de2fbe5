import type { Exchange } from "../../../../harness/exchange.ts";
import type { InstallState, Transition, Trigger } from "../../../../specs/install-machine.ts";
import type { World } from "../../run/world.ts";
import { everyState, type Facts, type Link, statesAfter } from "./link.ts";

/** A step that was taken: what triggered it, what is known of it, and the answer, if it was asked for. */
export interface Taken {
  trigger: Trigger;
  facts: Facts;
  exchange?: Exchange;
  /** The requirement that an answer breaks, where it is another than that of the row. */
  ofAnswer?: string;
}

interface Way {
  from: InstallState;
  row: Transition | undefined;
}

/** Moves a link on: whatever cannot have happened, by the answer, is ruled out; if nothing is left, a requirement is broken. */
export function move(world: World, link: Link, { trigger, facts, exchange, ofAnswer }: Taken): void {
  const ways: Way[] = link
    .rowsFor(trigger, facts)
    .flatMap(({ from, rows }): Way[] =>
      rows.length > 0 ? rows.map((row) => ({ from, row })) : [{ from, row: undefined }],
    );
  const status = exchange?.response.status;
  const possible = ways.filter(({ row }) => status === undefined || !row?.answers || row.answers.includes(status));
  const [only] = ways;
  if (exchange && only?.row?.answers && ways.every(({ row }) => row?.answers)) {
    const promised = [...new Set(ways.flatMap(({ row }) => row?.answers ?? []))];
    const requirement = ofAnswer ?? only.row.requirement;
    world.holds(requirement, exchange, possible.length > 0, `the status ${status}`, promised.join(" or "));
  }
  const taken = possible.length > 0 ? possible : ways;
  note(world, link, taken);
  const before = [...link.states];
  link.states = new Set(possible.length > 0 ? possible.flatMap(({ from, row }) => statesAfter(row, from)) : everyState);
  if (trigger === "uninstall" || trigger === "disable") link.hasEnded = true;
  follow(link, before);
}

/** Writes down which row was taken, where only one can have been. */
function note(world: World, link: Link, ways: Way[]): void {
  const rows = new Set(ways.map(({ row }) => row));
  const [row] = rows;
  if (rows.size !== 1 || !row) {
    link.blame = ways.find((way) => way.row)?.row?.requirement ?? link.blame;
    return;
  }
  world.takes(row.id, link.lastRow);
  link.lastRow = row.id;
  link.blame = row.requirement;
}

/** Keeps in mind what follows from a change, as far as it is certain. */
function follow(link: Link, before: InstallState[]): void {
  link.readAt = undefined;
  const [from, to] = [before.length === 1 ? before[0] : undefined, link.isCertain ? [...link.states][0] : undefined];
  if (from && to) {
    if (from !== to) link.changes.push([from, to]);
  } else {
    link.changes = [];
    link.createdAt = undefined;
  }
  if (link.states.has("active")) link.wasActive = true;
}

/** Rules out every state that does not read like this; if none is left, what led here is to blame. */
export function observe(world: World, link: Link, exchange: Exchange, word: unknown, address: string): void {
  const fitting = [...link.states].filter((state) => (state === "uninstalled" ? word !== "active" : word === state));
  const found =
    word === undefined ? `the status ${exchange.response.status}` : `a link that is ${JSON.stringify(word)}`;
  const expected = `a link that is ${[...link.states].map((state) => (state === "uninstalled" ? "not there" : `"${state}"`)).join(" or ")}`;
  // Where the other address has just told otherwise, it is the two that do not agree.
  const requirement = link.readAt !== undefined && link.readAt !== address ? "INST-26" : link.blame;
  const wasKnown = link.states.size < everyState.length;
  if (wasKnown)
    world.holds(requirement, exchange, fitting.length > 0, found, expected, "/data/connection_status/status");
  // After a surprise the link is taken as it reads, so that one fault is not told again and again.
  const now = fitting.length > 0 ? fitting : everyState.filter((state) => state === word);
  if (fitting.length === 0) link.changes = [];
  link.states = new Set(now.length > 0 ? now : everyState);
  if (link.is("active")) link.wasActive = true;
  // Where the status tells of no link any more, a grant begins anew.
  if (link.hasEnded && (word === "uninstalled" || exchange.response.status === 404)) {
    link.states = new Set(["uninstalled"]);
    link.hasEnded = false;
    link.granted = undefined;
  }
  link.readAt = address;
}
