import type { Transition } from "../../../specs/install-machine.ts";
import type { ReportRow } from "./row-differences.ts";

/** A transition, and every state of its machine. */
export interface TransitionIn {
  transition: Transition;
  states: readonly string[];
}

/** A transition in words. */
export const inWords = ({ from, on, when, to }: Transition): string =>
  `${from.join(" or ")}, on ${on}, ${when}: ${[to].flat().join(" or ")}`;

/** Compares two versions of one transition. */
export function compareTransition(oldIn: TransitionIn, newIn: TransitionIn, report: ReportRow): void {
  const [old, fresh] = [oldIn.transition, newIn.transition];
  if (old.on !== fresh.on)
    report("transition-trigger-changed", `now happens on ${fresh.on} instead of ${old.on}`, "on");
  if (old.when !== fresh.when)
    report("transition-guard-changed", `now happens when "${fresh.when}" instead of "${old.when}"`, "when");
  for (const state of old.from)
    if (!fresh.from.includes(state)) report("transition-start-removed", `no longer starts from ${state}`, "from");
  for (const state of fresh.from)
    if (!old.from.includes(state)) report("transition-start-added", `now also starts from ${state}`, "from");
  if (!old.open && fresh.open) report("transition-left-open", "is now left open", "open");
  if (old.open && !fresh.open) report("transition-settled", "is no longer left open", "open");
  compareSets({ rule: "transition-result", verb: "leads to", key: "to" }, resultsOf(oldIn), resultsOf(newIn), report);
  const answersOf = ({ answers }: Transition) => answers?.map(String);
  const answers = { rule: "transition-answer", verb: "answers", key: "answers" } as const;
  compareSets(answers, answersOf(old), answersOf(fresh), report);
  if (old.emits !== fresh.emits) {
    if (old.emits) report("transition-event-removed", `no longer sends ${old.emits}`, "emits");
    if (fresh.emits) report("transition-event-added", `now sends ${fresh.emits}`, "emits");
  }
  if (old.restarts !== fresh.restarts) {
    if (old.restarts) report("transition-restart-removed", `no longer restarts ${old.restarts}`, "restarts");
    if (fresh.restarts) report("transition-restart-added", `now restarts ${fresh.restarts}`, "restarts");
  }
}

/** Every state that a transition may lead to; to keep the state is a promise of its own where there are several to start from. */
function resultsOf({ transition: { to, not = [], from }, states }: TransitionIn): string[] {
  if (to === "same") return from.length === 1 ? from : ["the same state"];
  return to === "unknown" ? states.filter((state) => !not.includes(state as never)) : to;
}

interface OutcomeSet {
  rule: "transition-result" | "transition-answer";
  verb: string;
  key: string;
}

/** Sets of what may come; undefined is anything at all. More than before surprises a partner, less does not. */
function compareSets(
  { rule, verb, key }: OutcomeSet,
  before: string[] | undefined,
  after: string[] | undefined,
  report: ReportRow,
): void {
  const added = before ? (after?.filter((item) => !before.includes(item)) ?? ["anything"]) : [];
  const removed = after ? (before?.filter((item) => !after.includes(item)) ?? ["anything"]) : [];
  if (added.length + removed.length === 0) return;
  const spell = (set: string[] | undefined) => set?.join(" or ") ?? "anything";
  const says = `now ${verb} ${spell(after)} instead of ${spell(before)}`;
  if (removed.length === 0) report(`${rule}-widened`, says, key);
  else if (added.length === 0) report(`${rule}-narrowed`, says, key);
  else report(`${rule}-changed`, says, key);
}
