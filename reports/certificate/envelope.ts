import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** A payload and who signed it: DSSE, the envelope that in-toto statements travel in. */
export interface DsseEnvelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

export const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

/** The id of a public key: the digest of its standard form. */
export const keyId = (key: KeyObject): string =>
  sha256(createPublicKey(key.export({ type: "spki", format: "pem" })).export({ type: "spki", format: "der" }));

/** The id of a certificate: the digest of the signed content, however its envelope is written. */
export const certificateId = ({ payload }: DsseEnvelope): string => `sha256:${sha256(Buffer.from(payload, "base64"))}`;

/** Signs a payload. */
export function seal(payloadType: string, payload: Buffer, privateKey: KeyObject): DsseEnvelope {
  const signature = sign(null, signedBytes(payloadType, payload), privateKey);
  return {
    payloadType,
    payload: payload.toString("base64"),
    signatures: [{ keyid: keyId(createPublicKey(privateKey)), sig: signature.toString("base64") }],
  };
}

/** True if an Ed25519 key signed an envelope as it stands. */
export function isSignedBy({ payloadType, payload, signatures }: DsseEnvelope, key: KeyObject): boolean {
  const bytes = signedBytes(payloadType, Buffer.from(payload, "base64"));
  return (
    key.asymmetricKeyType === "ed25519" &&
    signatures.some(({ sig }) => verify(null, bytes, key, Buffer.from(sig, "base64")))
  );
}

/** The bytes that DSSE signs: type and content, each with its length, so that neither can pass for the other. */
const signedBytes = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
