import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Entry } from "../record/journal.ts";
import { readJournal } from "../record/read-journal.ts";
import { rememberRun } from "../record/since.ts";
import { begin, end, exchange, finding, runOf } from "../record/testing/runs.ts";
import { issue, results } from "../reports/certificate/certificates.test-data.ts";
import { certificateOf } from "../reports/certificate/statement.ts";
import { writeRepros } from "../reports/repro/write-repros.ts";
import { prepareOut } from "./out-folder.ts";
import { assay } from "./testing/assay.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "assay-handed-over-"));

/** A record as somebody hands it over. */
function handedOver(entries: readonly unknown[]): string {
  const out = folder();
  writeFileSync(join(out, "journal.jsonl"), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  return out;
}

const request = { method: "GET", url: "http://127.0.0.1:1/api/v1/countries", headers: [["Accept", "x"]] };

describe("a journal that somebody hands over", () => {
  const sent = exchange("e-1");
  const hostile: [what: string, entry: unknown][] = [
    ["a method with a command", { ...sent, request: { ...request, method: "GET; touch x;" } }],
    ["a header that curl takes for a file", { ...sent, request: { ...request, headers: [["@/etc/passwd", ""]] } }],
    ["a call of control with a command", { kind: "control", path: "/x; touch x;", body: {} }],
    ["an address whose name is a command", { kind: "target", name: "t", urls: { "a;touch x;b": "http://a" } }],
    ["more parts than a list can have", begin({ shard: { part: 1, of: 200_000_000 } })],
    ["a beginning that is no time", begin({ started: "x" })],
    ["a seed that is no whole number", begin({ seed: 1.5 })],
    ["a contract without anything", { kind: "contract", result: {} }],
    ["steps that are none", { ...finding("DICT-2", "e-1"), example: { exploration: 1, text: "", isSequence: true } }],
    ["an end that is no time", { kind: "end", at: "", complete: true }],
  ];
  test.each(hostile)("is refused with %s", (_what, entry) => {
    expect(() => readJournal(join(handedOver([begin({}), entry]), "journal.jsonl"))).toThrow(/journal\.jsonl:2: /);
  });
});

test("a script lets curl read no file and no option from a record", () => {
  const body = "@/etc/passwd";
  const shown: unknown = { ...exchange("e-1"), request: { ...request, method: "POST", url: "-K/etc/passwd", body } };
  const out = folder();
  writeRepros(out, runOf(shown as Entry, finding("DICT-2", "e-1")));
  const script = readFileSync(join(out, "repro/DICT-2.sh"), "utf8");
  expect(script).toContain("--data-raw '@/etc/passwd'");
  expect(script).toContain("--url '-K/etc/passwd'");
});

test("a profile that lies in a record is used only where it is named", async () => {
  const out = handedOver([
    begin({ target: "assay.yaml" }),
    { kind: "target", name: "t", urls: {} },
    exchange("e-1"),
    finding("DICT-2", "e-1"),
    end,
  ]);
  writeFileSync(join(out, "assay.yaml"), "name: t\ncontrol: { adapter: ./adapter.mjs }\n");
  writeFileSync(
    join(out, "adapter.mjs"),
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(out, "ran"))}, "");`,
  );
  const { code, stderr } = await assay(["replay", out]);
  expect(stderr).toContain("lies in its folder; read it, and name it by --target");
  expect([code, existsSync(join(out, "ran"))]).toEqual([2, false]);
});

test("only the certificate of these very results is shown with them", () => {
  const text = JSON.stringify(issue());
  expect(certificateOf(text, results)).toEqual(issue());
  expect(certificateOf(text, `${results} `)).toBeUndefined();
  expect(certificateOf("{}", results)).toBeUndefined();
});

test("pipes in a folder keep no run waiting, and what it remembers is checked", () => {
  const out = folder();
  const { results: now } = runOf();
  execFileSync("mkfifo", ["history.json", `.assay-${process.pid}`], { cwd: out });
  prepareOut(out);
  const [own] = rememberRun(out, now);
  const odd = { ...own, finished: {}, verdict: 5, passed: "x" };
  writeFileSync(join(out, "history.json"), JSON.stringify([{ ...odd, name: now.subject.name }]));
  expect(rememberRun(out, now)).toEqual([own]);
});
