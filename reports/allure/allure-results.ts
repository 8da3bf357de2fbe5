import { Status, type TestResult } from "allure-js-commons";
import type { ContractResult } from "../../record/contract-result.ts";
import { shownPlaces } from "../../record/findings.ts";
import { entriesOf, type RecordedExchange, type RecordedFinding } from "../../record/journal.ts";
import { isBroken } from "../../record/outcomes.ts";
import { cellWords } from "../../record/results/cell-words.ts";
import type { Outcome, RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { interactionName } from "../parts/interaction-name.ts";
import { Attachments } from "./attachments.ts";
import { type BlankResult, createBlank } from "./blank-result.ts";
import { classifyContract, classifyRequirements } from "./classification.ts";
import { type RecordedProof, recordedProofs } from "./recorded-proofs.ts";
import { detailsOf, messageOf } from "./status-details.ts";
import { stepsOf } from "./steps.ts";
import { ResultsWriter } from "./writer.ts";

// Allure has no warning: what should be otherwise passes, and says why it is worth a look.
const statuses: Record<Outcome, Status> = {
  pass: Status.PASSED,
  warn: Status.PASSED,
  fail: Status.FAILED,
  untestable: Status.SKIPPED,
  "not-applicable": Status.SKIPPED,
};

/** The number of exchanges that the HAR of a check holds. */
const maxExchanges = 200;

/** Writes a result of Allure for every proof, every requirement that no proof names, every check of a certification and every contract. */
export function writeAllureResults(folder: string, run: RunRecord): void {
  const writer = new ResultsWriter(folder);
  for (const result of new AllureResults(run, new Attachments(writer)).all()) writer.writeResult(result);
  const { subject, specification } = run.results;
  writer.writeEnvironmentInfo({
    target: subject.name,
    ...subject.urls,
    specification: `${specification.name} ${specification.version}`,
  });
}

/** The results of Allure that the record of a run holds. */
class AllureResults {
  readonly #results: Results;
  readonly #proofs: readonly RecordedProof[];
  readonly #findings: readonly RecordedFinding[];
  readonly #exchanges: ReadonlyMap<string, RecordedExchange>;
  readonly #requirements: ReadonlyMap<string, RequirementResult>;
  readonly #attachments: Attachments;
  readonly #blank: BlankResult;

  constructor({ results, entries }: RunRecord, attachments: Attachments) {
    this.#results = results;
    this.#proofs = recordedProofs(entries);
    this.#findings = entriesOf(entries, "finding");
    this.#exchanges = new Map(entriesOf(entries, "exchange").map((exchange) => [exchange.id, exchange]));
    this.#requirements = new Map(results.requirements.map((requirement) => [requirement.id, requirement]));
    this.#attachments = attachments;
    this.#blank = createBlank(results);
  }

  all(): TestResult[] {
    const proofs = this.#proofs.filter(({ ids }) => ids.some((id) => this.#requirements.has(id)));
    const proved = new Set(proofs.flatMap(({ ids }) => ids));
    const others = this.#results.requirements.filter(({ id, level }) => level !== "open" && !proved.has(id));
    // Allure lists tests by their start: what was not tried comes last.
    const end = Date.parse(this.#results.finished);
    return [
      ...proofs.map((proof) => this.#proof(proof)),
      ...others.map((requirement) => this.#requirement(requirement)),
      ...(this.#results.contracts ?? []).map((contract) => this.#contract(contract)),
    ].map((result) =>
      result.status === Status.SKIPPED && result.steps.length === 0 ? { ...result, start: end, stop: end } : result,
    );
  }

  #proof(proof: RecordedProof): TestResult {
    const { title: name, ids, exchanges, findings } = proof;
    const fullName = fullNameOf("proofs", ids, name);
    const requirements = ids.flatMap((id) => this.#requirements.get(id) ?? []);
    const classification = classifyRequirements(requirements);
    return {
      ...withCells(this.#blank({ kind: "Proofs", name, fullName, ids, classification }), requirements),
      ...timesOf(exchanges),
      ...this.#outcomeOf(proof),
      steps: stepsOf(exchanges, findings, this.#attachments),
    };
  }

  #outcomeOf({ exchanges, findings, unfinished, isOurFault }: RecordedProof): Partial<TestResult> {
    if (findings.length > 0) {
      const hasFailed = findings.some(({ requirement }) => this.#requirements.get(requirement)?.outcome === "fail");
      return {
        status: hasFailed ? Status.FAILED : Status.PASSED,
        statusDetails: detailsOf(findings),
        attachments: this.#attachments.findings(findings.slice(0, shownPlaces), exchanges.slice(0, maxExchanges)),
      };
    }
    if (unfinished === undefined) return {};
    // A proof in which assay itself failed was not skipped.
    return { status: isOurFault ? Status.BROKEN : Status.SKIPPED, statusDetails: { message: unfinished } };
  }

  /** A requirement that no proof names: every exchange was checked against it, or a scenario of the certification. */
  #requirement(result: RequirementResult): TestResult {
    const { id, title, outcome, reason } = result;
    const blank = withCells(
      this.#blank({
        kind: this.#results.kind === "partner" ? "Certification checks" : "Rules",
        name: `${id}: ${title}`,
        fullName: fullNameOf("rules", [id], title),
        classification: classifyRequirements([result]),
      }),
      [result],
    );
    const findings = isBroken(result) ? this.#findingsOf(id) : [];
    if (findings.length === 0) return { ...blank, status: statuses[outcome], statusDetails: messageOf(reason) };
    const named = new Set(findings.map(({ exchange = "" }) => exchange));
    const exchanges = [...named].flatMap((exchange) => this.#exchanges.get(exchange) ?? []);
    return {
      ...blank,
      status: statuses[outcome],
      statusDetails: detailsOf(findings),
      steps: stepsOf(exchanges, findings, this.#attachments),
      attachments: this.#attachments.findings(findings, exchanges),
    };
  }

  #findingsOf(id: string): RecordedFinding[] {
    return this.#findings.filter(({ requirement }) => requirement === id).slice(0, shownPlaces);
  }

  #contract(result: ContractResult): TestResult {
    const { consumer, outcome, reason, mismatches, evidence } = result;
    const name = `${consumer}: ${interactionName(result)}`;
    const classification = classifyContract(result);
    return {
      ...this.#blank({ kind: "Contracts", name, fullName: `Contracts: ${name}`, classification }),
      status: statuses[outcome],
      statusDetails: messageOf(reason),
      attachments: this.#attachments.mismatches(mismatches, evidence),
    };
  }
}

/** A result with what each of its requirements that have several cells stands on. */
const withCells = (result: TestResult, requirements: readonly RequirementResult[]): TestResult => ({
  ...result,
  parameters: [
    ...result.parameters,
    ...requirements.flatMap((requirement) => {
      const value = cellWords(requirement);
      return value ? [{ name: `cells of ${requirement.id}`, value, excluded: true }] : [];
    }),
  ],
});

/** The whole name of a check, which it keeps from run to run. */
const fullNameOf = (suite: "proofs" | "rules", ids: readonly string[], title: string): string =>
  `assay#${suite} ${ids.join(" ")}: ${title}`;

/** From the first exchange to the end of the last. */
function timesOf(exchanges: readonly RecordedExchange[]): Pick<TestResult, "start" | "stop"> {
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  return first && last ? { start: Date.parse(first.at), stop: Date.parse(last.at) + last.took } : {};
}
