import type { FindLine } from "../../base/files/line-finder.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import { folded, plain } from "../markdown-text.ts";
import { sarifText } from "../sarif.ts";
import { diffMarkdown } from "./diff-markdown.ts";
import type { DiffResults } from "./diff-results.ts";
import { describeRule, diffFindings } from "./diff-sarif.ts";
import { diffText } from "./diff-text.ts";
import { impactMarkdown } from "./impact-markdown.ts";
import type { ImpactResults } from "./impact-results.ts";
import { impactFindings } from "./impact-sarif.ts";
import { impactText } from "./impact-text.ts";

/** The output of `assay can-i-deploy --json`; docs/schemas/deploy.schema.json describes it. */
export interface DeployResults {
  format: "assay-deploy/1";
  verdict: "yes" | "no";
  /** Why not, each in a sentence. */
  reasons: string[];
  diff: DiffResults;
  impact: ImpactResults;
  /** Interactions that the new version does not promise for certain; where they did not hold before either, they keep no one. */
  contracts: ContractResult[];
}

/** Joins what the three judgements say: each of them can say no. */
export function deployResults(diff: DiffResults, impact: ImpactResults, contracts: ContractResult[]): DeployResults {
  const { breaking } = diff.counts;
  const { broken, broken_partners: partners, unread } = impact.counts;
  const reasons = [
    ...(breaking > 0 ? [`${counted(breaking, "breaking difference")} not approved`] : []),
    ...(broken > 0 ? [`${counted(broken, "expectation")} of ${counted(partners, "partner")} would break`] : []),
    ...(unread > 0 ? [`what could not be read may break too: ${unread}`] : []),
  ];
  return { format: "assay-deploy/1", verdict: reasons.length > 0 ? "no" : "yes", reasons, diff, impact, contracts };
}

/** Interactions that did not hold before either. */
const alreadyFailing = ({ contracts, impact }: DeployResults): ContractResult[] => {
  const broken = new Set(impact.broken.map(({ pact, pointer }) => `${pact}#${pointer}`));
  return contracts.filter(({ outcome, pact, pointer }) => outcome === "fail" && !broken.has(`${pact}#${pointer}`));
};

const line = ({ consumer, interaction, reason = "" }: ContractResult): string =>
  `${consumer}: ${interaction}: ${reason}`;

/** The page for a terminal. */
export function deployText(results: DeployResults, paint: Paint, findLine: FindLine): string {
  const { verdict, reasons, diff, impact } = results;
  const old = alreadyFailing(results);
  return [
    paint.bold("differences"),
    diffText(diff, paint, findLine),
    paint.bold("partners"),
    impactText(impact, paint, findLine),
    ...(old.length > 0
      ? [
          paint.bold("contracts that did not hold before either"),
          ...old.map((contract) => printable(line(contract))),
          "",
        ]
      : []),
    `can it be deployed? ${verdict === "yes" ? paint.green("yes") : paint.red("no")}`,
    ...reasons.map((reason) => `  ${reason}`),
    "",
  ].join("\n");
}

/** The page for a pull request. */
export function deployMarkdown(results: DeployResults): string {
  const { verdict, reasons, diff, impact } = results;
  const old = alreadyFailing(results);
  const inner = (markdown: string): string => markdown.replaceAll(/^##/gm, "###");
  return [
    `## ${verdict === "yes" ? "This version can be deployed" : "This version cannot be deployed"}`,
    "",
    ...reasons.map((reason) => `- ${reason}`),
    "",
    inner(diffMarkdown(diff)),
    inner(impactMarkdown(impact)),
    ...(old.length > 0
      ? folded(
          `Contracts that did not hold before either (${old.length})`,
          old.slice(0, 100).map((contract) => `- ${plain(line(contract))}`),
        )
      : []),
  ]
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

/** All that is reported as SARIF. */
export const deploySarif = ({ diff, impact }: DeployResults, findLine: FindLine): string =>
  sarifText([...diffFindings(diff, findLine), ...impactFindings(impact, findLine)], describeRule);
