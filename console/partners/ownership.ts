import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, request } from "undici";
import type { WrittenPartnerProfile } from "../../harness/profiles/partner-profile.ts";
import type { Environment } from "../../reports/certificate/statement.ts";
import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import type { Sql } from "../store/database.ts";
import { withinPublicNetworks } from "../vault/private-networks.ts";
import { hashToken } from "../vault/tokens.ts";
import type { Partner } from "./partners.ts";
import { addressesIn, filledAddress, shownProfile } from "./profile.ts";

/** Where the token stands that proves whose an address is: at this path, or in a TXT record of the name with this prefix. */
export const ownershipPath = "/.well-known/assay-ownership.txt";
export const ownershipName = "_assay-ownership";

/** After how many days an address has to be proved again. */
const validDays = 365;

/** The time that a machine may take for an answer, in milliseconds, and how many bytes are read of it. */
const answeredWithin = 10_000;
const maxBytes = 4_096;

/** An address of an application, and how it was proved to be its partner's. */
export interface OwnedHost {
  host: string;
  /** "file" or "dns"; null where it was not proved. */
  how: "file" | "dns" | null;
  proved_at: Date | null;
}

/** The token that a partner shows at its addresses; it is public, and says nothing of the platform's secret addresses that it is made of. */
export const ownershipToken = ({ gate }: Pick<Partner, "gate">): string =>
  `assay-${hashToken(`ownership ${gate}`).slice(0, 40)}`;

/** The machines that a profile names, with their ports. */
const hostsIn = (written: Partial<WrittenPartnerProfile>): string[] =>
  [
    ...new Set(
      Object.values(addressesIn(written)).flatMap((url) => {
        const filled = filledAddress(url);
        return URL.canParse(filled) ? new URL(filled).host : [];
      }),
    ),
  ].toSorted();

/** The machines of a profile, and which of them were proved. */
export async function readOwnership(
  sql: Sql,
  partnerId: string,
  written: Partial<WrittenPartnerProfile> | null,
): Promise<OwnedHost[]> {
  const hosts = hostsIn(written ?? {});
  const proved = await sql.query<OwnedHost>(
    `SELECT host, how, proved_at FROM assay.owned_hosts
     WHERE partner_id = $1 AND host = ANY ($2::text[]) AND proved_at > now() - make_interval(days => $3)`,
    [partnerId, hosts, validDays],
  );
  return hosts.map((host) => proved.find((one) => one.host === host) ?? { host, how: null, proved_at: null });
}

/** The purpose of a run with these addresses: production only where each was proved, and there is one. */
export const environmentOf = (hosts: readonly OwnedHost[]): Environment =>
  hosts.length > 0 && hosts.every(({ how }) => how !== null) ? "production" : "development";

/** Looks for the partner's token at an address of its profile, and keeps that it was found. */
export async function proveHost(
  context: ConsoleContext,
  actor: Actor,
  partner: Partner,
  host: string,
): Promise<OwnedHost> {
  const url = Object.values(addressesIn(shownProfile(partner) ?? {}))
    .map((written) => filledAddress(written))
    .find((filled) => URL.canParse(filled) && new URL(filled).host === host);
  if (!url) throw new ConsoleRefusal("bad-input", "the profile has no such address; save it first", "host");
  const token = ownershipToken(partner);
  const file = await readFile(context, new URL(ownershipPath, url).href);
  const records = file.lines.includes(token) ? undefined : await readRecords(context, new URL(url).hostname);
  const how = records === undefined ? "file" : "dns";
  if (records && !records.lines.includes(token))
    throw new ConsoleRefusal("conflict", `the token was not found: ${file.says}; ${records.says}`, "host");
  return context.database.transaction(async (sql) => {
    const [proved] = await sql.query<OwnedHost>(
      `INSERT INTO assay.owned_hosts (partner_id, host, how) VALUES ($1, $2, $3)
       ON CONFLICT (partner_id, host) DO UPDATE SET how = excluded.how, proved_at = now() RETURNING host, how, proved_at`,
      [partner.id, host, how],
    );
    await writeAudit(sql, actor, { about: `${partner.slug}: ${host}`, partnerId: partner.id });
    return proved as OwnedHost;
  });
}

/** A found document, line by line, and a sentence about it. */
interface Found {
  lines: string[];
  says: string;
}

const nothing = (where: string, { code, message }: NodeJS.ErrnoException): Found => ({
  lines: [],
  says: `${where}: ${code ?? message}`,
});

async function readFile({ settings }: ConsoleContext, url: string): Promise<Found> {
  // Its connections are its own, so that each was made where it may be.
  const dispatcher = new Agent({ maxHeaderSize: 16_384 });
  try {
    return await withinPublicNetworks(settings, async () => {
      const answer = await request(url, { dispatcher, signal: AbortSignal.timeout(answeredWithin) });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        if ((length += chunk.length) > maxBytes) break;
      }
      const text = answer.statusCode === 200 ? Buffer.concat(chunks).toString("utf8", 0, maxBytes) : "";
      return { lines: text.split(/\r?\n/).map((line) => line.trim()), says: `${url} answered ${answer.statusCode}` };
    });
  } catch (error) {
    return nothing(url, error as NodeJS.ErrnoException);
  } finally {
    await dispatcher.destroy();
  }
}

async function readRecords({ settings }: ConsoleContext, hostname: string): Promise<Found> {
  const name = `${ownershipName}.${hostname}`;
  if (isIP(hostname.replace(/^\[|\]$/g, "")))
    return { lines: [], says: `${hostname} is a number, which has no TXT record` };
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (settings.nameServers) resolver.setServers([...settings.nameServers]);
  try {
    const records = await resolver.resolveTxt(name);
    return { lines: records.map((parts) => parts.join("")), says: `${name} has ${records.length} TXT records` };
  } catch (error) {
    return nothing(name, error as NodeJS.ErrnoException);
  }
}
