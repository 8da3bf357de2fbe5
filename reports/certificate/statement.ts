import type { DsseEnvelope } from "./envelope.ts";

/** The types that make an envelope a certificate: an in-toto statement with the test-result predicate. */
export const types = {
  payload: "application/vnd.in-toto+json",
  statement: "https://in-toto.io/Statement/v1",
  predicate: "https://in-toto.io/attestation/test-result/v0.1",
};

/** Something that a statement names by its digest. */
export interface ResourceDescriptor {
  name: string;
  digest: { sha256: string };
}

/** What a certificate states: that an application passed. */
export interface Statement {
  _type: string;
  /** The results, then the profile. */
  subject: ResourceDescriptor[];
  predicateType: string;
  predicate: {
    result: "PASSED";
    /** The specification. */
    configuration: ResourceDescriptor[];
    passedTests: string[];
    warnedTests: string[];
    failedTests: string[];
    application: string;
    /** The application's version, where its profile tells. */
    version?: string;
    claims: string[];
    issued: string;
    expires: string;
  };
}

/** What an envelope states, whoever signed it. */
export const statementOf = ({ payload }: DsseEnvelope): Statement =>
  JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as Statement;
