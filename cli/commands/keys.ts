import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { keyId } from "../../reports/certificate/envelope.ts";
import { makeKeys, writePrivateKey, writePublicKey } from "../../reports/key-files.ts";
import { exits } from "../exits.ts";
import type { Io } from "../io.ts";
import { prepareOut } from "../out-folder.ts";

/** Makes a key pair to sign certificates with; the private key is written for its owner alone, and never printed. */
export function keys({ out }: { out: string }, io: Io): number {
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
      `key id:      ${keyId(publicKey)}`,
      "",
    ].join("\n"),
  );
  return exits.fine;
}
