import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fieldsOf, isRecord, parseJson } from "../../base/json.ts";
import type { Credentials, Fixtures, Urls } from "../../harness/target.ts";
import type { Io } from "../io/io.ts";

/** The note of a running sandbox for other commands of the same user. */
export interface SandboxNote {
  pid: number;
  /** The folder that it was started from. */
  folder: string;
  /** True if other commands find it without its address; one that a script started is the script's. */
  isDiscovered: boolean;
  control: { url: string; token: string };
  urls: Partial<Urls>;
  credentials: Partial<Credentials>;
  fixtures: Partial<Fixtures>;
  ca_file?: string;
}

/** The folder of the notes: tokens are in them, so no one else may read it. */
function folderOf({ env }: Pick<Io, "env">): string {
  const { uid, username } = userInfo();
  return join(env.XDG_RUNTIME_DIR || tmpdir(), `assay-${uid < 0 ? username : uid}`);
}

/** Keeps the note of a sandbox that runs in this process; writing it again replaces it. Without a folder of our own there is none. */
export function noteSandbox(io: Pick<Io, "env">): {
  write(note: Omit<SandboxNote, "pid" | "folder">): void;
  remove(): void;
} {
  let file: string | undefined;
  return {
    write(note) {
      const folder = folderOf(io);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isOurs(folder)) return;
        file = join(folder, `sandbox-${process.pid}-${new URL(note.control.url).port}.json`);
        writeFileSync(file, JSON.stringify({ pid: process.pid, folder: process.cwd(), ...note }), { mode: 0o600 });
      } catch {
        // The sandbox serves without it; other commands then need its address.
      }
    },
    remove() {
      if (file) rmSync(file, { force: true });
    },
  };
}

/** True if a folder is a real one, and no one else could have put anything into it. */
function isOurs(folder: string): boolean {
  const { uid } = userInfo();
  const stat = lstatSync(folder);
  return stat.isDirectory() && (uid < 0 || (stat.uid === uid && (stat.mode & 0o077) === 0));
}

/** The sandboxes that this user runs on this machine. */
export function runningSandboxes(io: Pick<Io, "env">): SandboxNote[] {
  const folder = folderOf(io);
  try {
    if (!isOurs(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^sandbox-\d+-\d+\.json$/.test(name))
      .map((name) => parseJson(readFileSync(join(folder, name), "utf8")))
      .filter(isNote)
      .filter(({ pid }) => isRunning(pid));
  } catch {
    return [];
  }
}

/** True if a stored value is a note; that of another version may not be. */
const isNote = (value: unknown): value is SandboxNote => {
  const { pid, folder, isDiscovered, control, urls, credentials, fixtures } = fieldsOf(value);
  const { url, token } = fieldsOf(control);
  return (
    Number.isInteger(pid) &&
    typeof isDiscovered === "boolean" &&
    [folder, url, token].every((text) => typeof text === "string") &&
    [urls, credentials, fixtures].every(isRecord)
  );
};

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
