import { createHash } from "node:crypto";
import type { FindLine } from "../base/files/line-finder.ts";
import type { ContractMismatch, ContractResult } from "../record/contract-result.ts";
import { type SarifFinding, sarifText } from "./sarif.ts";

/** Contracts that were checked against the specification as SARIF: each mismatch at its interaction in the pact. */
export const contractsSarif = (contracts: readonly ContractResult[], findLine: FindLine): string =>
  sarifText(
    contracts.flatMap((contract) => findingsOf(contract, findLine)),
    (rule) => (rule === "unreadable" ? "An interaction that cannot be read" : `Requirement ${rule}`),
  );

function findingsOf(contract: ContractResult, findLine: FindLine): SarifFinding[] {
  if (contract.outcome === "pass") return [];
  const { pact, pointer = "", consumer, interaction, reason = "", mismatches } = contract;
  const finding = (rule: string, says: string, name: string, isWarning: boolean): SarifFinding => ({
    rule,
    level: isWarning ? "warning" : "error",
    says: `${consumer}: ${interaction}: ${says}`,
    place: { file: pact, line: findLine(pact, pointer) ?? 1, ...(name ? { name } : {}) },
    fingerprint: createHash("sha256")
      .update(JSON.stringify([consumer, interaction, rule, name, says]))
      .digest("hex")
      .slice(0, 12),
  });
  if (mismatches.length === 0) return [finding("unreadable", reason, "", contract.outcome === "warn")];
  return mismatches.map(({ requirement = "contract", message, part, place, warning }: ContractMismatch) =>
    finding(
      requirement,
      `${[part, place].filter(Boolean).join(" ")}: ${message}`,
      `${part}${place}`,
      warning === true || contract.outcome === "warn",
    ),
  );
}
