import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { emptyState, type State } from "./state.ts";

/** Keeps a world's state across restarts. */
export interface Store {
  load(): State | undefined;
  save(state: State): void;
}

const format = "assay-sandbox/1";

/** A store in one file, which is always whole: the new state is written beside it and takes its place at once. */
export function createFileStore(file: string): Store {
  return {
    load() {
      let text: string;
      try {
        text = readFileSync(file, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
      const kept = parse(text);
      if (kept?.format !== format || !isWhole(kept.state))
        throw new Error(`${file} is no state of a sandbox; name another file, or remove it`);
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

/** Whether a state has everything that a state has, each of its kind. */
const isWhole = (state: State | undefined): state is State =>
  Object.entries(emptyState(0, 0)).every(([key, one]) => {
    const kept: unknown = (Object(state) as Record<string, unknown>)[key];
    return typeof kept === typeof one && kept !== null && Array.isArray(kept) === Array.isArray(one);
  });

function parse(text: string): { format?: string; state?: State } | undefined {
  try {
    return JSON.parse(text) as { format?: string; state?: State };
  } catch {
    return undefined;
  }
}
