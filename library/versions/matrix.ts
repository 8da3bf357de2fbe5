import { UsageError } from "../../base/errors.ts";
import { checkPact } from "../../contracts/check/check-pact.ts";
import { openVersion } from "../../regression/diff/documents/spec-version.ts";
import { locateVersion, type Reach } from "../../regression/diff/sources/locate-version.ts";
import { resolveOperations } from "../../regression/impact/resolved-operations.ts";
import { type MatrixResults, matrixResults, type PartnerCell } from "../../reports/versions/matrix-results.ts";
import { type PactSource, readPartnerPacts } from "./partner-pacts.ts";

/** Which versions to check whose contracts against. */
export interface MatrixQuestion {
  versions: readonly string[];
  pacts: PactSource;
  reach?: Reach;
}

/** Checks every contract against every version. */
export async function matrixOf({ versions: texts, pacts, reach }: MatrixQuestion): Promise<MatrixResults> {
  const versions = [];
  for (const text of texts) {
    const { name, surfaces } = openVersion(await locateVersion(text, reach));
    versions.push({ name, operations: resolveOperations(surfaces) });
  }
  const unread: string[] = [];
  const partners = new Map<string, PartnerCell[]>();
  for await (const pact of readPartnerPacts(pacts, (line) => unread.push(line))) {
    const cells = partners.get(pact.consumer) ?? versions.map(() => ({ interactions: 0, fail: 0, warn: 0 }));
    partners.set(pact.consumer, cells);
    for (const [index, { operations }] of versions.entries()) {
      const cell = cells[index] as PartnerCell;
      for (const { outcome } of checkPact(pact, "warn", operations)) {
        cell.interactions++;
        if (outcome === "fail" || outcome === "warn") cell[outcome]++;
      }
    }
  }
  if (partners.size === 0) throw new UsageError(unread.join("\nassay: "));
  return matrixResults(
    versions.map(({ name }) => name),
    partners,
    unread,
  );
}
