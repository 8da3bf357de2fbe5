import { isRecord } from "../../base/json.ts";
import type { Matcher, Part, Rule, Rules } from "./interaction.ts";

/** Every matcher of the Pact specification, with the parameters that it cannot do without and their types. */
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
};

/** The names that the versions of the Pact specification have for the parts. */
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

/** Something in an interaction that is not as the Pact specification has it. */
export class Unreadable extends Error {}

/** Reads matching rules, of version 2 (`$.body.id`) and of version 3 and later (`body`, then `$.id`). */
export function readRules(written: unknown): Rules {
  const rules: Partial<Record<Part, Record<string, Rule>>> = {};
  const add = (part: Part, place: string, rule: Rule) => {
    rules[part] = { ...rules[part], [place]: rule };
  };
  if (written === undefined || written === null) return rules;
  if (!isRecord(written)) throw new Unreadable("matchingRules: this is no object");
  for (const [key, value] of Object.entries(written)) {
    if (key.startsWith("$")) {
      const { part, place } = ofPath(key);
      add(part, place, { matchers: [readMatcher(value, key)], combine: "AND" });
      continue;
    }
    const part = parts[key];
    if (!part) throw new Unreadable(`matchingRules.${key}: there is no such part`);
    if (!isRecord(value)) throw new Unreadable(`matchingRules.${key}: this is no object`);
    const isWhole = part === "path" || part === "status";
    // Path and status have one rule, which some libraries write at the place `$`.
    if (isWhole && "matchers" in value) add(part, "", readRule(value, key));
    else
      for (const [place, one] of Object.entries(value))
        add(part, isWhole ? "" : place, readRule(one, `${key}.${place}`));
  }
  return rules;
}

/** The part and the place that a path of version 2 means. */
function ofPath(path: string): { part: Part; place: string } {
  const [, name = "", rest = ""] = /^\$\.(\w+)(.*)$/s.exec(path) ?? [];
  const part = parts[name];
  if (!part) throw new Unreadable(`matchingRules.${path}: there is no such part`);
  if (part === "body") return { part, place: `$${rest}` };
  return { part, place: rest.replace(/^\.|^\['|'\]$/g, "").replace(/(\[\d+\]|\[\*\])$/, "") };
}

function readRule(value: unknown, where: string): Rule {
  if (!isRecord(value)) throw new Unreadable(`matchingRules.${where}: this is no object`);
  const list = "matchers" in value ? value.matchers : [value];
  if (!Array.isArray(list)) throw new Unreadable(`matchingRules.${where}.matchers: this is no array`);
  return {
    matchers: list.map((one) => readMatcher(one, where)),
    combine: value.combine === "OR" ? "OR" : "AND",
  };
}

function readMatcher(value: unknown, where: string): Matcher {
  if (!isRecord(value)) throw new Unreadable(`matchingRules.${where}: a matcher is no object`);
  const name = value.match ?? ["regex", "min", "max", "timestamp", "date", "time"].find((key) => key in value);
  if (typeof name !== "string") throw new Unreadable(`matchingRules.${where}: a matcher has no \`match\``);
  if (!Object.hasOwn(matchers, name)) {
    throw new Unreadable(`matchingRules.${where}: there is no matcher ${JSON.stringify(name)}`);
  }
  for (const [key, type] of Object.entries(matchers[name] ?? {})) {
    const found = Array.isArray(value[key]) ? "array" : typeof value[key];
    if (found !== type) throw new Unreadable(`matchingRules.${where}: the matcher ${name} needs ${key}, a ${type}`);
  }
  return { ...value, match: name };
}
