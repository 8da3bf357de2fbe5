import { isRecord } from "../../../base/json.ts";
import { pointerOf } from "../../../base/pointer.ts";
import type { MatchingRules, Part } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { regexOf } from "../regex/regex.ts";
import { stepsOf } from "./rule-tree.ts";

/** Reads every pattern of some rules, so that a broken one is reported even where no value meets it, and warns of those that only another dialect can read. */
export function findUnjudgedRegexes(rules: MatchingRules, partName: (part: Part) => string): Incompatibility[] {
  return (Object.entries(rules) as [Part, NonNullable<MatchingRules[Part]>][]).flatMap(([part, places]) =>
    Object.entries(places).flatMap(([place, { matchers }]) =>
      patternsIn(matchers)
        .filter((pattern) => !regexOf(pattern))
        .map(
          (pattern): Incompatibility => ({
            part: partName(part),
            pointer: pointerAt(part, place),
            relied: `a text that matches ${pattern}`,
            promised: "something that cannot be judged by this regex: its dialect is not understood here",
            isWarning: true,
          }),
        ),
    ),
  );
}

/** Every pattern of some matchers, and of the matchers in them. */
function patternsIn(matchers: unknown): string[] {
  if (Array.isArray(matchers)) return matchers.flatMap(patternsIn);
  if (!isRecord(matchers)) return [];
  const inner = Object.values(matchers).flatMap(patternsIn);
  return matchers.match === "regex" ? [String(matchers.regex), ...inner] : inner;
}

const pointerAt = (part: Part, place: string): string => {
  if (part === "body") return pointerOf(stepsOf(place).map((step) => step ?? "*"));
  return place === "" ? "" : pointerOf([place]);
};
