import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { UsageError } from "../base/errors.ts";

/** Reads the text of a file; `prefix` says which option named it, and `mend` what to give instead. */
export function readText(file: string, prefix: string, mend: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new UsageError(`${prefix}${file}: ${why}; ${mend}`);
  }
}

/** Reads the private key that certificates are signed with. */
export function readPrivateKey(file: string, prefix = "--key: "): KeyObject {
  const mend = "give a private key that `assay keys` made";
  const text = readText(file, prefix, mend);
  return ed25519(() => createPrivateKey(text), `${prefix}${file}: this is not an Ed25519 private key; ${mend}`);
}

/** Reads the public key that certificates are checked with. */
export function readPublicKey(file: string, prefix = "--key: "): KeyObject {
  const mend = "give a public key that `assay keys` made";
  const text = readText(file, prefix, mend);
  // A private key can be read as its public one, but nobody should hand it around.
  if (text.includes("PRIVATE KEY")) throw new UsageError(`${prefix}${file}: this is a private key; ${mend}`);
  return ed25519(() => createPublicKey(text), `${prefix}${file}: this is not an Ed25519 public key; ${mend}`);
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
  writeFileSync(file, key.export({ type: "spki", format: "pem" }));
