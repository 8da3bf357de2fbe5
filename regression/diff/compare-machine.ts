import { below, canonical, fieldsOf, listBelow, misfit, namedBelow, type Place } from "../../base/place.ts";
import type { Transition } from "../../specs/install-machine.ts";
import type { Findings } from "./findings.ts";
import type { PlainRule } from "./rules.ts";

type Tell = (rule: PlainRule, says: string, at?: string) => void;
interface Row {
  place: Place;
  row: Transition;
}

/** Compares the install machines of two versions: states, triggers and rows. */
export function compareMachine(old: Place, fresh: Place, findings: Findings): void {
  compareNamed(old, fresh, "states", "state", findings, (one, other, tell) => {
    if (one.linked !== other.linked)
      tell("state-link-changed", `is ${other.linked ? "" : "no longer "}a link now`, "linked");
  });
  compareNamed(old, fresh, "triggers", "trigger", findings, (one, other, tell) => {
    for (const key of ["by", "operation", "limit"]) {
      if (one[key] !== other[key]) {
        tell(
          "trigger-changed",
          `has ${key} ${String(other[key] ?? "left open")} now, and before ${String(one[key] ?? "left open")}`,
          key,
        );
      }
    }
  });
  const [before, after] = [rowsOf(old), rowsOf(fresh)];
  const told =
    (id: string, one?: Row, other?: Row): Tell =>
    (rule, says, at = "") =>
      findings.tell({
        rule,
        about: `The transition ${id}`,
        says,
        old: one ? (below(one.place, at) ?? one.place) : (below(old, "transitions") ?? old),
        new: other ? (below(other.place, at) ?? other.place) : (below(fresh, "transitions") ?? fresh),
      });
  for (const [id, one] of before) {
    const other = after.get(id);
    if (other) compareRow(one.row, other.row, told(id, one, other));
    else told(id, one)(one.row.open ? "open-transition-removed" : "transition-removed", `is gone: ${inWords(one.row)}`);
  }
  for (const [id, other] of after) {
    if (!before.has(id)) told(id, undefined, other)("transition-added", `is new: ${inWords(other.row)}`);
  }
  const kept = (one: Map<string, Row>, other: Map<string, Row>) => [...one.keys()].filter((id) => other.has(id));
  if (canonical(kept(before, after)) !== canonical(kept(after, before))) {
    // The first row that fits holds.
    findings.tell({
      rule: "transition-order-changed",
      about: "The order of the transitions",
      says: "is another now",
      old: below(old, "transitions"),
      new: below(fresh, "transitions"),
    });
  }
}

function compareNamed(
  old: Place,
  fresh: Place,
  key: "states" | "triggers",
  kind: "state" | "trigger",
  findings: Findings,
  compare: (one: Record<string, unknown>, other: Record<string, unknown>, tell: Tell) => void,
): void {
  const [before, after] = [new Map(namedBelow(old, key)), new Map(namedBelow(fresh, key))];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(name), after.get(name)];
    const tell: Tell = (rule, says, at = "") =>
      findings.tell({
        rule,
        about: `The ${kind} ${name}`,
        says,
        old: one ? (below(one, at) ?? one) : (below(old, key) ?? old),
        new: other ? (below(other, at) ?? other) : (below(fresh, key) ?? fresh),
      });
    if (one && other) compare(fieldsOf(one), fieldsOf(other), tell);
    else if (one) tell(`${kind}-removed`, "is gone");
    else tell(`${kind}-added`, "is new");
  }
}

function rowsOf(machine: Place): Map<string, Row> {
  return new Map(
    listBelow(machine, "transitions").map((place) => {
      const row = fieldsOf(place) as unknown as Transition;
      if (typeof row.id !== "string" || !Array.isArray(row.from)) throw misfit(place, "a transition with id and from");
      return [row.id, { place, row }];
    }),
  );
}

const inWords = ({ from, on, when, to }: Transition): string =>
  `${from.join(" or ")}, on ${on}, ${when}: ${[to].flat().join(" or ")}`;

function compareRow(old: Transition, fresh: Transition, tell: Tell): void {
  if (old.on !== fresh.on)
    tell("transition-trigger-changed", `happens on ${fresh.on} now, and before on ${old.on}`, "on");
  if (old.when !== fresh.when)
    tell("transition-guard-changed", `happens when "${fresh.when}" now, and before when "${old.when}"`, "when");
  for (const state of old.from)
    if (!fresh.from.includes(state)) tell("transition-start-removed", `no longer starts from ${state}`, "from");
  for (const state of fresh.from)
    if (!old.from.includes(state)) tell("transition-start-added", `starts also from ${state} now`, "from");
  if (!old.open && fresh.open) tell("transition-left-open", "is left open now", "open");
  if (old.open && !fresh.open) tell("transition-settled", "is no longer left open", "open");
  compareSets("transition-result", "to", results(old), results(fresh), tell);
  compareSets("transition-answer", "answers", old.answers?.map(String), fresh.answers?.map(String), tell);
  if (old.emits !== fresh.emits) {
    if (old.emits) tell("transition-event-removed", `no longer sends ${old.emits}`, "emits");
    if (fresh.emits) tell("transition-event-added", `sends ${fresh.emits} now`, "emits");
  }
  if (old.restarts !== fresh.restarts) {
    if (old.restarts) tell("transition-restart-removed", `no longer restarts ${old.restarts}`, "restarts");
    if (fresh.restarts) tell("transition-restart-added", `restarts ${fresh.restarts} now`, "restarts");
  }
}

const states = ["uninstalled", "pending", "active", "freezed"];

/** Every state that a row allows afterwards; undefined where it keeps the one before, which is a promise of its own. */
function results({ to, not = [], from }: Transition): string[] {
  if (to === "same") return from.length === 1 ? from : ["the same state"];
  return to === "unknown" ? states.filter((state) => !not.includes(state as never)) : to;
}

/** Sets of what may come; undefined is anything at all. More than before surprises a partner, less does not. */
function compareSets(
  rule: "transition-result" | "transition-answer",
  key: string,
  before: string[] | undefined,
  after: string[] | undefined,
  tell: Tell,
): void {
  const come = before ? (after?.filter((one) => !before.includes(one)) ?? ["anything"]) : [];
  const gone = after ? (before?.filter((one) => !after.includes(one)) ?? ["anything"]) : [];
  if (come.length + gone.length === 0) return;
  const change = gone.length === 0 ? "widened" : come.length === 0 ? "narrowed" : "changed";
  const spell = (set: string[] | undefined) => set?.join(" or ") ?? "anything";
  const what = key === "to" ? "leads to" : "answers";
  tell(`${rule}-${change}`, `${what} ${spell(after)} now, and before ${spell(before)}`, key);
}
