import type { KeyObject } from "node:crypto";
import type { SpecificationIdentity } from "../../specs/identity.ts";
import { type DsseEnvelope, isSignedBy, keyId, sha256 } from "./envelope.ts";
import { type Statement, statementOf, types } from "./statement.ts";

/** What a certificate is held against. */
export interface ExpectedFacts {
  /** The key that must have signed it. */
  key: KeyObject;
  /** The text of the results.json that was handed over with the certificate. */
  results: string;
  specification: SpecificationIdentity;
  /** The text of the profile of the application that is to be listed, where it is known. */
  profile?: string | undefined;
  now: Date;
}

/** What a certificate states, or why it is not genuine. */
export type CertificateCheck = { statement: Statement } | { refused: string };

/** Checks a certificate, offline. */
export function verifyCertificate(certificate: string, expected: ExpectedFacts): CertificateCheck {
  const opened = openEnvelope(certificate, expected.key);
  if ("refused" in opened) return opened;
  const refused = objections.map((objection) => objection(opened.statement, expected)).find(Boolean);
  return refused ? { refused } : opened;
}

function openEnvelope(certificate: string, key: KeyObject): CertificateCheck {
  try {
    const envelope = JSON.parse(certificate) as DsseEnvelope;
    if (!isSignedBy(envelope, key)) {
      const named = envelope.signatures.map(({ keyid }) => shortened(keyid)).join(", ") || "no key";
      return {
        refused: `it was not signed with this key (${shortened(keyId(key))}; it names ${named}), or it was changed since`,
      };
    }
    const statement = statementOf(envelope);
    const { _type: type, predicateType } = statement;
    const isCertificate =
      envelope.payloadType === types.payload && type === types.statement && predicateType === types.predicate;
    return isCertificate ? { statement } : { refused: "it is signed, but it is not a test-result statement" };
  } catch {
    return { refused: "it is not a DSSE envelope with an in-toto statement" };
  }
}

const shortened = (keyid: string): string => keyid.slice(0, 12);

/** How far in the future a certificate may have been issued, in milliseconds: clocks differ. */
const clockTolerance = 300_000;

/** What can be wrong with a certificate that has the right signature; each answers what is, if it is. */
const objections: ((statement: Statement, expected: ExpectedFacts) => string | undefined)[] = [
  ({ predicate }, { now }) => (new Date(predicate.expires) <= now ? `it expired on ${predicate.expires}` : undefined),
  ({ predicate }, { now }) =>
    new Date(predicate.issued).valueOf() > now.valueOf() + clockTolerance
      ? `it was issued in the future, on ${predicate.issued}`
      : undefined,
  ({ predicate }) => (predicate.result === "PASSED" ? undefined : `its result is ${String(predicate.result)}`),
  ({ subject, predicate }, { profile }) =>
    profile !== undefined && !subject.slice(1).some(({ digest }) => digest.sha256 === sha256(profile))
      ? `it is for another application or profile (it is for ${predicate.application})`
      : undefined,
  ({ subject }, { results }) =>
    subject[0]?.digest.sha256 === sha256(results) ? undefined : "results.json is not the one that was certified",
  ({ predicate: { configuration } }, { specification }) =>
    `sha256:${configuration[0]?.digest.sha256}` === specification.digest
      ? undefined
      : `it was issued for another specification (${configuration[0]?.name}, whose digest is not that of ${specification.name} ${specification.version} here)`,
];
