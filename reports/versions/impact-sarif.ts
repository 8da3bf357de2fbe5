import { createHash } from "node:crypto";
import type { FindLine } from "../../base/files/line-finder.ts";
import { type SarifFinding, sarifText } from "../sarif.ts";
import { describeRule, sarifPlace } from "./diff-sarif.ts";
import type { BrokenRow, ImpactResults } from "./impact-results.ts";

/** The breaks as SARIF, each expectation at its place in the pact, with the differences behind it. */
export const impactSarif = (results: ImpactResults, findLine: FindLine): string =>
  sarifText(impactFindings(results, findLine), describeRule);

/** The breaks, as a report of several parts shows them. */
export const impactFindings = ({ broken }: ImpactResults, findLine: FindLine): SarifFinding[] =>
  broken.map((row) => ({
    rule: row.outcome === "breaks" ? "expectation-breaks" : "expectation-may-break",
    level: row.outcome === "breaks" ? "error" : "warning",
    says: `${row.partner}: ${row.expectation} ${row.outcome}: ${row.breaks.map(({ says }) => says).join("; ")}`,
    place: { ...sarifPlace({ file: row.pact, pointer: row.pointer }, findLine), name: row.operation },
    related: row.causes.flatMap(({ new: place, says }) => (place ? [sarifPlace(place, findLine, says)] : [])),
    fingerprint: fingerprintOf(row),
  }));

const fingerprintOf = ({ partner, expectation, operation, breaks }: BrokenRow): string =>
  createHash("sha256")
    .update(JSON.stringify([partner, expectation, operation, breaks]))
    .digest("hex")
    .slice(0, 12);
