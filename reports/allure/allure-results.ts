import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { type Label, Stage, Status, type StepResult, type TestResult } from "allure-js-commons";
import { FileSystemWriter } from "allure-js-commons/sdk/reporter";
import type { ContractResult } from "../../harness/contract-result.ts";
import type { RecordedExchange, RecordedFinding } from "../../harness/journal.ts";
import type { Level } from "../../specs/ledger.ts";
import { areaOf, titleOf } from "../areas.ts";
import type { Outcome, RequirementResult, Results } from "../results.ts";
import type { Run } from "../run-folder.ts";
import { type ActedProof, actsOf } from "./acts.ts";
import { Attachments } from "./attachments.ts";

const severities: Record<Level, string> = { must: "critical", should: "minor", open: "trivial" };
// Allure has no warning: what should be otherwise passes, and says why it is worth a look.
const statuses: Record<Outcome, Status> = {
  pass: Status.PASSED,
  warn: Status.PASSED,
  fail: Status.FAILED,
  untestable: Status.SKIPPED,
  "not-applicable": Status.SKIPPED,
};

/** What a person reads of a proof: steps beyond these, and exchanges of steps that held, are in exchanges.har. */
const most = { steps: 200, shown: 3, places: 10 };

/** Writes Allure's result files for every proof, every requirement that no proof names, and every contract. */
export function writeAllureResults(folder: string, { results, entries }: Run): void {
  rmSync(folder, { recursive: true, force: true });
  const writer = new FileSystemWriter({ resultsDir: folder });
  const attachments = new Attachments(writer);
  const requirements = new Map(results.requirements.map((one) => [one.id, one]));
  const acts = actsOf(entries);
  const named = new Set(acts.flatMap(({ ids }) => ids));
  const rules = results.requirements.filter(({ id, level }) => level !== "open" && !named.has(id));
  const found = entries.filter((entry) => entry.kind === "finding");
  for (const act of acts) writer.writeResult(proofResult(act, requirements, results, attachments));
  for (const rule of rules) writer.writeResult(ruleResult(rule, found, results, attachments));
  for (const contract of results.contracts ?? []) writer.writeResult(contractResult(contract, results, attachments));
  writer.writeEnvironmentInfo({
    target: results.subject.name,
    ...results.subject.urls,
    specification: `${results.specification.name} ${results.specification.version}`,
  });
}

/** What every result of Allure has, by the name that it keeps from run to run; proofs that are named alike are told apart by their ids. */
function resultOf(results: Results, kind: string, name: string, labels: readonly Label[], ids = ""): TestResult {
  const id = createHash("md5").update(`${kind}: ${name} ${ids}`).digest("hex");
  const [start, stop] = [Date.parse(results.started), Date.parse(results.started)];
  const told = { seed: String(results.seed), depth: results.depth, target: results.subject.name };
  return {
    uuid: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    historyId: id,
    testCaseId: id,
    fullName: `${kind}: ${name}`,
    name,
    titlePath: [kind],
    stage: Stage.FINISHED,
    status: Status.PASSED,
    statusDetails: {},
    steps: [],
    attachments: [],
    // They tell how to see it again; a run with another seed is still a run of the same check.
    parameters: Object.entries(told).map(([key, value]) => ({ name: key, value, excluded: true })),
    labels: [{ name: "epic", value: kind }, { name: "framework", value: "assay" }, ...labels],
    links: [],
    start,
    stop,
  };
}

/** Where requirements stand: their area, the first of them, how grave it is, and a link to the text of each. */
function placed(requirements: readonly RequirementResult[]): { labels: Label[]; links: TestResult["links"] } {
  const [first] = requirements;
  const gravest =
    (["must", "should"] as const).find((level) => requirements.some((one) => one.level === level)) ?? "open";
  return {
    labels: [
      ...(first
        ? [
            { name: "feature", value: titleOf(areaOf(first.id)) },
            { name: "story", value: `${first.id}: ${first.title}` },
          ]
        : []),
      { name: "severity", value: severities[gravest] },
      ...requirements.map(({ id }) => ({ name: "tag", value: id })),
    ],
    links: requirements.map(({ id, title }) => ({ type: "tms", name: `${id}: ${title}`, url: `index.html#${id}` })),
  };
}

function proofResult(
  act: ActedProof,
  known: ReadonlyMap<string, RequirementResult>,
  results: Results,
  attachments: Attachments,
): TestResult {
  const { labels, links } = placed(act.ids.flatMap((id) => known.get(id) ?? []));
  const isBroken = act.findings.some(({ requirement }) => known.get(requirement)?.outcome === "fail");
  const result = { ...resultOf(results, "Proofs", act.title, labels, act.ids.join(" ")), links };
  const [first, last] = [act.exchanges[0], act.exchanges.at(-1)];
  if (first && last) Object.assign(result, { start: Date.parse(first.at), stop: Date.parse(last.at) + last.took });
  if (act.findings.length > 0)
    Object.assign(result, {
      status: isBroken ? Status.FAILED : Status.PASSED,
      statusDetails: details(act.findings),
      attachments: attachments.breach(act.findings.slice(0, most.places), act.exchanges.slice(0, most.steps)),
    });
  else if (act.lacking) Object.assign(result, { status: Status.SKIPPED, statusDetails: { message: act.lacking } });
  return { ...result, steps: steps(act, attachments) };
}

const details = (findings: readonly RecordedFinding[]): TestResult["statusDetails"] => ({
  message: findings
    .slice(0, most.places)
    .map(
      ({ requirement, found, expected, where = "", pointer }) =>
        `${requirement}: found ${found}, expected ${expected}${where && `: ${where}`}${pointer && ` at ${pointer}`}`,
    )
    .join("\n"),
  ...(findings[0] ? { actual: findings[0].found, expected: findings[0].expected } : {}),
});

/** A step for each request; those that show a breach carry what was asked and answered, and so do the first few. */
function steps({ exchanges, findings }: ActedProof, attachments: Attachments): StepResult[] {
  const guilty = new Set(findings.map(({ exchange }) => exchange));
  const shown = exchanges.filter(({ id }, index) => index < most.steps || guilty.has(id));
  const left = exchanges.length - shown.length;
  return [
    ...shown.map((exchange, index): StepResult => {
      const isGuilty = guilty.has(exchange.id);
      const own = isGuilty || (index < most.shown && attachments.hasRoom) ? [attachments.exchange(exchange)] : [];
      return step(stepName(exchange), isGuilty ? Status.FAILED : Status.PASSED, own, exchange);
    }),
    ...(left > 0 ? [step(`and ${left} more requests, in exchanges.har`, Status.PASSED, [])] : []),
  ];
}

const stepName = ({ request, response, operation }: RecordedExchange): string =>
  `${operation}: ${request.method} ${URL.canParse(request.url) ? new URL(request.url).pathname : request.url} → ${response.status}`;

function step(
  name: string,
  status: Status,
  attachments: StepResult["attachments"],
  exchange?: RecordedExchange,
): StepResult {
  const start = exchange ? Date.parse(exchange.at) : undefined;
  const times = start === undefined ? {} : { start, stop: start + (exchange?.took ?? 0) };
  return { name, status, stage: Stage.FINISHED, statusDetails: {}, steps: [], parameters: [], attachments, ...times };
}

/** A requirement that no proof names: every exchange was held against it. */
function ruleResult(
  rule: RequirementResult,
  found: readonly RecordedFinding[],
  results: Results,
  attachments: Attachments,
): TestResult {
  const { labels, links } = placed([rule]);
  const own = found.filter(({ requirement }) => requirement === rule.id);
  return {
    ...resultOf(results, "Rules", `${rule.id}: ${rule.title}`, labels),
    links,
    status: statuses[rule.outcome],
    statusDetails: own.length > 0 ? details(own) : rule.reason ? { message: rule.reason } : {},
    attachments: own.length > 0 ? attachments.breach(own.slice(0, most.places), []) : [],
  };
}

function contractResult(contract: ContractResult, results: Results, attachments: Attachments): TestResult {
  const { consumer, interaction, states, outcome, reason, mismatches, evidence, requirements } = contract;
  const name = [interaction, ...states.map((state) => `given ${state}`)].join(", ");
  const curls = evidence.flatMap(({ curl }) => curl ?? []);
  return {
    ...resultOf(results, "Contracts", `${consumer}: ${name}`, [
      { name: "feature", value: consumer },
      { name: "story", value: interaction },
      { name: "severity", value: "critical" },
      ...requirements.map((id) => ({ name: "tag", value: id })),
    ]),
    links: requirements.map((id) => ({ type: "tms", name: id, url: `index.html#${id}` })),
    status: statuses[outcome],
    statusDetails: reason ? { message: reason } : {},
    attachments: [
      ...(mismatches.length > 0
        ? [attachments.text("Mismatches", JSON.stringify(mismatches, null, 2), "application/json")]
        : []),
      ...(curls.length > 0 ? [attachments.text("curl", curls.join("\n"))] : []),
    ],
  };
}
