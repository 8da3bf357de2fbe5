import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { parseJson } from "../../base/json.ts";
import type { PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { freshFirst, isElsewhere, linkedLocations, maxLeft, type RunIds } from "../../library/platform/run-ids.ts";
import { changingFile, hold, InUse, lockOf } from "../folders/out-lock.ts";
import type { Io } from "../io/io.ts";

/** The ids of a certification, and an account of the Locations that it may leave linked. */
export interface CertifyIds extends RunIds {
  /** Strikes Locations off the account; all of this certification's, if none are named. */
  strike: (locations?: readonly number[]) => void;
  /** Lets others certify the application. */
  release: () => void;
}

/**
 * Takes ids that no earlier certification of this user had. Before the certification begins, its Locations are written to the account of the
 * application that learns of their end: also after a kill, the next certification can ask for it. Until it is released, no other certification of
 * the application begins: it would end the links of this one.
 */
export async function takeIds(
  { lifecycle_webhook_url: url }: Pick<PartnerProfile, "lifecycle_webhook_url">,
  io: Pick<Io, "env">,
): Promise<CertifyIds> {
  const folder = join(io.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "assay");
  const first = await takeFirst(folder);
  const own = linkedLocations(first);
  if (!url) return { first, left: [], strike: () => undefined, release: () => undefined };
  const name = `left-${createHash("sha256").update(url).digest("hex").slice(0, 16)}.json`;
  const release = holdAccount(join(folder, name), url);
  const left = readIds(join(folder, name)).filter(isElsewhere(first)).slice(-maxLeft);
  const account = new Set([...left, ...own]);
  write(folder, name, [...account]);
  return {
    first,
    left,
    strike(locations = own) {
      for (const location of locations) account.delete(location);
      write(folder, name, [...account]);
    },
    release,
  };
}

/** Takes the first id of a certification, while no other does. */
async function takeFirst(folder: string): Promise<number> {
  const file = join(folder, "last.json");
  const take = () => {
    const first = freshFirst(readIds(file)[0]);
    write(folder, "last.json", [first]);
    return first;
  };
  makeFolder(folder);
  return changingFile(file, "XDG_STATE_HOME", take).catch(take);
}

function holdAccount(file: string, url: string): () => void {
  try {
    return hold(
      lockOf(file),
      (holder, lock) =>
        `another assay (${holder}) certifies the application at ${url}; wait for it (if there is none, remove ${lock})`,
    );
  } catch (error) {
    if (error instanceof InUse) throw error;
    return () => undefined;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Nothing can be kept there, as when a file in it cannot be written.
  }
}

function readIds(file: string): number[] {
  const ids = parseJson(textOrNothing(file));
  return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];
}

/** Writes ids to a file, or removes it where there are none. Without a folder that can be written to, ids follow from the clock alone. */
function write(folder: string, name: string, ids: readonly number[]): void {
  const file = join(folder, name);
  try {
    if (ids.length > 0) writeWhole(file, JSON.stringify(ids), { mode: 0o600 });
    else rmSync(file, { force: true });
  } catch {
    // The next certification does not ask for an id that this one leaves linked; its requests about it are not judged.
  }
}
