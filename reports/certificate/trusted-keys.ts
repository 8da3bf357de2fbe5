import { createPublicKey, type KeyObject } from "node:crypto";
import { UsageError } from "../../base/errors.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import { parseJson } from "../../base/json.ts";
import { keyId } from "./envelope.ts";

/** A public key whose signatures are accepted, and when it was in use; without times, always. */
export interface TrustedKey {
  id: string;
  key: KeyObject;
  from?: Date;
  until?: Date;
  /** Why nothing that it signed counts any more, whenever that was. */
  revoked?: string;
}

/** The public keys of an issuer with their times: a JWK set (RFC 7517) whose keys have `from`, `until` and `revoked` besides. */
export interface KeySet {
  format: "assay-keys/1";
  keys: ListedKey[];
}

/** A key of a key set. */
interface ListedKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  from: string;
  until?: string;
  revoked?: string;
}

/** A key that is accepted whenever it signed. */
export const trust = (key: KeyObject): TrustedKey => ({ id: keyId(key), key });

/** Reads the text of a key set; what is wrong with it is the caller's mistake. `place` says where the text stands. */
export function parseKeySet(text: string, place: string): KeySet {
  const set = parseJson(text);
  const [complaint] = checkFormat("key-set", set);
  if (complaint)
    throw new UsageError(`${place}: ${[complaint.path.join("."), complaint.what].filter(Boolean).join(": ")}`);
  const { keys } = set as KeySet;
  for (const [index, listed] of keys.entries()) {
    const problem = problemOf(listed, keys.slice(0, index));
    if (problem) throw new UsageError(`${place}: keys.${index}.${problem}`);
  }
  return set as KeySet;
}

function problemOf(listed: ListedKey, earlier: ListedKey[]): string | undefined {
  const key = publicKeyOf(listed);
  if (!key) return "x: this is not an Ed25519 public key";
  if (keyId(key) !== listed.kid) return `kid: found ${listed.kid}, expected ${keyId(key)}, which is the id of its key`;
  if (earlier.some(({ kid }) => kid === listed.kid)) return `kid: ${listed.kid} is listed twice; keep one of them`;
  if (listed.until !== undefined && new Date(listed.until) < new Date(listed.from)) return "until: it is before from";
  return undefined;
}

/** The keys of a key set, to check signatures with. */
export const trustedKeys = ({ keys }: KeySet): TrustedKey[] =>
  keys.map((listed) => ({
    id: listed.kid,
    key: publicKeyOf(listed) as KeyObject,
    from: new Date(listed.from),
    ...(listed.until === undefined ? {} : { until: new Date(listed.until) }),
    ...(listed.revoked === undefined ? {} : { revoked: listed.revoked }),
  }));

function publicKeyOf({ kty, crv, x }: ListedKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  } catch {
    return undefined;
  }
}

/** A key set in which a key takes over at some time: those in use until then retire, and so does the key itself where another came after it. */
export function rotateKeys(set: KeySet, key: KeyObject, from: Date): KeySet {
  const fresh = listKey(key, from);
  const earlier = set.keys.filter((listed) => byTime(listed, fresh) <= 0);
  const [next, ...later] = set.keys.filter((listed) => byTime(listed, fresh) > 0).toSorted(byTime);
  return {
    ...set,
    keys: [
      ...earlier.map((listed) => (listed.until === undefined ? { ...listed, until: fresh.from } : listed)),
      ...(next ? [{ ...fresh, until: next.from }, next, ...later] : [fresh]),
    ],
  };
}

const byTime = (a: ListedKey, b: ListedKey): number => Date.parse(a.from) - Date.parse(b.from);

/** A key set without keys. */
export const emptyKeySet: KeySet = { format: "assay-keys/1", keys: [] };

function listKey(key: KeyObject, from: Date): ListedKey {
  const { x = "" } = key.export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x, kid: keyId(key), from: from.toISOString() };
}
