import { type Environment, revisionOf, statementOf, type Waiver } from "../../reports/certificate/statement.ts";
import type { Sql } from "../store/database.ts";
import { setting } from "../store/settings.ts";
import { envelopeOf, type StoredCertificate } from "./certificates.ts";

/** The ways in which the directory is open. */
export const directoryModes = ["closed", "public"] as const;

/** The setting that makes the directory public. */
export const directorySetting = setting<(typeof directoryModes)[number]>("directory", { enum: directoryModes });

/** The public facts of an application that is certified. */
export interface Listed {
  partner: string;
  name: string;
  claims: string[];
  specification: string;
  revision: string;
  /** The version of the suite that judged, where the certificate names it. */
  suite: string | null;
  waivers: Waiver[];
  environment: Environment | null;
  certified_since: Date;
  issued_at: Date;
  expires_at: Date;
}

/** The number of applications that a page has. */
export const directoryLines = 100;

/** Applications with a certificate that is good now, by their short names, after one of them. */
export async function listCertified(sql: Sql, after = "", search = ""): Promise<Listed[]> {
  const rows = await sql.query<StoredCertificate & { partner: string; name: string; certified_since: Date | null }>(
    `SELECT p.slug AS partner, p.name, c.envelope, c.issued_at, c.expires_at,
       (SELECT max(e.at) FROM assay.events e WHERE e.partner_id = p.id AND e.kind = 'state' AND e.after = 'certified'
          AND e.before <> 'degraded') AS certified_since
     FROM assay.partners p JOIN assay.certificates c ON c.partner_id = p.id AND c.status = 'valid' AND c.expires_at > now()
     WHERE p.state IN ('certified', 'degraded') AND p.slug > $1 AND strpos(lower(p.name || ' ' || p.slug), lower($2)) > 0
     ORDER BY p.slug LIMIT $3`,
    [after, search.trim(), directoryLines],
  );
  return rows.map(({ partner, name, certified_since, issued_at, expires_at, ...certificate }) => {
    const statement = statementOf(envelopeOf({ ...certificate, issued_at, expires_at }));
    const { claims, configuration, suite, waivers = [], environment = null } = statement.predicate;
    return {
      partner,
      name,
      claims,
      specification: configuration[0]?.name ?? "",
      revision: revisionOf(statement),
      suite: suite?.version ?? null,
      waivers,
      environment,
      certified_since: certified_since ?? issued_at,
      issued_at,
      expires_at,
    };
  });
}
