import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { packageFile } from "../../base/package-file.ts";
import { changeTables, exchangeParts, plainRules } from "../../regression/diff/differences/rules.ts";
import { assay } from "../testing/assay.ts";

const root = dirname(packageFile("package.json"));
const example = (name: string) => `examples/regression/${name}.yaml`;
const diff = (...args: string[]) => assay(["diff", ...args]);

/** The first line of an example that has a text. */
const lineOf = (name: string, text: string): number =>
  readFileSync(join(root, example(name)), "utf8")
    .split("\n")
    .findIndex((line) => line.includes(text)) + 1;

describe("docs/regression.md", () => {
  const text = readFileSync(join(root, "docs/regression.md"), "utf8");
  const shown = [...text.matchAll(/```text\n\$ npx assay (.+)\n([^]*?)```/g)].map(([, line = "", output = ""]) => ({
    line,
    output,
  }));

  test("shows five commands", () => expect(shown).toHaveLength(5));

  test.each(shown)("shows what `assay $line` prints", async ({ line, output }) => {
    const { stdout, stderr } = await assay(line.split(" "));
    expect([stdout, stderr]).toEqual([output, ""]);
  });

  test("shows the ignore file that is there", () => {
    expect(text).toContain(readFileSync(join(root, example("ignore")), "utf8"));
  });
});

test("docs/diff-rules.md lists every rule with its level, and none that is not there", () => {
  const lines = readFileSync(join(root, "docs/diff-rules.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const expected = [
    ...Object.values(changeTables).flatMap((table) =>
      Object.entries(table).map(([name, [sent, received]]) => `| \`${name}\` | ${sent} | ${received} |`),
    ),
    ...Object.entries(plainRules).map(([name, level]) => `| \`${name}\` | ${level} |`),
  ];
  expect(lines.slice(Object.keys(exchangeParts).length)).toEqual(expected);
});

describe("assay diff", () => {
  test("exits with 1 when something breaks, and with 0 when nothing does", async () => {
    expect((await diff(example("before"), example("after"))).code).toBe(1);
    expect((await diff(example("before"), example("agreed"))).code).toBe(0);
    expect((await diff("specs", "specs")).code).toBe(0);
  });

  test("prints one JSON document of the fixed format with --json, and nothing else", async () => {
    const { code, stdout, stderr } = await diff(
      example("before"),
      example("after"),
      "--ignore",
      example("ignore"),
      "--json",
    );
    const results = JSON.parse(stdout) as { findings: { level: string }[] };
    expect([code, stderr]).toEqual([1, ""]);
    expect(checkFormat("diff", results)).toEqual([]);
    expect(results).toMatchObject({
      format: "assay-diff/1",
      verdict: "breaking",
      counts: { breaking: 3, warning: 1, compatible: 2, ignored: 1 },
      stale: [{ why: "it expired on 2026-01-31" }, { why: "there is no such difference" }],
    });
  });

  test("prints no name that moves a terminal's cursor", async () => {
    const odd = "a\u001b[31m\nb";
    const document = (type: string) => ({
      openapi: "3.1.0",
      info: { title: "Odd", version: "1" },
      paths: { [`/${odd}`]: { get: { parameters: [{ name: odd, in: "query", schema: { type } }] } } },
    });
    const folder = mkdtempSync(join(tmpdir(), "assay-diff-"));
    const files = ["integer", "boolean"].map((type) => {
      writeFileSync(join(folder, type), JSON.stringify(document(type)));
      return join(folder, type);
    });
    for (const args of [files, [...files, "--markdown"]]) {
      const { code, stdout } = await diff(...args);
      expect(code).toBe(1);
      expect(stdout).not.toContain("\u001b");
      expect(stdout).toMatch(/GET \/a\\+u001b/);
    }
  });

  test("lists each difference in two lines with file and line, what breaks first, and where it was if it is gone", async () => {
    const { stdout } = await diff(example("before"), example("after"), "--versioning", "error");
    const blocks = stdout.split(/^(?=\S)/m).map((block) =>
      block
        .trimEnd()
        .split("\n")
        .map((line) => line.trim()),
    );
    expect(blocks[0]).toEqual([
      "breaking    The query parameter limit must now be at most 50 instead of at most 100.",
      `${example("after")}:${lineOf("after", "maximum: 50")} GET /countries [parameter-maximum-lowered] 9c50a8d377a7`,
    ]);
    const removed = lineOf("before", "/countries/{id}:") + 1;
    expect(blocks.find(([says]) => says?.includes("is gone"))?.at(-1)).toBe(`before: ${example("before")}:${removed}`);
    const levels = blocks.slice(0, 7).map(([says = ""]) => says.split(" ")[0]);
    expect(levels).toEqual([...Array.from({ length: 5 }, () => "breaking"), "compatible", "compatible"]);
  });

  test("lists the levels that --level asks for, counts all of them, and with --quiet lists none", async () => {
    const verdict = `${example("before")} -> ${example("after")}: breaking\n4 breaking, 1 warning, 2 compatible\n`;
    const breaking = await diff(example("before"), example("after"), "--level", "breaking");
    expect(breaking.stdout.match(/^(breaking|warning|compatible) /gm)).toHaveLength(4);
    expect(breaking.stdout.endsWith(`\n\n${verdict}`)).toBe(true);
    expect(breaking.code).toBe(1);
    expect((await diff(example("before"), example("after"), "--quiet")).stdout).toBe(verdict);
  });

  test("is no longer breaking when what breaks is ignored", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-diff-")), "ignore.yaml");
    const rules = [
      "parameter-maximum-lowered",
      "response-enum-value-added",
      "deprecated-operation-removed",
      "webhook-enum-value-added",
    ];
    writeFileSync(
      file,
      JSON.stringify({ ignore: rules.map((rule) => ({ rule, reason: "agreed", expires: "2099-12-31" })) }),
    );
    const { code, stdout } = await diff(example("before"), example("after"), "--ignore", file);
    expect(code).toBe(0);
    expect(stdout).toContain("0 breaking, 1 warning, 2 compatible, 4 ignored");
  });

  test("compares a bundled document with the folder's own", async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-diff-"));
    const file = join(folder, "v1.yaml");
    writeFileSync(file, (await assay(["spec", "--surface", "v1"])).stdout);
    const { code, stdout } = await diff("specs/openapi/callback.yaml", "specs/openapi/callback.yaml", "--json");
    expect([code, (JSON.parse(stdout) as { findings: unknown[] }).findings]).toEqual([0, []]);
    const bundled = await diff("specs/openapi/v1.yaml", file, "--json");
    const found = (JSON.parse(bundled.stdout) as { findings: { rule: string }[] }).findings;
    // The bundle has the media type put in as a pattern; the source names it.
    expect(new Set(found.map(({ rule }) => rule))).toEqual(
      new Set(["parameter-pattern-added", "major-version-missing"]),
    );
  });

  const mistakes: [args: string[], line: string | RegExp][] = [
    [
      ["nowhere.yaml", example("after")],
      "assay: nowhere.yaml: there is no such file; give an OpenAPI file or a specs folder\n",
    ],
    [["README.md", example("after")], /^assay: README\.md(:\d+|#).*\n$/],
    [
      ["package.json", example("after")],
      "assay: package.json#: openapi is missing; give an OpenAPI document of version 3.0, 3.1 or 3.2\n",
    ],
    [
      ["docs", "specs"],
      "assay: docs: openapi is missing, so this is not a specs folder; give one, a folder of OpenAPI files, or one such file\n",
    ],
    [["specs", example("after")], /give two OpenAPI files, or two specs folders\n$/],
    [[example("before")], /^assay: missing required argument 'new': give the new version; .*\n$/],
    [[example("before"), example("after"), "--json", "--markdown"], /cannot be used with/],
    [[example("before"), example("after"), "--ignore", "none.yaml"], /^assay: none\.yaml: there is no such file/],
  ];
  test.each(mistakes)("%j says what to fix and exits with 2", async (args, line) => {
    const { code, stdout, stderr } = await diff(...args);
    expect([code, stdout]).toEqual([2, ""]);
    if (typeof line === "string") expect(stderr).toBe(line);
    else expect(stderr).toMatch(line);
  });
});
