import { isRecord } from "../../base/json.ts";
import type { Matcher, MatchingRule, MatchingRules, Part } from "./interaction.ts";
import { Unreadable } from "./unreadable.ts";

/** Every matcher of the Pact specification, with its required parameters and their types. */
const matchers: Record<string, Readonly<Record<string, "string" | "number" | "array">>> = {
  equality: {},
  regex: { regex: "string" },
  type: {},
  min: { min: "number" },
  max: { max: "number" },
  "min-type": { min: "number" },
  "max-type": { max: "number" },
  "min-max-type": { min: "number", max: "number" },
  timestamp: {},
  datetime: {},
  date: {},
  time: {},
  include: { value: "string" },
  number: {},
  integer: {},
  decimal: {},
  boolean: {},
  null: {},
  contentType: { value: "string" },
  "content-type": { value: "string" },
  values: {},
  arrayContains: { variants: "array" },
  "array-contains": { variants: "array" },
  notEmpty: {},
  semver: {},
  statusCode: {},
  eachKey: {},
  "each-key": {},
  eachValue: {},
  "each-value": {},
  atLeast: {},
  atMost: {},
  "ignore-order": {},
  "min-ignore-order": { min: "number" },
  "max-ignore-order": { max: "number" },
  "min-max-ignore-order": { min: "number", max: "number" },
};

/** The names of the parts in all versions of the Pact specification. */
const parts: Record<string, Part> = {
  body: "body",
  content: "body",
  contents: "body",
  header: "header",
  headers: "header",
  query: "query",
  path: "path",
  status: "status",
  metadata: "metadata",
};

const partCalled = (name: string): Part | undefined => (Object.hasOwn(parts, name) ? parts[name] : undefined);

/** Reads matching rules, of version 2 (`$.body.id`) and of version 3 and later (`body`, then `$.id`). */
export function readRules(written: unknown): MatchingRules {
  const rules: Partial<Record<Part, Record<string, MatchingRule>>> = {};
  const add = (part: Part, place: string, rule: MatchingRule) => {
    // A place may be called `__proto__`, which is no place of an object that has no prototype.
    const own = (rules[part] ??= Object.create(null) as Record<string, MatchingRule>);
    own[place] = rule;
  };
  if (written === undefined || written === null) return rules;
  if (!isRecord(written)) throw new Unreadable("matchingRules: expected an object");
  for (const [key, value] of Object.entries(written)) {
    if (key.startsWith("$")) {
      const { part, place } = splitPath(key);
      add(part, place, { matchers: [readMatcher(value, key)], combine: "AND" });
      continue;
    }
    const part = partCalled(key);
    if (!part) throw new Unreadable(`matchingRules.${key}: there is no such part`);
    if (!isRecord(value)) throw new Unreadable(`matchingRules.${key}: expected an object`);
    const isWhole = part === "path" || part === "status";
    if (isWhole && "matchers" in value) add(part, "", readRule(value, key));
    else
      for (const [place, rule] of Object.entries(value))
        add(part, placeIn(part, place), readRule(rule, `${key}.${place}`));
  }
  return rules;
}

/** The part and the place that a path of version 2 names; steps may be written in brackets, as Ruby's library does. */
function splitPath(path: string): { part: Part; place: string } {
  const {
    name = "",
    quoted = "",
    rest = "",
  } = /^\$(?:\.(?<name>\w+)|\[(?<q>['"])(?<quoted>\w+)\k<q>\])(?<rest>.*)$/s.exec(path)?.groups ?? {};
  const part = partCalled(name || quoted);
  if (!part) throw new Unreadable(`matchingRules.${path}: there is no such part`);
  return { part, place: placeIn(part, part === "body" ? `$${rest}` : rest) };
}

/** A name, with or without `$`, in brackets or not, and which of its values is meant. */
const namedPlace = /^(?:\$?\.|\$(?=\[))?(?:\[(?<q>['"])(?<quoted>.+?)\k<q>\]|(?<plain>.+?))(?:\[(?<index>\d+|\*)\])?$/s;

/** A place as every library's spelling of it is kept: path and status have one rule, and the first value of a name is the name itself. */
function placeIn(part: Part, written: string): string {
  if (part === "body") return written;
  if (part === "path" || part === "status") return "";
  const { quoted, plain = written, index = "0" } = namedPlace.exec(written)?.groups ?? {};
  const name = quoted ?? plain;
  return Number(index) > 0 ? `${name}[${index}]` : name;
}

function readRule(value: unknown, where: string): MatchingRule {
  if (!isRecord(value)) throw new Unreadable(`matchingRules.${where}: expected an object`);
  const list = "matchers" in value ? value.matchers : [value];
  if (!Array.isArray(list)) throw new Unreadable(`matchingRules.${where}.matchers: expected an array`);
  return {
    matchers: list.map((matcher) => readMatcher(matcher, where)),
    combine: value.combine === "OR" ? "OR" : "AND",
  };
}

function readMatcher(value: unknown, where: string): Matcher {
  if (!isRecord(value)) throw new Unreadable(`matchingRules.${where}: expected a matcher, which is an object`);
  const name = value.match ?? ["regex", "min", "max", "timestamp", "date", "time"].find((key) => key in value);
  if (typeof name !== "string") throw new Unreadable(`matchingRules.${where}: a matcher has no \`match\``);
  if (!Object.hasOwn(matchers, name)) {
    throw new Unreadable(`matchingRules.${where}: there is no matcher ${JSON.stringify(name)}`);
  }
  for (const [key, type] of Object.entries(matchers[name] ?? {})) {
    const found = Array.isArray(value[key]) ? "array" : typeof value[key];
    const article = type === "array" ? "an" : "a";
    if (found !== type)
      throw new Unreadable(`matchingRules.${where}: the matcher ${name} needs ${key}, ${article} ${type}`);
  }
  return { ...value, match: name };
}
