/** Why something signed is not accepted; a code for programs, a sentence for people. */
export interface CertificateRefusal {
  refused: string;
  code: RefusalCode;
  /** The verdict on a certificate that the issuer did sign; without it, it is not genuine. */
  verdict?: RefusedVerdict;
}

/** The verdict on a refused certificate that the issuer did sign. */
export type RefusedVerdict =
  | "superseded"
  | "suspended"
  | "revoked"
  | "expired"
  | "not current"
  | "for another application"
  | "status unknown";

export type RefusalCode =
  | "not-an-envelope"
  | "not-signed"
  | "wrong-key-id"
  | "key-revoked"
  | "key-not-in-use"
  | "wrong-type"
  | "malformed"
  | "expired"
  | "not-yet-issued"
  | "other-application"
  | "other-results"
  | "not-passed"
  | "not-judged"
  | "other-specification"
  | "unknown-revision"
  | "other-requirements"
  | "not-current"
  | "list-expired"
  | "superseded"
  | "suspended"
  | "revoked";

export const refuse = (code: RefusalCode, refused: string, verdict?: RefusedVerdict): CertificateRefusal => ({
  refused,
  code,
  ...(verdict === undefined ? {} : { verdict }),
});

export const isRefusal = (value: object): value is CertificateRefusal => "refused" in value;
