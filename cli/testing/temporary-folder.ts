import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a whole test run, and every process that it starts, a temporary folder of its own, and removes it at the end. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "assay-tests-"));
  // A database runs as a user of its own.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.XDG_STATE_HOME = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
