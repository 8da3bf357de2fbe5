import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { UsageError } from "../../base/errors.ts";

/** The keys that secrets in the database are sealed with: the first seals, all of them open. */
export type KeyRing = readonly [Buffer, ...Buffer[]];

/** Seals and opens secrets; what was sealed for one purpose cannot be opened for another. */
export interface Seal {
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** The beginning of everything that is sealed with the key that seals now. */
  current: string;
  /** True if something is sealed with that key. */
  isCurrent(sealed: string): boolean;
}

const version = "s1";

/** AES-256-GCM with the keys of a ring. */
export function createSeal(keys: KeyRing): Seal {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const [current] = keys;
  const prefix = `${version}.${nameOf(current)}.`;
  return {
    current: prefix,
    seal(purpose, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"));
      return prefix + parts.join(".");
    },
    open(purpose, sealed) {
      const [format, name = "", ...parts] = sealed.split(".");
      const key = byName.get(name);
      if (format !== version || !key)
        throw new UsageError(
          `a secret in the database was sealed with the key ${name}, which is not here; add that key to ASSAY_KEY_PREVIOUS or to the key file`,
        );
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
    isCurrent: (sealed) => sealed.startsWith(prefix),
  };
}

/** Names a key without revealing anything of it. */
const nameOf = (key: Buffer): string =>
  createHash("sha256").update("assay key name").update(key).digest("hex").slice(0, 12);
