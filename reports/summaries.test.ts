import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exchange, finding, runOf } from "../record/testing/runs.ts";
import { annotations } from "./github.ts";
import { markdown } from "./markdown.ts";
import { runBadge } from "./run-badge.ts";
import { reportToGithub } from "./write-reports.ts";

const run = runOf(
  exchange("e-1"),
  { kind: "judged", ids: ["DICT-2"] },
  finding("DICT-2", "e-1", "50%\nof | <b>@all</b>"),
);

test("Markdown shows the verdict, what is broken and its curl line, and a reason formats nothing and mentions no one", () => {
  const text = markdown(run.results);
  expect(text).toMatch(/^## ❌ staging: not conformant, 1 of \d+ judged\n/);
  expect(text).toContain("### fail DICT-2");
  expect(text).toContain("found 50% of \\| &lt;b>&#64;all&lt;/b>, expected 2");
  expect(text).toContain("```sh\ncurl -sS 'http://127.0.0.1:8080/'\n```");
});

test("annotations are one line each, however many lines a reason has", () => {
  expect(annotations(run.results)).toMatch(/^::error title=DICT-2::found 50%25%0Aof [^\n]+\n$/);
});

describe("a build on GitHub", () => {
  const printed: string[] = [];
  const stderr = { write: (text: string) => printed.push(text) };

  test("gets the summary added to what it has written already, and annotations on standard error", () => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-github-")), "summary.md");
    for (const _ of [1, 2]) reportToGithub(run, { env: { GITHUB_STEP_SUMMARY: file }, stderr });
    expect(readFileSync(file, "utf8").match(/^## /gm)).toHaveLength(2);
    expect(printed.splice(0)).toEqual([annotations(run.results), annotations(run.results)]);
  });

  test("gets nothing where there is none", () => {
    reportToGithub(run, { env: {}, stderr });
    expect(printed).toEqual([]);
  });
});

test("the badge shows the verdict and how many of the judged requirements hold", () => {
  expect(runBadge(run.results)).toContain("API: not conformant, 0 of 1");
});
