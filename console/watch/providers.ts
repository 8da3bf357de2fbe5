import { checkFormat, parseFormat } from "../../base/formats/format-check.ts";
import { type TargetProfile, targetProfile } from "../../harness/profiles/target-profile.ts";
import type { Verdict } from "../../record/results.ts";
import type { Baseline } from "../../regression/baseline/baseline.ts";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { readYaml } from "../partners/profile.ts";
import { first, jsonOf, type Sql } from "../store/database.ts";
import { object, stored } from "../store/stored.ts";
import { resealColumn } from "../vault/reseal.ts";

/** The number of times that a provider is judged by itself. */
export const watchSchedules = ["never", "hourly", "daily", "weekly"] as const;
export type WatchSchedule = (typeof watchSchedules)[number];

/** The outcome of one partner's contracts at a provider. */
export interface PartnerContracts {
  verdict: Verdict;
  interactions: number;
  says: string[];
}

/** The outcomes of the contracts of all partners who have some, by the partners' ids; or why they are unknown. */
export type VerifiedAtProvider = { partners: Record<string, PartnerContracts> } | { failed: string };

/** A provider under watch. */
export interface WatchedProvider {
  id: string;
  name: string;
  schedule: WatchSchedule;
  baseline: Baseline | null;
  baseline_at: Date | null;
  contracts: VerifiedAtProvider | null;
  contracts_at: Date | null;
}

const columns = "id, name, schedule, baseline, baseline_at, contracts, contracts_at";
const purpose = (id: string): string => `target ${id}`;

/** The keys of a target profile that the console takes: none of them names a file or a program of the machine that it runs on. */
const takenKeys = new Set([
  "$schema",
  "name",
  "urls",
  "control",
  "credentials",
  "fixtures",
  "allow",
  "pace",
  "webhooks",
]);

const word = { type: "string" };
const baselineSchema = object({
  format: { const: "assay-baseline/1" },
  target: word,
  facts: { type: "object", additionalProperties: { type: "array", items: word } },
});
const verifiedSchema = {
  anyOf: [
    object({ failed: word }),
    object({
      partners: {
        type: "object",
        additionalProperties: object({
          verdict: { enum: ["pass", "fail", "inconclusive"] },
          interactions: { type: "integer" },
          says: { type: "array", items: word },
        }),
      },
    }),
  ],
};

/** A provider of a row, with what is stored of it as JSON. */
const providerIn = (row: WatchedProvider): WatchedProvider => ({
  ...row,
  baseline: row.baseline && stored("baseline", baselineSchema, row.baseline),
  contracts: row.contracts && stored("contracts", verifiedSchema, row.contracts),
});

/** Puts a provider under watch. */
export async function createProvider(
  context: ConsoleContext,
  actor: Actor,
  { text, schedule }: { text: string; schedule: WatchSchedule },
): Promise<WatchedProvider> {
  const profile = readTarget(text);
  return context.database.transaction(async (sql) => {
    const provider = await first<WatchedProvider>(
      sql,
      `INSERT INTO assay.providers (name, profile_sealed, schedule) VALUES ($1, '', $2) ON CONFLICT DO NOTHING RETURNING ${columns}`,
      [profile.name, schedule],
    );
    if (!provider) throw new ConsoleRefusal("conflict", `there is a provider ${profile.name} already`, "profile");
    await sql.query("UPDATE assay.providers SET profile_sealed = $2 WHERE id = $1", [
      provider.id,
      context.seal.seal(purpose(provider.id), JSON.stringify(profile)),
    ]);
    await writeAudit(sql, actor, { about: profile.name });
    return provider;
  });
}

function readTarget(text: string): TargetProfile {
  const refuse = (what: string): never => {
    throw new ConsoleRefusal("bad-input", what, "profile");
  };
  const read = readYaml(text);
  if ("whyNot" in read) return refuse(read.whyNot);
  const { value } = read;
  const [complaint] = checkFormat("target-profile", value);
  if (complaint) return refuse(`${complaint.path.join(".")}: ${complaint.what}`);
  if (/\$\{\w+\}/.test(text)) return refuse("the console has no environment; write values in place of ${NAME}");
  const profile = value as TargetProfile & Record<string, unknown>;
  if (!profile.name) return refuse("name: it is missing; the console lists the provider by it");
  const foreign = Object.keys(profile).find((key) => !takenKeys.has(key));
  if (foreign) return refuse(`${foreign}: the console reads no files and runs no programs; leave it out`);
  if (profile.control && Object.keys(profile.control).some((key) => key !== "url" && key !== "token"))
    return refuse("control: the console takes url and token alone");
  return profile;
}

/** Which providers are wanted. */
export interface ProviderQuery {
  schedule?: WatchSchedule | undefined;
  search?: string | undefined;
  /** The last provider of the page before. */
  after?: string | undefined;
}

/** The number of providers that a page has. */
export const providerLines = 50;

/** A page of the providers under watch, by their names. */
export const listProviders = async (
  sql: Sql,
  { schedule, search = "", after = "" }: ProviderQuery = {},
): Promise<WatchedProvider[]> => {
  const rows = await sql.query<WatchedProvider>(
    `SELECT ${columns} FROM assay.providers WHERE ($1::text IS NULL OR schedule = $1) AND strpos(lower(name), lower($2)) > 0
       AND ($3 = '' OR name > (SELECT name FROM assay.providers WHERE id::text = $3))
     ORDER BY name LIMIT ${providerLines}`,
    [schedule ?? null, search.trim(), after],
  );
  return rows.map(providerIn);
};

export async function findProvider(sql: Sql, id: string): Promise<WatchedProvider | undefined> {
  const row = await first<WatchedProvider>(sql, `SELECT ${columns} FROM assay.providers WHERE id::text = $1`, [id]);
  return row && providerIn(row);
}

/** The profile of a provider, to judge it. */
export async function readTargetProfile({ database, seal }: ConsoleContext, id: string): Promise<TargetProfile> {
  const row = await first<{ profile_sealed: string }>(
    database,
    "SELECT profile_sealed FROM assay.providers WHERE id = $1",
    [id],
  );
  return targetProfile(parseFormat<TargetProfile>("target-profile", seal.open(purpose(id), row?.profile_sealed ?? "")));
}

/** Ends the watch over a provider; its runs go with it. */
export async function removeProvider(
  { database }: ConsoleContext,
  actor: Actor,
  provider: WatchedProvider,
): Promise<void> {
  await database.query("DELETE FROM assay.providers WHERE id = $1", [provider.id]);
  await writeAudit(database, actor, { about: provider.name });
}

/** Writes the present behaviour of a provider, with which later runs are compared. */
export const writeBaseline = (sql: Sql, id: string, baseline: Baseline) =>
  sql.query("UPDATE assay.providers SET baseline = $2, baseline_at = now() WHERE id = $1", [id, jsonOf(baseline)]);

/** Asks for the partners' contracts to be replayed against a provider. */
export async function askVerification(
  { database, queue }: ConsoleContext,
  actor: Actor,
  { id, name }: WatchedProvider,
): Promise<void> {
  await database.transaction(async (sql) => {
    await queue.send(sql, "contracts", { provider: id }, { key: id });
    await writeAudit(sql, actor, { about: name });
  });
}

export const writeVerified = (sql: Sql, id: string, verified: VerifiedAtProvider) =>
  sql.query("UPDATE assay.providers SET contracts = $2, contracts_at = now() WHERE id = $1", [id, jsonOf(verified)]);

/** Seals profiles anew that were sealed with an earlier key. */
export const resealProviders = (context: ConsoleContext): Promise<number> =>
  resealColumn(context, { table: "providers", column: "profile_sealed", purpose });
