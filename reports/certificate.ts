import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Results } from "../record/results.ts";
import type { SpecificationIdentity } from "../specs/identity.ts";

/** What a signature covers, and the signature: DSSE, the envelope that in-toto statements travel in. */
export interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

interface Digested {
  name: string;
  digest: { sha256: string };
}

/** An in-toto statement that an application passed, with the test-result predicate. */
export interface Statement {
  _type: string;
  subject: Digested[];
  predicateType: string;
  predicate: {
    result: "PASSED";
    configuration: Digested[];
    passedTests: string[];
    warnedTests: string[];
    failedTests: string[];
    application: string;
    claims: string[];
    issued: string;
    expires: string;
  };
}

/** What a certificate is about. */
export interface Certified {
  /** results.json as it stands in the file. */
  results: string;
  /** The profile as it stands in the file. */
  profile: string;
  claims: readonly string[];
  issued: Date;
}

const payloadType = "application/vnd.in-toto+json";
const statementType = "https://in-toto.io/Statement/v1";
const predicateType = "https://in-toto.io/attestation/test-result/v0.1";

/** How long a certificate holds, in days: software and specification move on. */
const validFor = 365;

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

/** What names a public key: the digest of its standard form. */
export const keyId = (key: KeyObject): string =>
  sha256(createPublicKey(key.export({ type: "spki", format: "pem" })).export({ type: "spki", format: "der" }));

/** The bytes that DSSE signs: type and content, each with its length, so that neither can pass for the other. */
const preAuthentication = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** Certifies what results say. */
export function issueCertificate({ results, profile, claims, issued }: Certified, privateKey: KeyObject): Envelope {
  const { subject, specification, requirements } = JSON.parse(results) as Results;
  const ids = (outcome: string) => requirements.filter((one) => one.outcome === outcome).map(({ id }) => id);
  const statement: Statement = {
    _type: statementType,
    subject: [
      { name: "results.json", digest: { sha256: sha256(results) } },
      { name: subject.name, digest: { sha256: sha256(profile) } },
    ],
    predicateType,
    predicate: {
      result: "PASSED",
      configuration: [
        {
          name: `${specification.name} ${specification.version}`,
          digest: { sha256: specification.digest.replace("sha256:", "") },
        },
      ],
      passedTests: ids("pass"),
      warnedTests: ids("warn"),
      failedTests: [],
      application: subject.name,
      claims: [...claims],
      issued: issued.toISOString(),
      expires: new Date(issued.valueOf() + validFor * 86_400_000).toISOString(),
    },
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const signature = sign(null, preAuthentication(payloadType, payload), privateKey);
  return {
    payloadType,
    payload: payload.toString("base64"),
    signatures: [{ keyid: keyId(createPublicKey(privateKey)), sig: signature.toString("base64") }],
  };
}

/** What an envelope says, without asking who signed it. */
export const statementOf = ({ payload }: Envelope): Statement =>
  JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as Statement;

/** What a certificate is held against. */
export interface Circumstances {
  key: KeyObject;
  /** results.json as it was handed over with the certificate. */
  results: string;
  specification: SpecificationIdentity;
  /** The profile of the application that is to be listed, where it is known. */
  profile?: string | undefined;
  now: Date;
}

/** Why a certificate is not genuine, or what it says. */
export type Verification = { refused: string } | { statement: Statement };

/** Checks a certificate, offline. */
export function verifyCertificate(certificate: string, circumstances: Circumstances): Verification {
  const statement = openEnvelope(certificate, circumstances.key);
  if (typeof statement === "string") return { refused: statement };
  const refused = objections.map((object) => object(statement, circumstances)).find((one) => one !== undefined);
  return refused ? { refused } : { statement };
}

function openEnvelope(certificate: string, key: KeyObject): Statement | string {
  try {
    const envelope = JSON.parse(certificate) as Envelope;
    const payload = Buffer.from(envelope.payload, "base64");
    const bytes = preAuthentication(envelope.payloadType, payload);
    const isSigned = envelope.signatures.some(({ sig }) => verify(null, bytes, key, Buffer.from(sig, "base64")));
    if (!isSigned) {
      const by = envelope.signatures.map(({ keyid }) => keyid.slice(0, 12)).join(", ");
      return `the signature is not of this key (${keyId(key).slice(0, 12)}; it names ${by}), or the certificate was changed`;
    }
    const statement = statementOf(envelope);
    const { _type: type, predicateType: predicate } = statement;
    const isOurs = type === statementType && predicate === predicateType;
    return isOurs && envelope.payloadType === payloadType ? statement : "it is signed, but is no test-result statement";
  } catch {
    return "it is no DSSE envelope with an in-toto statement";
  }
}

type Objection = (statement: Statement, circumstances: Circumstances) => string | undefined;

/** What can be wrong with a certificate that is signed rightly. */
const objections: Objection[] = [
  ({ predicate }, { now }) => (new Date(predicate.expires) <= now ? `it expired on ${predicate.expires}` : undefined),
  ({ predicate }, { now }) =>
    new Date(predicate.issued).valueOf() > now.valueOf() + 300_000
      ? `it was issued in the future, on ${predicate.issued}`
      : undefined,
  ({ predicate }) => (predicate.result === "PASSED" ? undefined : `its result is ${String(predicate.result)}`),
  ({ subject, predicate }, { profile }) =>
    profile !== undefined && !subject.slice(1).some(({ digest }) => digest.sha256 === sha256(profile))
      ? `it is a certificate of another application or profile (it is of ${predicate.application})`
      : undefined,
  ({ subject }, { results }) =>
    subject[0]?.digest.sha256 === sha256(results) ? undefined : "results.json is not the one that was certified",
  ({ predicate }, { specification }) =>
    `sha256:${predicate.configuration[0]?.digest.sha256}` === specification.digest
      ? undefined
      : `it was given for another specification (${predicate.configuration[0]?.name}, with another digest than ${specification.name} ${specification.version} here)`,
];
