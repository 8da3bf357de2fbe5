import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { profileKeys } from "../../harness/profiles/profile-keys.ts";
import { idleProgram, wordsOf } from "../testing/idle-program.ts";

const root = dirname(packageFile("package.json"));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "specs/README.md",
  "suites/AGENTS.md",
  "sandbox/AGENTS.md",
  "console/AGENTS.md",
  "regression/AGENTS.md",
  "specs/readings.md",
  ...["docs", "examples"].flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
      .map((file) => join(folder, file)),
  ),
];

/** The lines of a page's blocks in which assay is called. */
const callsIn = (page: string): string[] =>
  [...page.matchAll(/^```(?:sh|text|yaml)\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    [...block.matchAll(/^.*?\bnpx assay ((?:.*\\\n)*.*)$/gm)].map(([, line = ""]) => line),
  );

/** A heading as the link to it names it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("calls only commands and options that there are", async () => {
    for (const line of callsIn(text)) {
      const words = wordsOf(line.replaceAll("…", ""));
      await expect(idleProgram().parseAsync(words, { from: "user" }), line).resolves.toBeDefined();
    }
  });

  test("links only to files and headings that are there", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, file = "", anchor]) => {
      const target = file ? join(dirname(join(root, page)), file) : join(root, page);
      if (!existsSync(target)) return relative(root, target);
      const isHeading = (heading: string) => anchorOf(heading) === anchor;
      const isThere = !anchor || readHeadings(target).some(isHeading);
      return isThere ? "" : `${relative(root, target)}#${anchor}`;
    });
    expect(links.filter(Boolean)).toEqual([]);
  });
});

const readHeadings = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);

test("docs/profiles.md has the tables that the schemas give; npm run profile-tables writes them", async () => {
  const { withTables } = (await import(packageFile("scripts/profile-tables.mjs"))) as {
    withTables: (text: string, keys: typeof profileKeys) => string;
  };
  const text = read("docs/profiles.md");
  expect(text).toContain("| `fixtures.second_location_id` |");
  expect(text).toBe(withTables(text, profileKeys));
});
