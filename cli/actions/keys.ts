import type { KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { requireFolderOf } from "../../base/files/require-folder.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { keyId } from "../../reports/certificate/envelope.ts";
import { emptyKeySet, type KeySet, parseKeySet, rotateKeys } from "../../reports/certificate/trusted-keys.ts";
import { makeKeys, readPublicKey, readText, writePrivateKey, writePublicKey } from "../../reports/key-files.ts";
import { prepareOut } from "../folders/out-folder.ts";
import { changingFile } from "../folders/out-lock.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";

export interface KeysOptions {
  out: string;
  set?: string;
  add?: string;
  since?: Date;
}

/** Makes a key pair to sign certificates with, or takes a public key that is there; with --set it takes over in a key set. */
export async function keys(options: KeysOptions, io: Io): Promise<number> {
  const { set: file, add } = options;
  if (add !== undefined && file === undefined)
    throw new UsageError("--add: name the key set that the key belongs to with --set");
  if (file === undefined) return makeKey(options, io);
  requireFolderOf(file, "--set");
  return changingFile(file, "--set", () => makeKey(options, io));
}

function makeKey({ out, set: file, add, since = new Date() }: KeysOptions, io: Io): number {
  const set = file === undefined ? undefined : readKeySet(file);
  const publicKey = add === undefined ? makePair(out, io) : readPublicKey(add, "--add: ");
  io.stdout.write(`key id:      ${keyId(publicKey)}\n`);
  if (file !== undefined && set) {
    if (set.keys.some(({ kid }) => kid === keyId(publicKey)))
      throw new UsageError(`--add: ${add} is in ${file} already; give another key`);
    writeWhole(file, jsonText(rotateKeys(set, publicKey, since)));
    io.stdout.write(`key set:     ${file} (hand it out; assay verify --key checks with all its keys)\n`);
  }
  return exits.fine;
}

/** A key set to put a key into; where there is no such file, it begins. */
const readKeySet = (file: string): KeySet =>
  existsSync(file)
    ? parseKeySet(readText(file, "--set: ", "give the path of a key set"), `--set: ${file}`)
    : emptyKeySet;

/** Makes a pair; the private key is written for its owner alone, and never printed. */
function makePair(out: string, io: Io): KeyObject {
  prepareOut(out);
  const [privateFile, publicFile] = [join(out, "assay-private.pem"), join(out, "assay-public.pem")];
  const taken = [privateFile, publicFile].find((file) => existsSync(file));
  if (taken) throw new UsageError(`--out: ${taken} exists already; move it away, or name another folder`);
  const { publicKey, privateKey } = makeKeys();
  writePrivateKey(privateFile, privateKey);
  writePublicKey(publicFile, publicKey);
  io.stdout.write(
    [
      `private key: ${privateFile} (keep it secret; assay certify --key signs with it)`,
      `public key:  ${publicFile} (hand it out; assay verify --key checks with it)`,
      "",
    ].join("\n"),
  );
  return publicKey;
}
