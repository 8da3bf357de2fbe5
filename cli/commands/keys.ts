import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { keyId } from "../../reports/certificate/envelope.ts";
import { exits } from "../exits.ts";
import { makeKeys, writePublicKey } from "../key-files.ts";
import { prepareOut } from "../out-folder.ts";

/** Makes a key pair to sign certificates with; the private key is written for its owner alone, and never printed. */
export function keys({ out }: { out: string }): number {
  prepareOut(out);
  const [secret, open] = [join(out, "assay-private.pem"), join(out, "assay-public.pem")];
  const taken = [secret, open].find((file) => existsSync(file));
  if (taken) throw new UsageError(`--out: ${taken} is there already; move it away, or name another folder`);
  const { publicKey, privateKey } = makeKeys();
  writeFileSync(secret, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  writePublicKey(open, publicKey);
  process.stdout.write(
    `private key: ${secret} (keep it; assay certify --key signs with it)\npublic key:  ${open} (hand it out; assay verify --key checks with it)\nkey id:      ${keyId(publicKey)}\n`,
  );
  return exits.fine;
}
