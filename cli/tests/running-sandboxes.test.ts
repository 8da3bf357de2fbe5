import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteSandbox, runningSandboxes } from "../sandboxes/running-sandboxes.ts";

test("a sandbox is found by its note; what another version left in another form is no sandbox", () => {
  const runtime = mkdtempSync(join(tmpdir(), "assay-notes-"));
  const { uid, username } = userInfo();
  const folder = join(runtime, `assay-${uid < 0 ? username : uid}`);
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(
    join(folder, `sandbox-${process.pid}-1.json`),
    JSON.stringify({ pid: process.pid, control: "http://x" }),
  );
  writeFileSync(join(folder, `sandbox-${process.pid}-2.json`), "half a li");
  const io = { env: { XDG_RUNTIME_DIR: runtime } };
  expect(runningSandboxes(io)).toEqual([]);

  const control = { url: "http://127.0.0.1:4403/control", token: "secret" };
  const note = noteSandbox(io);
  note.write({ isDiscovered: true, control, urls: {}, credentials: {}, fixtures: {} });
  expect(runningSandboxes(io)).toEqual([
    { pid: process.pid, folder: process.cwd(), isDiscovered: true, control, urls: {}, credentials: {}, fixtures: {} },
  ]);
  note.remove();
  expect(runningSandboxes(io)).toEqual([]);
});
