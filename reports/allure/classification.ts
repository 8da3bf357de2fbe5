import type { Label, Link } from "allure-js-commons";
import type { ContractResult } from "../../record/contract-result.ts";
import type { RequirementResult } from "../../record/results.ts";
import { areaOf, areaTitle } from "../../specs/ledger/areas.ts";
import type { Level } from "../../specs/ledger.ts";

/** How Allure files a check, and what it links to. */
export interface Classification {
  labels: Label[];
  links: Link[];
}

const severities: Record<Level, string> = { must: "critical", should: "minor", open: "trivial" };

/** A check of requirements: under the area of the first, as grave as the gravest, with a link to each. */
export function classifyRequirements(requirements: readonly RequirementResult[]): Classification {
  const [first] = requirements;
  const levels = requirements.map(({ level }) => level);
  const gravest = (["must", "should"] as const).find((level) => levels.includes(level)) ?? "open";
  return {
    labels: [
      ...(first ? [label("feature", areaTitle(areaOf(first.id))), label("story", `${first.id}: ${first.title}`)] : []),
      label("severity", severities[gravest]),
      ...requirements.map(({ id }) => label("tag", id)),
    ],
    links: requirements.map(({ id, title }) => linkTo(id, `${id}: ${title}`)),
  };
}

/** An interaction of a contract: under its consumer, with a link to each requirement that it rests on. */
export const classifyContract = ({ consumer, interaction, requirements }: ContractResult): Classification => ({
  labels: [
    label("feature", consumer),
    label("story", interaction),
    label("severity", severities.must),
    ...requirements.map((id) => label("tag", id)),
  ],
  links: requirements.map((id) => linkTo(id, id)),
});

const label = (name: string, value: string): Label => ({ name, value });

const linkTo = (id: string, name: string): Link => ({ type: "tms", name, url: `index.html#${id}` });
