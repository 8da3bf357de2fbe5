import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { begin, end } from "../testing/assay.ts";

/** A block of a page: its language, and its text. */
interface CodeBlock {
  language: string;
  text: string;
}

const blocksOf = (page: string): CodeBlock[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({ language, text }));

/** The shape of an answer: the keys of its objects, and of the first items of its lists. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return "";
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

const shownPort = "127.0.0.1:4403";

test("every command of docs/control.md does what the page says, in their order", async () => {
  const blocks = blocksOf(readFileSync(packageFile("docs/control.md"), "utf8"));
  const [start, ...commands] = blocks.filter(({ language }) => language === "sh");
  const [, ...args] = (start?.text.trim() ?? "").replace(" --port-base 4400", "").split(" ").slice(1);
  const { io, ended } = begin(args);
  const [, address = ""] =
    /http:\/\/(127\.0\.0\.1:\d+)\/control/.exec(await io.until("stdout", "Ctrl-C stops it.")) ?? [];
  const separator = "=== next ===";
  const script = commands.map(({ text }) => text).join(`\necho; echo '${separator}'\n`);
  const program = `"${process.execPath}" "${packageFile("dist/cli/assay.js")}"`;
  const { code, stdout, stderr } = await end(
    "bash",
    ["-e", "-c", script.replaceAll(shownPort, address).replaceAll("npx assay", program)],
    { cwd: mkdtempSync(join(tmpdir(), "assay-control-docs-")) },
  );
  io.interrupt();
  await ended;
  expect([code, stderr]).toEqual([0, ""]);

  const printed = stdout.split(separator).map((text) => text.trim().replaceAll(address, shownPort));
  expect(printed).toHaveLength(commands.length);
  for (const [index, command] of commands.entries()) {
    const shown = blocks[blocks.indexOf(command) + 1];
    if (shown?.language === "text") expect(printed[index]).toBe(shown.text.trim());
    if (shown?.language !== "json") continue;
    const [answer, example] = [printed[index] ?? "", shown.text].map((text) => shapeOf(JSON.parse(text)));
    expect(answer, command.text).toMatchObject(example as object);
  }
});
