import { fieldsOf } from "../../../base/json.ts";
import type { Transition } from "../../../specs/install-machine.ts";
import type { Differences } from "../differences/differences.ts";
import { canonical } from "../documents/canonical.ts";
import {
  below,
  type DocumentPlace,
  type Fields,
  fieldsAt,
  listBelow,
  misfit,
  namedBelow,
  type PlacePair,
} from "../documents/place.ts";
import { namesIn, type ReportRow, rowReporter } from "./row-differences.ts";
import { compareTransition, inWords, type TransitionIn } from "./transitions.ts";

/** Compares the install machines of two versions: states, triggers and transitions. */
export function compareInstallMachines(around: PlacePair, differences: Differences): void {
  compareNamed(around, "state", differences, (old, fresh, report) => {
    if (old.linked !== fresh.linked)
      report("state-link-changed", `is ${fresh.linked ? "now" : "no longer"} a link`, "linked");
  });
  compareNamed(around, "trigger", differences, (old, fresh, report) => {
    for (const key of ["by", "operation", "limit"]) {
      const valueIn = (fields: Fields) => String(fields[key] ?? "left open");
      if (old[key] !== fresh[key])
        report("trigger-changed", `now has ${key} ${valueIn(fresh)} instead of ${valueIn(old)}`, key);
    }
  });
  compareTransitions(around, differences);
}

/** Compares states or triggers by their names. */
function compareNamed(
  { old, new: fresh }: PlacePair,
  kind: "state" | "trigger",
  differences: Differences,
  compare: (old: Fields, fresh: Fields, report: ReportRow) => void,
): void {
  const key = `${kind}s`;
  const [before, after] = [new Map(namedBelow(old, key)), new Map(namedBelow(fresh, key))];
  const around = { old: below(old, key) ?? old, new: below(fresh, key) ?? fresh };
  for (const name of namesIn(before.keys(), after.keys())) {
    const [oldPlace, newPlace] = [before.get(name), after.get(name)];
    const report = rowReporter(differences, { about: `The ${kind} ${name}`, old: oldPlace, new: newPlace, around });
    if (oldPlace && newPlace) compare(fieldsAt(oldPlace), fieldsAt(newPlace), report);
    else report(`${kind}-${oldPlace ? "removed" : "added"}`, oldPlace ? "is gone" : "is new");
  }
}

function compareTransitions({ old, new: fresh }: PlacePair, differences: Differences): void {
  const [before, after] = [transitionsOf(old), transitionsOf(fresh)];
  const around = { old: below(old, "transitions") ?? old, new: below(fresh, "transitions") ?? fresh };
  for (const id of namesIn(before.keys(), after.keys())) {
    const [oldRow, newRow] = [before.get(id), after.get(id)];
    const row = { about: `The transition ${id}`, old: oldRow?.place, new: newRow?.place, around };
    const report = rowReporter(differences, row);
    if (oldRow && newRow) compareTransition(oldRow, newRow, report);
    else if (oldRow) {
      const { transition } = oldRow;
      report(transition.open ? "open-transition-removed" : "transition-removed", `is gone: ${inWords(transition)}`);
    } else if (newRow) report("transition-added", `is new: ${inWords(newRow.transition)}`);
  }
  const kept = (rows: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>) =>
    [...rows.keys()].filter((id) => others.has(id));
  // The first row that fits holds, so their order matters.
  if (canonical(kept(before, after)) !== canonical(kept(after, before))) {
    const report = rowReporter(differences, { about: "The order of the transitions", ...around });
    report("transition-order-changed", "has changed");
  }
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

/** True if a row can be compared; another version may name other states, triggers and events. */
function isTransition(row: unknown): row is Transition {
  const { id, from, on, when, to, not = [], answers = [] } = fieldsOf(row);
  const areWords = [id, on, when].every((word) => typeof word === "string");
  return areWords && [from, not].every(isNames) && (isNames(to) || isKept(to)) && Array.isArray(answers);
}

const isKept = (to: unknown): boolean => to === "same" || to === "unknown";

/** The transitions of a machine by their ids, and where they stand. */
function transitionsOf(machine: DocumentPlace): Map<string, TransitionIn & { place: DocumentPlace }> {
  const states = namedBelow(machine, "states").map(([name]) => name);
  return new Map(
    listBelow(machine, "transitions").map((place) => {
      const { node } = place;
      if (!isTransition(node)) throw misfit(place, "a transition with id, from, on, when and to");
      return [node.id, { place, transition: node, states }];
    }),
  );
}
