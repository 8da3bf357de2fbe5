import { createHash } from "node:crypto";
import { stringify } from "yaml";
import type { Schema } from "../../base/formats/json-schema.ts";
import { printable } from "../../base/text/printable.ts";
import type { WrittenPartnerProfile } from "../../harness/profiles/partner-profile.ts";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { object, storedText } from "../store/stored.ts";
import { resealColumn } from "../vault/reseal.ts";
import { makeToken } from "../vault/tokens.ts";
import { readProfileText, refusedAddresses } from "./profile.ts";
import { withoutSecrets } from "./secrets.ts";
import { type PartnerState, partnerStates } from "./states.ts";

/** A partner as the console knows it. */
export interface Partner {
  id: string;
  slug: string;
  name: string;
  state: PartnerState;
  /** Why an operator suspended it. */
  suspended_for: string | null;
  slot: number;
  /** The part of its platform's addresses that cannot be guessed. */
  gate: string;
  profile_shown: Record<string, unknown> | null;
  created_at: Date;
  archived_at: Date | null;
  /** The hour of the time zone from which it is judged every day, where it has one of its own. */
  judged_at: number | null;
  time_zone: string;
}

/** The sealed facts of a partner: the profile as it was written, and the credentials of the platform that is played for it. */
export interface PartnerSecrets {
  text: string;
  written: WrittenPartnerProfile | null;
  platform: NonNullable<WrittenPartnerProfile["sandbox"]>;
}

const word: Schema = { type: "string" };
const secretsSchema = object({
  text: word,
  written: { type: ["object", "null"] },
  platform: object({
    partner_token: word,
    system_user_token: word,
    v3_access_token: word,
    application_id: { type: "integer" },
  }),
});

/** Opens the sealed facts of a partner. The profile was checked when it was saved, and is again where it is run. */
export const secretsIn = (opened: string): PartnerSecrets => storedText("profile", secretsSchema, opened);

const columns =
  "id, slug, name, state, suspended_for, slot, gate, profile_shown, created_at, archived_at, judged_at, time_zone";
const purpose = (id: string): string => `profile of ${id}`;

/** A name as it stands in addresses. */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);

/** The most partners that have ports of their own; four each. */
const maxPartners = 8_000;

/** A name as it was written, and as it stands in addresses. It stands in certificates, where it must not look like another. */
function namesOf(written: string): { name: string; slug: string } {
  const name = written.trim();
  if (!/[\p{L}\p{N}]/u.test(name) || name.length > 100 || printable(name) !== name)
    throw new ConsoleRefusal(
      "bad-input",
      "give the partner a name of letters and digits, at most 100 characters, none of them invisible",
      "name",
    );
  return { name, slug: slugOf(name) || `partner-${createHash("sha256").update(name).digest("hex").slice(0, 8)}` };
}

/** Refuses a name that another partner has, now or in its addresses. */
async function requireFreeName(
  sql: Sql,
  { name, slug }: { name: string; slug: string },
  own: string | null = null,
): Promise<void> {
  const taken =
    "SELECT slug FROM assay.partners WHERE (slug = $1 OR lower(name) = lower($2)) AND id IS DISTINCT FROM $3";
  const other = await first<{ slug: string }>(sql, taken, [slug, name, own]);
  if (other)
    throw new ConsoleRefusal("conflict", `there is a partner ${other.slug} already; give another name`, "name");
}

/** Gives a partner another name. Its addresses stay, and the next certificate has the new name. */
export async function renamePartner(context: ConsoleContext, actor: Actor, { id, slug }: Partner, written: string) {
  const names = namesOf(written);
  await context.database.transaction(async (sql) => {
    await sql.query("LOCK TABLE assay.partners IN SHARE ROW EXCLUSIVE MODE");
    await requireFreeName(sql, names, id);
    await sql.query("UPDATE assay.partners SET name = $2 WHERE id = $1", [id, names.name]);
    await writeAudit(sql, actor, { about: `${slug}: ${names.name}`, partnerId: id });
  });
}

/** Takes a partner in; it has no profile yet. */
export async function createPartner(context: ConsoleContext, actor: Actor, written: string): Promise<Partner> {
  const { name, slug } = namesOf(written);
  return context.database.transaction(async (sql) => {
    // Slots are handed out one after the other.
    await sql.query("LOCK TABLE assay.partners IN SHARE ROW EXCLUSIVE MODE");
    await requireFreeName(sql, { name, slug });
    const slot = await first<{ free: number }>(
      sql,
      `SELECT n AS free FROM generate_series(0, $1) n
       WHERE NOT EXISTS (SELECT 1 FROM assay.partners WHERE slot = n) ORDER BY n LIMIT 1`,
      [maxPartners],
    );
    const partner = await first<Partner>(
      sql,
      `INSERT INTO assay.partners (slug, name, slot) VALUES ($1, $2, $3) RETURNING ${columns}`,
      [slug, name, slot?.free ?? 0],
    );
    if (!partner) throw new ConsoleRefusal("conflict", "the partner could not be taken in; try again");
    await writeSecrets(context, sql, partner.id, { text: "", written: null, platform: makeCredentials() });
    await writeAudit(sql, actor, { about: slug, partnerId: partner.id });
    return partner;
  });
}

/** Credentials for the platform that is played for a partner; the same for every run, so that its application can be set up once. */
const makeCredentials = (): PartnerSecrets["platform"] => ({
  partner_token: makeToken("ptk_"),
  system_user_token: makeToken("sut_"),
  v3_access_token: makeToken("v3t_"),
  application_id: 200,
});

/** The filters of partners: their state, or that they are archived. */
export const listedStates = [...partnerStates, "archived"] as const;

/** Which partners are wanted. */
export interface PartnerQuery {
  state?: (typeof listedStates)[number] | undefined;
  search?: string | undefined;
  /** The short name of the last partner of the page before. */
  after?: string | undefined;
}

/** How many partners a page has. */
export const partnerLines = 100;

/** A page of the partners, or of those with some ids, in a state, or whose name or short name holds a text; archived ones are shown where they are asked for. */
export const listPartners = (
  sql: Sql,
  { state, search = "", after }: PartnerQuery = {},
  among: readonly string[] | null = null,
): Promise<Partner[]> =>
  sql.query<Partner>(
    `SELECT ${columns} FROM assay.partners WHERE (archived_at IS NOT NULL) = ($1 = 'archived')
       AND ($1 IN ('', 'archived') OR state = $1) AND strpos(lower(name || ' ' || slug), lower($2)) > 0
       AND ($3::text IS NULL OR (name, slug) > (SELECT name, slug FROM assay.partners WHERE slug = $3))
       AND ($4::uuid[] IS NULL OR id = ANY ($4))
     ORDER BY name, slug LIMIT ${partnerLines}`,
    [state ?? "", search.trim(), after ?? null, among],
  );

export const findPartner = (sql: Sql, slug: string): Promise<Partner | undefined> =>
  first<Partner>(sql, `SELECT ${columns} FROM assay.partners WHERE slug = $1`, [slug]);

export const partnerById = (sql: Sql, id: string): Promise<Partner | undefined> =>
  first<Partner>(sql, `SELECT ${columns} FROM assay.partners WHERE id = $1`, [id]);

/** A partner whose row no other transaction changes until this one ends; what happens at once must not decide by an old state. */
export const lockPartner = (sql: Sql, id: string): Promise<Partner | undefined> =>
  first<Partner>(sql, `SELECT ${columns} FROM assay.partners WHERE id = $1 FOR UPDATE`, [id]);

/** The sealed facts of a partner; for runs, and for anyone who changes it. */
export async function readSecrets(
  { seal }: Pick<ConsoleContext, "seal">,
  sql: Sql,
  id: string,
): Promise<PartnerSecrets> {
  const row = await first<{ profile_sealed: string }>(sql, "SELECT profile_sealed FROM assay.partners WHERE id = $1", [
    id,
  ]);
  return secretsIn(seal.open(purpose(id), row?.profile_sealed ?? ""));
}

async function writeSecrets({ seal }: ConsoleContext, sql: Sql, id: string, secrets: PartnerSecrets): Promise<void> {
  await sql.query("UPDATE assay.partners SET profile_sealed = $2, profile_shown = $3 WHERE id = $1", [
    id,
    seal.seal(purpose(id), JSON.stringify(secrets)),
    secrets.written ? JSON.stringify(withoutSecrets(secrets.written)) : null,
  ]);
}

/** Keeps a profile; one that is wrong is refused with everything that is wrong. */
export async function saveProfile(
  context: ConsoleContext,
  actor: Actor,
  partner: Partner,
  text: string,
): Promise<void> {
  const before = await readSecrets(context, context.database, partner.id);
  const read = readProfileText(text, before.written);
  const complaints = "complaints" in read ? [] : await refusedAddresses(context.settings, read.written);
  const all = "complaints" in read ? read.complaints : complaints;
  const [worst] = all;
  if ("complaints" in read || worst)
    throw new ConsoleRefusal(
      "bad-input",
      all.map(({ path, what }) => (path.length > 0 ? `${path.join(".")}: ${what}` : what)).join("\n"),
      worst?.path.join("."),
    );
  await context.database.transaction(async (sql) => {
    await lockPartner(sql, partner.id);
    const secrets = await readSecrets(context, sql, partner.id);
    // The checked profile was completed with the secrets of another one.
    if (JSON.stringify(secrets.written) !== JSON.stringify(before.written))
      throw new ConsoleRefusal("conflict", "the profile was changed meanwhile; load it again, and repeat your change");
    await writeSecrets(context, sql, partner.id, { ...secrets, text: read.text, written: read.written });
    await writeAudit(sql, actor, { about: partner.slug, partnerId: partner.id });
  });
}

/** Makes new credentials for the platform; they are shown this once. */
export async function renewCredentials(
  context: ConsoleContext,
  actor: Actor,
  partner: Partner,
): Promise<PartnerSecrets["platform"]> {
  return context.database.transaction(async (sql) => {
    await lockPartner(sql, partner.id);
    const secrets = await readSecrets(context, sql, partner.id);
    const platform = makeCredentials();
    await writeSecrets(context, sql, partner.id, { ...secrets, platform });
    await writeAudit(sql, actor, { about: partner.slug, partnerId: partner.id });
    return platform;
  });
}

/** The profile as YAML, without anything secret. */
export const shownText = ({ profile_shown }: Partner): string => (profile_shown ? stringify(profile_shown) : "");

/** Seals profiles anew that were sealed with an earlier key. */
export const resealPartners = (context: ConsoleContext): Promise<number> =>
  resealColumn(context, { table: "partners", column: "profile_sealed", purpose });
