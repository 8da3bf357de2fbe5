import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UsageError } from "../errors.ts";
import { readTextFile } from "./read-text.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "file");
const wanted = { fix: "give a list", largest: 1_000_000 };

test("a text is read without the mark before it", () => {
  writeFileSync(file, "\uFEFFgrün 😀");
  expect(readTextFile(file, wanted)).toBe("grün 😀");
});

test.each<[string, () => void, string]>([
  [
    "a file in UTF-16",
    () => writeFileSync(file, "\uFEFFhello", "utf16le"),
    "it is written in UTF-16; save it as UTF-8",
  ],
  ["one without its mark", () => writeFileSync(file, "hello", "utf16le"), "it is written in UTF-16; save it as UTF-8"],
  [
    "a picture",
    () => writeFileSync(file, Buffer.from("89504e470d0a1a0a0000000d", "hex")),
    "this is a binary file; give a list",
  ],
  [
    "a text in Latin-1",
    () => writeFileSync(file, "grün", "latin1"),
    "this is not text in UTF-8; save it as UTF-8, or give a list",
  ],
  ["what is too large", () => truncateSync(file, 2_400_000), "it has 2 MB, and more than 1 MB are not read; split it"],
  ["nothing", () => rmSync(file), "there is no such file; give a list"],
  ["a link to itself", () => symlinkSync(file, file), "this link leads back to itself; give a list"],
  ["a pipe", () => execFileSync("sh", ["-c", `rm '${file}' && mkfifo '${file}'`]), "this is not a file; give a list"],
])("%s is refused in one line", (_, prepare, what) => {
  prepare();
  expect(() => readTextFile(file, wanted)).toThrow(new UsageError(`${file}: ${what}`));
});

test("a folder is refused in one line", () => {
  expect(() => readTextFile(folder, wanted)).toThrow(new UsageError(`${folder}: this is a folder; give a list`));
});
