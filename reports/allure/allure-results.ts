import { Status, type TestResult } from "allure-js-commons";
import type { ContractResult } from "../../record/contract-result.ts";
import type { RecordedExchange, RecordedFinding } from "../../record/journal.ts";
import type { Outcome, RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { Attachments } from "./attachments.ts";
import { type Check, createForm, type Form } from "./form.ts";
import { fullNameOf } from "./names.ts";
import { type Placed, placed } from "./placed.ts";
import { type RecordedProof, recordedProofs } from "./recorded-proofs.ts";
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

/** How many places of one check are told, and how many exchanges its HAR holds. */
const most = { places: 10, exchanges: 200 };

/** Writes a result of Allure for every proof, every requirement that no proof names, every check of a certification and every contract. */
export function writeAllureResults(folder: string, run: RunRecord): void {
  const writer = new ResultsWriter(folder);
  for (const result of new AllureResults(run, new Attachments(writer)).results()) writer.writeResult(result);
  const { subject, specification } = run.results;
  writer.writeEnvironmentInfo({
    target: subject.name,
    ...subject.urls,
    specification: `${specification.name} ${specification.version}`,
  });
}

/** The results of Allure that a run's record holds. */
class AllureResults {
  readonly #run: Results;
  readonly #proofs: readonly RecordedProof[];
  readonly #findings: readonly RecordedFinding[];
  readonly #exchanges: ReadonlyMap<string, RecordedExchange>;
  readonly #requirements: ReadonlyMap<string, RequirementResult>;
  readonly #attachments: Attachments;
  readonly #form: Form;

  constructor({ results, entries }: RunRecord, attachments: Attachments) {
    this.#run = results;
    this.#proofs = recordedProofs(entries);
    this.#findings = entries.filter((entry) => entry.kind === "finding");
    this.#exchanges = new Map(
      entries.filter((entry) => entry.kind === "exchange").map((one) => [one.id, one] as const),
    );
    this.#requirements = new Map(results.requirements.map((one) => [one.id, one]));
    this.#attachments = attachments;
    this.#form = createForm(results);
  }

  *results(): Generator<TestResult> {
    const named = new Set(this.#proofs.flatMap(({ ids }) => ids));
    for (const proof of this.#proofs) yield this.#proof(proof);
    for (const one of this.#run.requirements) if (one.level !== "open" && !named.has(one.id)) yield this.#rule(one);
    for (const contract of this.#run.contracts ?? []) yield this.#contract(contract);
  }

  #proof({ title, ids, exchanges, findings, unfinished, isOurFault }: RecordedProof): TestResult {
    const place = placed(ids.flatMap((id) => this.#requirements.get(id) ?? []));
    const fullName = fullNameOf("proofs", ids, title);
    const result = this.#form({ kind: "Proofs", name: title, fullName, ids, place });
    const [first, last] = [exchanges[0], exchanges.at(-1)];
    if (first && last) Object.assign(result, { start: Date.parse(first.at), stop: Date.parse(last.at) + last.took });
    if (findings.length > 0) {
      const isBroken = findings.some(({ requirement }) => this.#requirements.get(requirement)?.outcome === "fail");
      Object.assign(result, { status: isBroken ? Status.FAILED : Status.PASSED, statusDetails: details(findings) });
      result.attachments = this.#attachments.breach(findings.slice(0, most.places), exchanges.slice(0, most.exchanges));
    } else if (unfinished) {
      // A proof that stumbled over a mistake of ours is no proof that was skipped.
      const status = isOurFault ? Status.BROKEN : Status.SKIPPED;
      Object.assign(result, { status, statusDetails: { message: unfinished } });
    }
    return { ...result, steps: stepsOf(exchanges, findings, this.#attachments) };
  }

  /** A requirement that no proof names: every exchange was held against it, or a scene of the certification. */
  #rule(rule: RequirementResult): TestResult {
    const isBroken = rule.outcome === "fail" || rule.outcome === "warn";
    const own = isBroken
      ? this.#findings.filter(({ requirement }) => requirement === rule.id).slice(0, most.places)
      : [];
    const shown = [...new Set(own.map(({ exchange = "" }) => exchange))];
    const exchanges = shown.flatMap((id) => this.#exchanges.get(id) ?? []);
    const check: Check = {
      kind: this.#run.kind === "partner" ? "Certification checks" : "Rules",
      name: `${rule.id}: ${rule.title}`,
      fullName: fullNameOf("rules", [rule.id], rule.title),
      place: placed([rule]),
    };
    return {
      ...this.#form(check),
      status: statuses[rule.outcome],
      statusDetails: own.length > 0 ? details(own) : rule.reason ? { message: rule.reason } : {},
      steps: stepsOf(exchanges, own, this.#attachments),
      attachments: own.length > 0 ? this.#attachments.breach(own, exchanges) : [],
    };
  }

  #contract({ consumer, interaction, states, outcome, reason, mismatches, evidence, requirements }: ContractResult) {
    const name = `${consumer}: ${[interaction, ...states.map((state) => `given ${state}`)].join(", ")}`;
    const curls = evidence.flatMap(({ curl }) => curl ?? []);
    const place: Placed = {
      labels: [
        { name: "feature", value: consumer },
        { name: "story", value: interaction },
        { name: "severity", value: "critical" },
        ...requirements.map((id) => ({ name: "tag", value: id })),
      ],
      links: requirements.map((id) => ({ type: "tms", name: id, url: `index.html#${id}` })),
    };
    return {
      ...this.#form({ kind: "Contracts", name, fullName: `Contracts: ${name}`, place }),
      status: statuses[outcome],
      statusDetails: reason ? { message: reason } : {},
      attachments: [
        ...(mismatches.length > 0
          ? [this.#attachments.text("Mismatches", JSON.stringify(mismatches, null, 2), "application/json")]
          : []),
        ...(curls.length > 0 ? [this.#attachments.text("curl", curls.join("\n"))] : []),
      ],
    };
  }
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
