import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import { UsageError } from "../base/errors.ts";
import { writeWhole } from "../base/files/write-whole.ts";
import { fieldsOf, parseJson } from "../base/json.ts";
import { parseKeySet, type TrustedKey, trust, trustedKeys } from "./certificate/trusted-keys.ts";

/** The most bytes of a file that are read: results of the longest runs have some megabytes. */
const maxBytes = 64_000_000;

/** Reads the text of a file; `prefix` says which option named it, and `fix` what to give instead. */
export function readText(file: string, prefix: string, fix: string): string {
  try {
    return readBounded(file);
  } catch (error) {
    if (error instanceof RangeError)
      throw new UsageError(`${prefix}${file}: it has more than ${maxBytes / 1e6} MB; ${fix}`);
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new UsageError(`${prefix}${file}: ${why}; ${fix}`);
  }
}

/** Reads a file piece by piece, since a pipe or a device has no size that could be asked first. */
function readBounded(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const chunks: Buffer[] = [];
    for (let total = 0; ; ) {
      const chunk = Buffer.alloc(1_000_000);
      const count = readSync(descriptor, chunk);
      if (count === 0) return Buffer.concat(chunks).toString("utf8");
      total += count;
      if (total > maxBytes) throw new RangeError(`${file} is too large`);
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the private key that certificates are signed with. */
export function readPrivateKey(file: string, prefix = "--key: "): KeyObject {
  const fix = "give a private key that `assay keys` made";
  const text = readText(file, prefix, fix);
  return ed25519(() => createPrivateKey(text), `${prefix}${file}: this is not an Ed25519 private key; ${fix}`);
}

/** Reads whose signatures are accepted: a public key, or a key set. */
export function readTrustedKeys(file: string, prefix = "--key: "): TrustedKey[] {
  const fix = "give a public key that `assay keys` made, or a key set";
  const text = readText(file, prefix, fix);
  // A JSON document that names no format of ours is no key set either.
  if (typeof fieldsOf(parseJson(text)).format === "string") return trustedKeys(parseKeySet(text, `${prefix}${file}`));
  return [trust(publicKeyIn(text, `${prefix}${file}`, fix))];
}

/** Reads a public key. */
export function readPublicKey(file: string, prefix: string): KeyObject {
  const fix = "give a public key that `assay keys` made";
  return publicKeyIn(readText(file, prefix, fix), `${prefix}${file}`, fix);
}

function publicKeyIn(text: string, place: string, fix: string): KeyObject {
  // A private key can be read as its public one, but no one should hand it around.
  if (text.includes("PRIVATE KEY")) throw new UsageError(`${place}: this is a private key; ${fix}`);
  return ed25519(() => createPublicKey(text), `${place}: this is not an Ed25519 public key; ${fix}`);
}

function ed25519(read: () => KeyObject, complaint: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch {
    // Whatever it is, it is not a key.
  }
  if (key?.asymmetricKeyType !== "ed25519") throw new UsageError(complaint);
  return key;
}

/** Makes a new key pair. */
export const makeKeys = (): { publicKey: KeyObject; privateKey: KeyObject } => generateKeyPairSync("ed25519");

/** Writes a private key for its owner alone; a file that is there already is left alone. */
export const writePrivateKey = (file: string, key: KeyObject): void =>
  writeFileSync(file, key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });

/** Writes a public key where everybody may read it. */
export const writePublicKey = (file: string, key: KeyObject): void =>
  writeWhole(file, key.export({ type: "spki", format: "pem" }).toString());
