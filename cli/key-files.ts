import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { UsageError } from "../base/errors.ts";

/** Reads the text of a file that an option names. */
export function textOf(file: string, option: string, what: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new UsageError(`${option}${file}: ${why}; ${what}`);
  }
}

/** The private key that certificates are signed with. */
export function privateKey(file: string): KeyObject {
  const mend = "give a private key as `assay keys` makes it";
  return ed25519(
    () => createPrivateKey(textOf(file, "--key: ", mend)),
    `--key: ${file}: this is no Ed25519 private key; ${mend}`,
  );
}

/** The public key that certificates are checked with. */
export function publicKey(file: string): KeyObject {
  const mend = "give a public key as `assay keys` makes it";
  const text = textOf(file, "--key: ", mend);
  // A private key can be read as its public one, but nobody should hand it around.
  if (text.includes("PRIVATE KEY")) throw new UsageError(`--key: ${file}: this is a private key; ${mend}`);
  return ed25519(() => createPublicKey(text), `--key: ${file}: this is no Ed25519 public key; ${mend}`);
}

function ed25519(read: () => KeyObject, complaint: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  if (key?.asymmetricKeyType !== "ed25519") throw new UsageError(complaint);
  return key;
}

/** A fresh key pair. */
export const makeKeys = (): { publicKey: KeyObject; privateKey: KeyObject } => generateKeyPairSync("ed25519");

/** Writes a public key where everybody may read it. */
export const writePublicKey = (file: string, key: KeyObject): void =>
  writeFileSync(file, key.export({ type: "spki", format: "pem" }));
