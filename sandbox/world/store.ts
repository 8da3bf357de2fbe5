import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { UsageError } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { latestTime } from "./clock.ts";
import { emptyState, type WorldState } from "./state.ts";

/** Keeps a world's state across restarts. */
export interface Store {
  load(): WorldState | undefined;
  save(state: WorldState): void;
}

const format = "assay-sandbox/1";

/** A store in one file that is never half-written: the new state is written to a file beside it, which then replaces it. */
export function createFileStore(file: string): Store {
  return {
    load() {
      const found = statSync(file, { throwIfNoEntry: false });
      if (!found) return undefined;
      // A pipe would be waited for, and a device may never end.
      const isRead = found.isFile() || found.isDirectory();
      const kept = parseJson(isRead ? readFileSync(file, "utf8") : "") as
        | { format?: string; state?: WorldState }
        | null
        | undefined;
      if (kept?.format !== format || !isWhole(kept.state))
        throw new UsageError(`${file} does not hold the state of a sandbox; name another file, or remove it`);
      return kept.state;
    },
    save(state) {
      const beside = `${file}.${process.pid}.tmp`;
      try {
        writeFileSync(beside, JSON.stringify({ format, state }));
        renameSync(beside, file);
      } catch (error) {
        rmSync(beside, { force: true });
        throw error;
      }
    },
  };
}

/** True if a state has every field, each of the right type, and times that a date can have. */
const isWhole = (state: WorldState | undefined): state is WorldState =>
  [state?.now, state?.today].every((time = -1) => time >= 0 && time <= latestTime) &&
  Object.entries(emptyState(0, 0)).every(([key, empty]) => {
    const kept: unknown = (Object(state) as Record<string, unknown>)[key];
    return typeof kept === typeof empty && kept !== null && Array.isArray(kept) === Array.isArray(empty);
  });
