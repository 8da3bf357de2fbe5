import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HarnessError } from "../base/errors.ts";
import { checkFormat } from "../base/format-check.ts";
import type { SpecificationIdentity } from "../specs/identity.ts";
import type { Level, Requirement } from "../specs/ledger.ts";
import type { ContractResult } from "./contract-result.ts";
import type { Depth } from "./depth.ts";

export type Outcome = "pass" | "fail" | "warn" | "untestable" | "not-applicable";
export type Verdict = "pass" | "fail" | "inconclusive";

export interface Evidence {
  exchange: string;
  curl?: string;
  pointer?: string;
}

/** What became of one requirement. */
export interface RequirementResult {
  id: string;
  level: Level;
  title: string;
  sources: string[];
  outcome: Outcome;
  reason?: string;
  evidence: Evidence[];
}

/** What a run found: the content of results.json. */
export interface Results {
  format: "assay-results/1";
  kind: "provider" | "partner";
  verdict: Verdict;
  complete?: false;
  subject: { name: string; urls: Record<string, string> };
  specification: SpecificationIdentity;
  seed: number;
  depth: Depth;
  started: string;
  finished: string;
  requests: number;
  requirements: RequirementResult[];
  observations: { topic: string; value: unknown }[];
  /** How many requests went to each operation, most first. */
  spent?: Record<string, number>;
  /** The rows of the install machine that were taken, and which followed which on one link. */
  machine?: { transitions: Record<string, number>; pairs: Record<string, number> };
  /** Where pacts were verified or checked. */
  contracts?: ContractResult[];
}

/** What checks say of one requirement: that it holds, where it broke, or why it was not judged. */
export type Saying =
  | { held: true }
  | { broken: string; evidence: Evidence[] }
  | { unjudged: string }
  | { inapplicable: string };

/** The result of a requirement, from what checks say of it. */
export function resultOf(requirement: Requirement, saying: Saying): RequirementResult {
  const { id, level, says: title, sources } = requirement;
  const told = { id, level, title, sources };
  if (level === "open") {
    return { ...told, outcome: "not-applicable", reason: "the specification leaves it open", evidence: [] };
  }
  if ("broken" in saying) {
    return { ...told, outcome: level === "must" ? "fail" : "warn", reason: saying.broken, evidence: saying.evidence };
  }
  if ("inapplicable" in saying)
    return { ...told, outcome: "not-applicable", reason: saying.inapplicable, evidence: [] };
  if ("unjudged" in saying) return { ...told, outcome: "untestable", reason: saying.unjudged, evidence: [] };
  return { ...told, outcome: "pass", evidence: [] };
}

/** Fails when a must failed; passes when at least one must passed; is inconclusive otherwise. */
export function verdictOf(requirements: RequirementResult[]): Verdict {
  const musts = requirements.filter((one) => one.level === "must");
  if (musts.some((one) => one.outcome === "fail")) return "fail";
  return musts.some((one) => one.outcome === "pass") ? "pass" : "inconclusive";
}

/** A partner's verdict: passes only when every must that is claimed passed or does not apply, and at least one passed. */
export function partnerVerdictOf(requirements: RequirementResult[]): Verdict {
  const isOpen = requirements.some(({ level, outcome }) => level === "must" && outcome === "untestable");
  const verdict = verdictOf(requirements);
  return verdict === "pass" && isOpen ? "inconclusive" : verdict;
}

/** Writes results.json into a folder; results of another form are our mistake. */
export function writeResults(folder: string, results: Results): string {
  const [complaint] = checkFormat("results", results);
  if (complaint) throw new HarnessError(`results.json: ${complaint.path.join(".")}: ${complaint.what}`);
  const file = join(folder, "results.json");
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
