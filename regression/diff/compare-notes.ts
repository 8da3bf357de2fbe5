import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { canonical } from "../../base/place.ts";
import { effectBetween, type Notebook } from "./schema-pairs.ts";
import type { SchemaSet } from "./schema-sets.ts";
import type { View } from "./schema-view.ts";

/** What a schema says besides which values it allows: defaults, deprecation, discriminator, and the project's own extensions. */
export function compareNotes(old: View, fresh: View, notes: Notebook): void {
  for (const [keyword, added, changed, removed] of facts) {
    const [before, after] = [old.all(keyword)[0], fresh.all(keyword)[0]];
    const [one, other] = [before && canonical(before.node), after && canonical(after.node)];
    if (one === other) continue;
    if (one === undefined) notes.say(added[0], `${added[1]} ${other}`, keyword);
    else if (other === undefined) notes.say(removed[0], `${removed[1]} ${one}`, keyword);
    else notes.say(changed[0], `${changed[1]} ${other}, and before ${one}`, keyword);
  }
  if (!old.isTrue("deprecated") && fresh.isTrue("deprecated")) {
    notes.say("value-deprecated", "is deprecated now", "deprecated");
  } else if (old.isTrue("deprecated") && !fresh.isTrue("deprecated")) {
    notes.say("value-no-longer-deprecated", "is no longer deprecated", "deprecated");
  }
  compareDiscriminator(old, fresh, notes);
  compareCodes(old, fresh, notes);
}

type Fact = [change: Parameters<Notebook["say"]>[0], says: string];

/** Keywords that are compared as a whole. */
const facts: [keyword: string, added: Fact, changed: Fact, removed: Fact][] = [
  [
    "default",
    ["default-added", "has a default now:"],
    ["default-changed", "has another default now:"],
    ["default-removed", "no longer has the default"],
  ],
  [
    "xml",
    ["xml-changed", "is written in XML as"],
    ["xml-changed", "is written in XML as"],
    ["xml-changed", "is no longer written in XML as"],
  ],
  [
    "x-present-when",
    ["presence-condition-added", "is there only under a condition now:"],
    ["presence-condition-changed", "is there under another condition now:"],
    ["presence-condition-removed", "is no longer there only under the condition"],
  ],
  [
    "x-holds-while",
    ["promise-condition-added", "is promised only under a condition now:"],
    ["promise-condition-changed", "is promised under another condition now:"],
    ["promise-condition-removed", "is no longer promised only under the condition"],
  ],
];

function compareDiscriminator(old: View, fresh: View, notes: Notebook): void {
  const read = (view: View) => {
    const found = view.first("discriminator");
    return isRecord(found) ? found : undefined;
  };
  const [before, after] = [read(old), read(fresh)];
  const say = (change: Parameters<Notebook["say"]>[0], says: string) => notes.say(change, says, "discriminator");
  if (!before && after) say("discriminator-added", `is told apart by ${String(after.propertyName)} now`);
  if (before && !after) say("discriminator-removed", `is no longer told apart by ${String(before.propertyName)}`);
  if (!before || !after) return;
  if (before.propertyName !== after.propertyName) {
    say(
      "discriminator-changed",
      `is told apart by ${String(after.propertyName)} now, and before by ${String(before.propertyName)}`,
    );
  }
  const [one, other] = [before.mapping, after.mapping].map(
    (map) => new Map(Object.entries((map ?? {}) as Record<string, string>)),
  );
  // A mapping that only comes or goes leaves the names of the schemas as values.
  if (!one || !other || one.size === 0 || other.size === 0) return;
  const target = (reference: string | undefined) => reference?.split("/").at(-1);
  const isSameForm = (was: string, is = ""): boolean => {
    const [form, its] = [formOf(was, old, notes.old), formOf(is, fresh, notes.new)];
    return form !== undefined && its !== undefined && effectBetween(notes, form, its) === "none";
  };
  for (const [value, reference] of one) {
    if (!other.has(value)) say("discriminator-value-removed", `is no longer told apart by the value "${value}"`);
    else if (target(reference) !== target(other.get(value)) && !isSameForm(reference, other.get(value))) {
      say(
        "discriminator-value-changed",
        `means ${target(other.get(value))} by "${value}" now, and before ${target(reference)}`,
      );
    }
  }
  for (const value of other.keys()) {
    if (!one.has(value)) say("discriminator-value-added", `is also told apart by the value "${value}" now`);
  }
}

/** The schema that a mapping names, by a reference or by its name alone. */
function formOf(named: string, view: View, side: Notebook["old"]): SchemaSet | undefined {
  const $ref = /[#/.]/.test(named) ? named : `#/components/schemas/${named}`;
  try {
    return side.sets.of({ ...view.at("discriminator"), node: { $ref } });
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Codes that stand somewhere in a body of unknown shape. */
function compareCodes(old: View, fresh: View, notes: Notebook): void {
  const codes = (view: View) =>
    new Set(Object.values((view.first("x-names") ?? {}) as Record<string, string[]>).flat());
  const [before, after] = [codes(old), codes(fresh)];
  for (const code of before)
    if (!after.has(code)) notes.say("code-removed", `no longer names the code ${code}`, "x-names");
  for (const code of after) if (!before.has(code)) notes.say("code-added", `names a new code ${code}`, "x-names");
}
