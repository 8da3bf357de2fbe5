import { repeatsKey } from "../../base/files/repeated-keys.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import { isDeeperThan, parseJson } from "../../base/json.ts";
import { printable } from "../../base/text/printable.ts";
import { certificateId, type DsseEnvelope, isSignedBy } from "./envelope.ts";
import { type CertificateRefusal, isRefusal, refuse } from "./refusal.ts";
import type { TrustedKey } from "./trusted-keys.ts";

/** A kind of signed document. */
export interface SignedKind<T> {
  /** The beginning of a sentence about it. */
  it: string;
  called: string;
  payloadType: string;
  /** The schema of what it says, `docs/schemas/NAME.schema.json`. */
  schema: string;
  issued: (content: T) => string;
}

/** Whose signatures are accepted, and what time it is. */
export interface Trust {
  keys: readonly TrustedKey[];
  now: Date;
}

/** A document whose signature and form are right. */
export interface OpenedDocument<T> {
  /** The digest of what was signed. */
  id: string;
  content: T;
}

/** Opens a signed document: its envelope, its signature, its form, and whether the key was in use when it was issued. */
export function openSigned<T>(
  text: string,
  kind: SignedKind<T>,
  { keys, now }: Trust,
): OpenedDocument<T> | CertificateRefusal {
  const envelope = parseStrictly(text);
  if (!isEnvelope(envelope)) return refuse("not-an-envelope", `${kind.it} is not a DSSE envelope with one signature`);
  const signer = findSigner(kind.it, envelope, keys);
  if (isRefusal(signer)) return signer;
  const content = readContent(kind, envelope);
  if (isRefusal(content)) return content;
  const refusal = objectionToTime(kind.it, kind.issued(content.content), now, signer);
  return refusal ?? { id: certificateId(envelope), ...content };
}

/** How deeply a signed document may be nested; ours have five levels. */
const deepest = 32;

/** A JSON text that everybody reads alike; undefined for any other. */
function parseStrictly(text: string): unknown {
  const value = parseJson(text);
  return value === undefined || isDeeperThan(value, deepest) || repeatsKey(text, value) ? undefined : value;
}

/** True if a value is an envelope, whose base64 is written in the one usual way. */
function isEnvelope(value: unknown): value is DsseEnvelope {
  if (checkFormat("envelope", value).length > 0) return false;
  const { payload, signatures } = value as DsseEnvelope;
  return [payload, ...signatures.map(({ sig }) => sig)].every(
    (text) => Buffer.from(text, "base64").toString("base64") === text,
  );
}

function findSigner(it: string, envelope: DsseEnvelope, keys: readonly TrustedKey[]): TrustedKey | CertificateRefusal {
  const signer = keys.find(({ key }) => isSignedBy(envelope, key));
  const named = envelope.signatures.map(({ keyid }) => shortened(keyid)).join(", ");
  if (!signer) {
    const trusted = keys.length === 1 ? "this key" : "a key of this set";
    const ids = keys.map(({ id }) => shortened(id)).join(", ");
    const isNamed = envelope.signatures.some(({ keyid }) => keys.some(({ id }) => id === keyid));
    return refuse(
      "not-signed",
      isNamed
        ? `${it} was changed since it was signed: the signature of the key that it names (${named}) does not fit`
        : `${it} was not signed with ${trusted} (${ids}), but with another (${named})`,
    );
  }
  if (envelope.signatures.some(({ keyid }) => keyid !== signer.id))
    return refuse("wrong-key-id", `${it} names the key ${named}, but ${shortened(signer.id)} signed it`);
  if (signer.revoked !== undefined)
    return refuse(
      "key-revoked",
      `${it} was signed with the key ${named}, which is revoked: ${printable(signer.revoked)}`,
    );
  return signer;
}

const shortened = (keyid: string): string => printable(keyid).slice(0, 12);

function readContent<T>(kind: SignedKind<T>, envelope: DsseEnvelope): { content: T } | CertificateRefusal {
  if (envelope.payloadType !== kind.payloadType)
    return refuse(
      "wrong-type",
      `${kind.it} is signed, but is not ${kind.called}: its type is ${printable(envelope.payloadType)}`,
    );
  const content = parseStrictly(Buffer.from(envelope.payload, "base64").toString("utf8"));
  const [complaint] = checkFormat(kind.schema, content);
  if (!complaint) return { content: content as T };
  const place = complaint.path.length > 0 ? `${complaint.path.join(".")}: ` : "";
  return refuse("malformed", `${kind.it} is signed, but is not ${kind.called}: ${printable(place + complaint.what)}`);
}

/** How far two clocks may differ, in milliseconds. */
const clockTolerance = 300_000;

function objectionToTime(
  it: string,
  issued: string,
  now: Date,
  { id, from, until }: TrustedKey,
): CertificateRefusal | undefined {
  const time = new Date(issued).valueOf();
  if (time > now.valueOf() + clockTolerance)
    return refuse("not-yet-issued", `${it} was issued in the future, on ${issued}`);
  if (from && time < from.valueOf() - clockTolerance)
    return refuse(
      "key-not-in-use",
      `${it} was issued on ${issued}, before its key (${shortened(id)}) was in use, from ${from.toISOString()}`,
    );
  if (until && time > until.valueOf() + clockTolerance)
    return refuse(
      "key-not-in-use",
      `${it} was issued on ${issued}, after its key (${shortened(id)}) retired on ${until.toISOString()}`,
    );
  return undefined;
}
