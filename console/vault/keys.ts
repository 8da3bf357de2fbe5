import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import type { Environment } from "../../harness/profiles/profile-file.ts";
import type { KeyRing } from "./seal.ts";

/** The name of the file that holds the keys, in the data folder. */
export const keyFile = "assay.key";

/**
 * The keys that seal secrets: from the environment (ASSAY_KEY, and ASSAY_KEY_PREVIOUS after a change of key), or from a file in the data
 * folder, one key a line, the current one first. Where there is neither, a key is made.
 */
export function readKeys(folder: string, environment: Environment): KeyRing {
  const { ASSAY_KEY: current, ASSAY_KEY_PREVIOUS: previous = "" } = environment;
  if (current)
    return ringOf(
      [current, ...previous.split(",").filter(Boolean)],
      "ASSAY_KEY",
      "set it to `openssl rand -base64 32`",
    );
  const file = join(folder, keyFile);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  }
  const others = statSync(file).mode & 0o077;
  if (others !== 0 && process.platform !== "win32")
    throw new UsageError(`${file}: others may read this key; make it yours alone: chmod 600 ${file}`);
  return ringOf(readFileSync(file, "utf8").split("\n").filter(Boolean), file, "each line is `openssl rand -base64 32`");
}

function ringOf(texts: readonly string[], where: string, fix: string): KeyRing {
  const keys = texts.map((text) => Buffer.from(text.trim(), "base64"));
  const [first, ...rest] = keys;
  if (!first || keys.some(({ length }) => length !== 32))
    throw new UsageError(`${where}: a key has 32 bytes in base64; ${fix}`);
  return [first, ...rest];
}
