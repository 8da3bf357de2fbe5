import type { Schema } from "../base/formats/json-schema.ts";

/** The oracles of a field: each kind with what it compares with, or the reason where the type alone is judged. */
export const oracleKinds = ["seeded", "same as", "table", "interval", "constant", "type only"] as const;
export type OracleKind = (typeof oracleKinds)[number];
export type Oracle = Readonly<Partial<Record<OracleKind, string>>>;

/** An oracle as it is written: the name of a kind, or kinds with what each means. */
export const oracleOf = (written: unknown): Oracle | undefined =>
  typeof written === "string" ? { [written]: "" } : (written as Oracle | undefined);

/** The oracle that a document names at a place; the last of several parts decides. */
export const oracleIn = (parts: readonly Schema[]): Oracle | undefined =>
  oracleOf(parts.findLast((part) => part["x-oracle"] !== undefined)?.["x-oracle"]);

/** An oracle in words: "table: ISO 3166-1; same as: every other read". */
export const describeOracle = (oracle: Oracle): string =>
  Object.entries(oracle)
    .map(([kind, means]) => (means ? `${kind}: ${means}` : kind))
    .join("; ");

/** The gap of an oracle; undefined for a whole one. */
export function oracleGap(oracle: Oracle): string | undefined {
  const kinds = Object.keys(oracle);
  const unknown = kinds.find((kind) => !oracleKinds.some((known) => known === kind));
  if (unknown !== undefined) return `has the oracle "${unknown}", which is none of ${oracleKinds.join(", ")}`;
  if (kinds.length === 0) return "has no oracle";
  return "type only" in oracle && !oracle["type only"] ? "is judged by its type alone, without a reason" : undefined;
}
