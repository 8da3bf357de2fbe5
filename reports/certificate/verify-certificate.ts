import { parseDocument } from "../../base/files/read-document.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import { specificationName } from "../../specs/identity.ts";
import { loadRequirementSets, type RequirementSet } from "../../specs/ledger/requirement-sets.ts";
import { type DsseEnvelope, sha256 } from "./envelope.ts";
import type { Trust } from "./open-signed.ts";
import { type CertificateRefusal, isRefusal, refuse } from "./refusal.ts";
import { checkRevision, describeRevision, type RevisionCheck } from "./revision-check.ts";
import { describeApplication, openCertificate, type Statement } from "./statement.ts";
import { describeStatus, openCurrentStatusList, type StatusEntry, type StatusList, statusIn } from "./status-list.ts";

/** The facts that a certificate is checked against. */
export interface ExpectedFacts extends Trust {
  /** The text of the results.json that was handed over with the certificate, where there is one. */
  results?: string | undefined;
  /** The text of the profile of the application that is to be listed, where it is known. */
  profile?: string | undefined;
  /** The text of the issuer's status list, where it is to be asked. */
  status?: string | undefined;
  /** Refuses a certificate of whose claims the current revision asks something else. */
  require?: "current" | undefined;
  /** The frozen requirement sets, the oldest first. */
  sets?: readonly RequirementSet[];
}

/** A certificate that is accepted: what it states, and what is to be known besides. */
export interface GenuineCertificate {
  /** The digest of what was signed, by which status lists name it. */
  certificate: string;
  statement: Statement;
  revision: RevisionCheck;
  /** The entry of the status list; without one, the list does not name the certificate. */
  status?: Pick<StatusList, "number" | "issued" | "expires"> & { entry?: StatusEntry };
}

/** The statement of a certificate, or why it is not accepted. */
export type CertificateCheck = GenuineCertificate | CertificateRefusal;

/** Checks a certificate, offline. */
export function verifyCertificate(text: string, expected: ExpectedFacts): CertificateCheck {
  const opened = openCertificate(text, expected);
  if (isRefusal(opened)) return opened;
  const { id: certificate, content: statement } = opened;
  for (const objection of objections) {
    const refusal = objection(statement, expected);
    if (refusal) return refusal;
  }
  const revision = checkRevision(statement, expected.results, expected.sets ?? loadRequirementSets());
  if (isRefusal(revision)) return revision;
  if (expected.require === "current" && revision.changes.length > 0)
    return refuse("not-current", `it is not current: ${describeRevision(revision)}`, "not current");
  const status = expected.status === undefined ? {} : checkStatus(certificate, expected.status, expected);
  return isRefusal(status) ? status : { certificate, statement, revision, ...status };
}

/** A certificate of these very results, which show what it claims of the application that they are about; whether its issuer signed it is not known here. */
export function certificateOf(text: string, results: string, sets = loadRequirementSets()): DsseEnvelope | undefined {
  const envelope = parseJson(text);
  if (checkFormat("envelope", envelope).length > 0) return undefined;
  const statement = parseJson(Buffer.from((envelope as DsseEnvelope).payload, "base64").toString("utf8")) as Statement;
  if (checkFormat("certificate", statement).length > 0) return undefined;
  const { name } = fieldsOf(fieldsOf(parseJson(results)).subject);
  const isOfThese = statement.subject[0]?.digest.sha256 === sha256(results) && statement.predicate.application === name;
  return isOfThese && !isRefusal(checkRevision(statement, results, sets)) ? (envelope as DsseEnvelope) : undefined;
}

/** Objections to a certificate that has the right signature and form; each returns its refusal, if any. */
const objections: ((statement: Statement, expected: ExpectedFacts) => CertificateRefusal | undefined)[] = [
  ({ predicate: { issued, expires } }) =>
    new Date(expires) <= new Date(issued)
      ? refuse("malformed", `it expires on ${expires}, which is not after its issue on ${issued}`)
      : undefined,
  ({ predicate: { expires } }, { now }) =>
    new Date(expires) <= now ? refuse("expired", `it expired on ${expires}`, "expired") : undefined,
  (statement, { profile }) =>
    profile !== undefined && !statement.subject.slice(1).some(({ digest }) => digest.sha256 === sha256(profile))
      ? refuse("other-application", otherApplication(statement, profile), "for another application")
      : undefined,
  ({ subject }, { results }) =>
    results === undefined || subject[0]?.digest.sha256 === sha256(results)
      ? undefined
      : refuse("other-results", "results.json is not the one that was certified"),
  ({ predicate: { configuration } }) => {
    const [name = "", specification] = [configuration[0]?.name, specificationName()];
    return name.startsWith(`${specification} `)
      ? undefined
      : refuse("other-specification", `it was issued for another specification (${name}, not ${specification})`);
  },
];

/** The application of a certificate, and that of a profile that it was not issued for. */
function otherApplication(statement: Statement, profile: string): string {
  const { name, version } = fieldsOf(parseYaml(profile));
  const [certified, described] = [describeApplication(statement), [name, version].filter(Boolean).join(" ")];
  return certified === described
    ? `it is for another profile of ${certified}: the profile was changed since`
    : `it is for ${certified}; the profile describes ${described || "no application"}`;
}

/** A YAML text; nothing where it is none. */
function parseYaml(text: string): unknown {
  try {
    return parseDocument(text, "");
  } catch {
    return undefined;
  }
}

function checkStatus(
  certificate: string,
  text: string,
  trust: Trust,
): Pick<GenuineCertificate, "status"> | CertificateRefusal {
  const list = openCurrentStatusList(text, trust);
  if (isRefusal(list)) return { ...list, verdict: "status unknown" };
  const entry = statusIn(list, certificate);
  if (entry && entry.status !== "valid") return refuse(entry.status, `it is ${describeStatus(entry)}`, entry.status);
  const { number, issued, expires } = list;
  return { status: { number, issued, expires, ...(entry ? { entry } : {}) } };
}
