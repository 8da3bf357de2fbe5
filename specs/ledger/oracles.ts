import type { Schema } from "../../base/formats/json-schema.ts";

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
