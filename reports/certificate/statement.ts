import { parseFormat } from "../../base/formats/format-check.ts";
import type { SuiteIdentity } from "../../specs/suite.ts";
import type { DsseEnvelope } from "./envelope.ts";
import { type OpenedDocument, openSigned, type SignedKind, type Trust } from "./open-signed.ts";
import type { CertificateRefusal } from "./refusal.ts";

/** The types that make an envelope a certificate: an in-toto statement with the test-result predicate. */
export const types = {
  payload: "application/vnd.in-toto+json",
  statement: "https://in-toto.io/Statement/v1",
  predicate: "https://in-toto.io/attestation/test-result/v0.1",
};

/** Something that a statement names by its digest. */
interface ResourceDescriptor {
  name: string;
  digest: { sha256: string };
}

/** A requirement that does not count until the end of a day, by a decision. */
export interface Waiver {
  id: string;
  reason: string;
  until: string;
}

/** The purpose of a run: production only where the application's addresses were proved to be its owner's. */
export type Environment = "production" | "development";

/** The statement of a certificate: that an application passed; docs/schemas/certificate.schema.json describes it. */
export interface Statement {
  _type: string;
  /** The results, then the profile. */
  subject: ResourceDescriptor[];
  predicateType: string;
  predicate: {
    result: "PASSED";
    /** The specification, then the set of requirements. */
    configuration: ResourceDescriptor[];
    passedTests: string[];
    warnedTests: string[];
    failedTests: string[];
    application: string;
    /** The application's own version, where its profile names one. */
    version?: string;
    claims: string[];
    /** The revision of the specification whose requirements were judged; certificates had none at first. */
    revision?: string;
    /** The suite that judged; certificates did not name it at first. */
    suite?: SuiteIdentity;
    /** Failures that do not count until a day, by a decision of the issuer. */
    waivers?: Waiver[];
    /** The purpose of the run, where the issuer asks for proof of the addresses. */
    environment?: Environment;
    issued: string;
    expires: string;
    /** Set where the key was made for this certificate alone. */
    ephemeralKey?: true;
  };
}

/** The statement in an envelope, regardless of who signed it. */
export const statementOf = ({ payload }: DsseEnvelope): Statement =>
  parseFormat<Statement>("certificate", Buffer.from(payload, "base64").toString("utf8"));

const certificates: SignedKind<Statement> = {
  it: "it",
  called: "a certificate",
  payloadType: types.payload,
  schema: "certificate",
  issued: ({ predicate }) => predicate.issued,
};

/** Opens a certificate: its signature and its form are right, whatever it is worth now. */
export const openCertificate = (text: string, trust: Trust): OpenedDocument<Statement> | CertificateRefusal =>
  openSigned(text, certificates, trust);

/** An application with its version. */
export const describeApplication = ({ predicate: { application, version } }: Statement): string =>
  version === undefined ? application : `${application} ${version}`;

/** The revision that a statement was issued under; before certificates named it, it was the specification's version. */
export const revisionOf = ({ predicate: { revision, configuration } }: Statement): string =>
  revision ?? configuration[0]?.name.split(" ").at(-1) ?? "";

/** The worth of a key that was made for one certificate alone. */
export const ephemeralNote =
  "The key was made for this certificate alone: it shows that nothing was changed since, and proves nothing about who signed.";
