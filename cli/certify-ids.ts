import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseJson } from "../base/json.ts";
import { writeWhole } from "../base/write-whole.ts";
import type { PartnerProfile } from "../harness/partner-profile.ts";
import { freshFirst, linkedLocations, maxLeft, type RunIds } from "../library/run-ids.ts";
import type { Io } from "./io.ts";

/** The ids of a certification, and an account of the Locations that it may leave linked. */
export interface CertifyIds extends RunIds {
  /** Strikes Locations off the account; all of this certification's, if none are named. */
  strike: (locations?: readonly number[]) => void;
}

/**
 * Takes ids that no earlier certification of this user had. Before the certification begins, its Locations are written to the account of the
 * application that is told of their end: also after a kill, the next certification can ask for it.
 */
export function takeIds({ lifecycle_webhook_url }: Pick<PartnerProfile, "lifecycle_webhook_url">, io: Io): CertifyIds {
  const folder = join(io.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "assay");
  const [last] = readIds(join(folder, "last.json"));
  const first = freshFirst(last);
  write(folder, "last.json", [first]);
  const own = linkedLocations(first);
  if (!lifecycle_webhook_url) return { first, left: [], strike: () => undefined };
  const name = `left-${createHash("sha256").update(lifecycle_webhook_url).digest("hex").slice(0, 16)}.json`;
  const left = readIds(join(folder, name)).slice(-maxLeft);
  const account = new Set([...left, ...own]);
  write(folder, name, [...account]);
  return {
    first,
    left,
    strike(locations = own) {
      for (const location of locations) account.delete(location);
      write(folder, name, [...account]);
    },
  };
}

function readIds(file: string): number[] {
  try {
    const ids = parseJson(readFileSync(file, "utf8"));
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

/** Writes ids to a file, or removes it where there are none. Without a folder that can be written to, ids follow from the clock alone. */
function write(folder: string, name: string, ids: readonly number[]): void {
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (ids.length > 0) writeWhole(file, JSON.stringify(ids), { mode: 0o600 });
    else rmSync(file, { force: true });
  } catch {
    // What a certification leaves linked is then not asked for by the next; its requests about it are not judged.
  }
}
