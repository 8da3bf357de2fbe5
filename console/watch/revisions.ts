import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { lockPartner, type Partner } from "../partners/partners.ts";
import { first, type Sql } from "../store/database.ts";
import { object, stored } from "../store/stored.ts";

/** The effect of a revision of the API on one partner. */
export interface PartnerImpact {
  outcome: "breaks" | "may break" | "holds" | "unread";
  says: string[];
}

/** The effect of a revision on all partners who have contracts, by their ids; or why it is unknown. */
export type RevisionImpact = { partners: Record<string, PartnerImpact> } | { failed: string };

/** A revision of the API that is checked against the partners' contracts. */
export interface Revision {
  id: string;
  name: string;
  impact: RevisionImpact | null;
  added_at: Date;
}

/** A contract of a partner. */
export interface StoredContract {
  id: string;
  partner_id: string;
  name: string;
  added_at: Date;
}

/** How large a pact, all pacts of a partner, and a document of the API may be, in characters; and how many there are. */
export const longestPact = 2_000_000;
const [maxValues, maxDepth] = [100_000, 100];
const longestPacts = 8_000_000;
export const longestDocument = 5_000_000;
const maxContracts = 50;
const maxRevisions = 20;

/** Keeps a contract; one of the same name is replaced. Every revision is checked against it anew. */
export async function saveContract(
  context: ConsoleContext,
  actor: Actor,
  partner: Partner,
  text: string,
): Promise<void> {
  const name = nameOf(text);
  await context.database.transaction(async (sql) => {
    // Of several that are added at once, each is counted.
    await lockPartner(sql, partner.id);
    const others = await first<{ count: number; characters: number }>(
      sql,
      `SELECT count(*)::int AS count, coalesce(sum(length(pact)), 0)::int AS characters FROM assay.contracts
       WHERE partner_id = $1 AND name <> $2`,
      [partner.id, name],
    );
    const { count = 0, characters = 0 } = others ?? {};
    if (count >= maxContracts || characters + text.length > longestPacts)
      throw new ConsoleRefusal(
        "conflict",
        `a partner has at most ${maxContracts} contracts, of ${longestPacts} characters in all`,
      );
    await sql.query(
      `INSERT INTO assay.contracts (partner_id, name, pact) VALUES ($1, $2, $3)
       ON CONFLICT (partner_id, name) DO UPDATE SET pact = excluded.pact, added_at = now()`,
      [partner.id, name, text],
    );
    await writeAudit(sql, actor, { about: `${partner.slug}: ${name}`, partnerId: partner.id });
    for (const { id } of await listRevisions(sql)) await askImpact(context, sql, id);
  });
}

function nameOf(text: string): string {
  if (text.length > longestPact || text.split(/[,[{]/, maxValues + 1).length > maxValues)
    throw new ConsoleRefusal(
      "bad-input",
      `a pact has at most ${longestPact} characters and ${maxValues} values`,
      "pact",
    );
  const { consumer, provider } = fieldsOf(parseJson(text, maxDepth));
  const names = [consumer, provider].map((side) => fieldsOf(side).name);
  if (names.every((name) => typeof name === "string")) return names.join(" – ").slice(0, 200);
  throw new ConsoleRefusal("bad-input", "this is not a pact file: it has no consumer and provider in JSON", "pact");
}

export const listContracts = (sql: Sql, partnerId: string | null): Promise<StoredContract[]> =>
  sql.query<StoredContract>(
    `SELECT id, partner_id, name, added_at FROM assay.contracts WHERE $1::uuid IS NULL OR partner_id = $1 ORDER BY name`,
    [partnerId],
  );

/** Keeps a revision of the API, and checks all contracts against it. */
export async function saveRevision(
  context: ConsoleContext,
  actor: Actor,
  { name: written, document }: { name: string; document: string },
): Promise<Revision> {
  const name = written.trim();
  if (!name || name.length > 60)
    throw new ConsoleRefusal("bad-input", "give the revision a name such as 1.1.0", "name");
  if (!document.trim() || document.length > longestDocument)
    throw new ConsoleRefusal("bad-input", "give an OpenAPI document of at most 5 million characters", "document");
  return context.database.transaction(async (sql) => {
    const revision = await first<Revision>(
      sql,
      `INSERT INTO assay.revisions (name, document) SELECT $1, $2 WHERE (SELECT count(*) FROM assay.revisions) < $3
       ON CONFLICT (name) DO UPDATE SET document = excluded.document, impact = NULL, added_at = now()
       RETURNING id, name, impact, added_at`,
      [name, document, maxRevisions],
    );
    if (!revision) throw new ConsoleRefusal("conflict", `there are ${maxRevisions} revisions already; remove one`);
    await askImpact(context, sql, revision.id);
    await writeAudit(sql, actor, { about: name });
    return revision;
  });
}

const askImpact = ({ queue }: ConsoleContext, sql: Sql, id: string): Promise<void> =>
  queue.send(sql, "impact", { revision: id }, { key: id });

const impactSchema = {
  anyOf: [
    object({ failed: { type: "string" } }),
    object({
      partners: {
        type: "object",
        additionalProperties: object({
          outcome: { enum: ["breaks", "may break", "holds", "unread"] },
          says: { type: "array", items: { type: "string" } },
        }),
      },
    }),
  ],
};

export async function listRevisions(sql: Sql): Promise<Revision[]> {
  const rows = await sql.query<Revision>("SELECT id, name, impact, added_at FROM assay.revisions ORDER BY added_at");
  return rows.map((row) => ({ ...row, impact: row.impact && stored("impact", impactSchema, row.impact) }));
}

export async function removeRevision({ database }: ConsoleContext, actor: Actor, id: string): Promise<void> {
  const gone = await first<{ name: string }>(
    database,
    "DELETE FROM assay.revisions WHERE id::text = $1 RETURNING name",
    [id],
  );
  if (!gone) throw new ConsoleRefusal("not-found", "there is no such revision");
  await writeAudit(database, actor, { about: gone.name });
}
