import { HarnessError } from "../../base/errors.ts";
import type { Schema } from "../../base/formats/json-schema.ts";
import type { Claim } from "../../harness/profiles/partner-profile.ts";
import { sha256 } from "../../reports/certificate/envelope.ts";
import type { Environment } from "../../reports/certificate/statement.ts";
import { identify, type SpecificationIdentity } from "../../specs/identity.ts";
import { requireCurrentSet } from "../../specs/ledger/requirement-sets.ts";
import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { object, stored } from "../store/stored.ts";
import { resealColumn } from "../vault/reseal.ts";
import { environmentOf, readOwnership } from "./ownership.ts";
import { type PartnerSecrets, readSecrets, secretsIn } from "./partners.ts";
import { claimsSchema } from "./profile.ts";

/** The subject of an attempt, as it was when the attempt began. */
export interface JudgedFacts {
  /** The digest of the profile's text. */
  profile: string;
  claims: Claim[];
  /** The application's own version. */
  version?: string;
  /** The specification that the suite judges by. */
  suite: SpecificationIdentity;
  requirements: { revision: string; digest: string };
  environment?: Environment;
}

/** The facts, and the profile with the platform's credentials. */
export interface RunSnapshot {
  facts: JudgedFacts;
  secrets: PartnerSecrets & { written: NonNullable<PartnerSecrets["written"]> };
}

const word: Schema = { type: "string" };
const factsSchema = object(
  {
    profile: word,
    claims: claimsSchema,
    version: word,
    suite: object({ name: word, version: word, digest: word }),
    requirements: object({ revision: word, digest: word }),
    environment: word,
  },
  ["profile", "claims", "suite", "requirements"],
);

const purpose = (runId: string): string => `what run ${runId} judges`;

/** Stores with a run what the attempt that begins now judges; a partner without a profile leaves none. */
export async function writeSnapshot(
  context: Pick<ConsoleContext, "seal">,
  sql: Sql,
  run: { id: string; partner_id: string; claims: readonly string[] | null },
): Promise<void> {
  const secrets = await readSecrets(context, sql, run.partner_id);
  const { text, written } = secrets;
  const { revision, digest } = requireCurrentSet();
  const facts = written && {
    profile: sha256(text),
    claims: run.claims === null ? written.claims : stored<Claim[]>("claims", claimsSchema, run.claims),
    ...(written.version === undefined ? {} : { version: written.version }),
    suite: identify(),
    requirements: { revision, digest },
    environment: environmentOf(await readOwnership(sql, run.partner_id, written)),
  };
  await sql.query("UPDATE assay.runs SET judged = $2, judged_sealed = $3 WHERE id = $1", [
    run.id,
    facts && JSON.stringify(facts satisfies JudgedFacts),
    facts && context.seal.seal(purpose(run.id), JSON.stringify(secrets)),
  ]);
}

/** The subject of the latest attempt at a run; undefined where that was not stored. */
export async function readSnapshot(
  { seal }: Pick<ConsoleContext, "seal">,
  sql: Sql,
  runId: string,
): Promise<RunSnapshot | undefined> {
  const row = await first<{ judged: unknown; judged_sealed: string }>(
    sql,
    "SELECT judged, judged_sealed FROM assay.runs WHERE id = $1",
    [runId],
  );
  if (!row?.judged) return undefined;
  const { written, ...secrets } = secretsIn(seal.open(purpose(runId), row.judged_sealed));
  if (!written) throw new HarnessError(`run ${runId}: what it judged was stored without a profile`);
  return { facts: stored<JudgedFacts>("what is judged", factsSchema, row.judged), secrets: { ...secrets, written } };
}

/** Seals snapshots anew that were sealed with an earlier key. */
export const resealSnapshots = (context: ConsoleContext): Promise<number> =>
  resealColumn(context, { table: "runs", column: "judged_sealed", purpose });
