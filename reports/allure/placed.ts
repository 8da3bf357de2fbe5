import type { Label, Link } from "allure-js-commons";
import type { RequirementResult } from "../../record/results.ts";
import { areaOf, areaTitle } from "../../specs/areas.ts";
import type { Level } from "../../specs/ledger.ts";

const severities: Record<Level, string> = { must: "critical", should: "minor", open: "trivial" };

/** Where a check stands in Allure. */
export interface Placed {
  labels: Label[];
  links: Link[];
}

/** Where requirements stand: their area, the first of them, how grave it is, and a link to the text of each. */
export function placed(requirements: readonly RequirementResult[]): Placed {
  const [first] = requirements;
  const gravest =
    (["must", "should"] as const).find((level) => requirements.some((one) => one.level === level)) ?? "open";
  return {
    labels: [
      ...(first
        ? [
            { name: "feature", value: areaTitle(areaOf(first.id)) },
            { name: "story", value: `${first.id}: ${first.title}` },
          ]
        : []),
      { name: "severity", value: severities[gravest] },
      ...requirements.map(({ id }) => ({ name: "tag", value: id })),
    ],
    links: requirements.map(({ id, title }) => ({ type: "tms", name: `${id}: ${title}`, url: `index.html#${id}` })),
  };
}
