import { emptyStatusList, renewStatusList } from "../../reports/certificate/change-status.ts";
import { issueStatusList, type StatusEntry } from "../../reports/certificate/status-list.ts";
import { emptyKeySet, rotateKeys } from "../../reports/certificate/trusted-keys.ts";
import type { ConsoleContext } from "../context.ts";
import { type Database, databaseTime, first, type Sql } from "../store/database.ts";
import { claimSetting, setting, writeSetting } from "../store/settings.ts";
import { object } from "../store/stored.ts";
import type { StoredCertificate } from "./certificates.ts";
import { currentKey, signingKeys } from "./signing.ts";

/** A status list as it was issued last. */
interface IssuedList {
  number: number;
  /** The digest of what it says. */
  says: string;
  issued: string;
  text: string;
}

const listSetting = setting<IssuedList>(
  "status list",
  object({
    number: { type: "integer" },
    says: { type: "string" },
    issued: { type: "string" },
    text: { type: "string" },
  }),
);

/** For how many days a status list can be relied on, and after how many hours it is issued anew though nothing changed. */
const validDays = 7;
const renewAfterHours = 24;

/** The list that this process handed out last: strangers ask for it, and thousands of certificates make it long. */
const lists = new WeakMap<Database, IssuedList>();

/** The signed status list of all certificates, issued anew when something changed or it ages; one process issues at a time. */
export async function statusListText(context: ConsoleContext): Promise<string> {
  const { database } = context;
  const known = lists.get(database);
  if (known && (await isCurrent(database, known))) return known.text;
  const list = await database.transaction((sql) => issueList(context, sql));
  lists.set(database, list);
  return list.text;
}

async function issueList(context: ConsoleContext, sql: Sql): Promise<IssuedList> {
  const before = await claimSetting(sql, listSetting);
  if (before && (await isCurrent(sql, before))) return before;
  // A change while the entries are read makes another list.
  const says = await readDigest(sql);
  const [certificates, now] = [await readEntries(sql), await databaseTime(sql)];
  const list = renewStatusList({ ...emptyStatusList, number: before?.number ?? 0, certificates }, now, validDays);
  const text = JSON.stringify(issueStatusList(list, await currentKey(context, sql)));
  const issued = { number: list.number, says, issued: list.issued, text };
  await writeSetting(sql, listSetting, issued);
  return issued;
}

async function isCurrent(sql: Sql, { says, issued }: IssuedList): Promise<boolean> {
  const age = (await databaseTime(sql)).valueOf() - Date.parse(issued);
  return age < renewAfterHours * 3_600_000 && says === (await readDigest(sql));
}

/** Certificates that have not expired: of one that has, nothing more needs to be said. */
const unexpired = `FROM (SELECT c.digest, c.status, c.reason, c.changed_at, c.issued_at, c.expires_at, p.name
    FROM assay.certificates c JOIN assay.partners p ON p.id = c.partner_id
  UNION ALL SELECT digest, status, reason, changed_at, issued_at, expires_at, name FROM assay.left_certificates) c
  WHERE c.expires_at > now()`;

/** The digest of what a list says, made by the database: strangers ask for the list, and to read thousands of entries takes time. */
const readDigest = async (sql: Sql): Promise<string> =>
  (
    await first<{ says: string }>(
      sql,
      `SELECT md5(coalesce(string_agg(concat_ws('|', c.digest, c.status, c.changed_at, c.reason, c.name), chr(10) ORDER BY c.digest), ''))
         AS says ${unexpired}`,
    )
  )?.says ?? "";

/** The status of each certificate. */
async function readEntries(sql: Sql): Promise<StatusEntry[]> {
  const rows = await sql.query<StoredCertificate & { name: string }>(
    `SELECT c.digest, c.status, c.reason, c.changed_at, c.name ${unexpired} ORDER BY c.issued_at, c.digest`,
  );
  return rows.map(({ digest, status, reason, changed_at, name }) => ({
    certificate: digest,
    application: name,
    status,
    date: changed_at.toISOString(),
    ...(reason ? { reason } : {}),
  }));
}

/** The public keys that certificates are and were signed with. */
export async function keySetText(context: ConsoleContext): Promise<string> {
  const keys = await context.database.transaction((sql) => signingKeys(context, sql));
  return JSON.stringify(keys.reduce((set, { publicKey, from }) => rotateKeys(set, publicKey, from), emptyKeySet));
}
