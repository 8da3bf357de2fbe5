import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { lockFolder } from "./folder-lock.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "assay-lock-"));
const inUse = "is in use by another assay serve";

/** A process with a temporary folder of its own that holds the lock of a folder until it is killed. */
async function startHolder(folder: string) {
  const module = pathToFileURL(packageFile("build/console/store/folder-lock.js")).href;
  const code = `const { lockFolder } = await import(${JSON.stringify(module)});
    await lockFolder(${JSON.stringify(folder)}); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...process.env, TMPDIR: newFolder() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  return holder;
}

test("a folder is locked for processes that have other temporary folders, until its process ends, however it ends", async () => {
  const folder = newFolder();
  const holder = await startHolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(inUse);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const lock = await lockFolder(folder);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder whose path is too long for a socket is locked as well", async () => {
  const folder = join(newFolder(), "a".repeat(100), "b".repeat(100));
  mkdirSync(folder, { recursive: true });
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(inUse);
  await lock.release();
  await (await lockFolder(folder)).release();
  expect(readdirSync(folder)).toEqual([]);
});

test("of several that lock a folder at once, at most one does", async () => {
  const folder = newFolder();
  for (let count = 0; count < 20; count++) {
    const tried = await Promise.allSettled([lockFolder(folder), lockFolder(folder), lockFolder(folder)]);
    const held = tried.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(held.length).toBeLessThan(2);
    for (const lock of held) await lock.release();
  }
});
