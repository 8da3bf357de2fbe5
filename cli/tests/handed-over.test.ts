import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJournal } from "../../record/journal/read-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { rememberRun } from "../../record/since.ts";
import { begin, end, exchange, finding, runOf } from "../../record/testing/runs.ts";
import { copyOf, issue, results, resultsText, set, sign } from "../../reports/certificate/certificates.test-data.ts";
import { sha256 } from "../../reports/certificate/envelope.ts";
import type { Statement } from "../../reports/certificate/statement.ts";
import { certificateOf } from "../../reports/certificate/verify-certificate.ts";
import { writeRepros } from "../../reports/repro/write-repros.ts";
import { prepareOut } from "../folders/out-folder.ts";
import { assay } from "../testing/assay.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "assay-handed-over-"));

/** A record as someone hands it over. */
function handedOver(entries: readonly unknown[]): string {
  const out = folder();
  writeFileSync(join(out, "journal.jsonl"), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  return out;
}

const request = { method: "GET", url: "http://127.0.0.1:1/api/v1/countries", headers: [["Accept", "x"]] };

describe("a journal that someone hands over", () => {
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

test("only a certificate of these very results that says no more than they do is shown with them", () => {
  const text = JSON.stringify(issue());
  expect(certificateOf(text, results, [set])).toEqual(issue());
  expect(certificateOf(text, `${results} `, [set])).toBeUndefined();
  expect(certificateOf("{}", results, [set])).toBeUndefined();
  const claiming = (change: (statement: Statement) => void, about = results) => {
    const statement = copyOf(issue());
    const [first] = statement.subject;
    if (first) first.digest.sha256 = sha256(about);
    change(statement);
    return certificateOf(JSON.stringify(sign(statement)), about, [set]);
  };
  expect(claiming(() => undefined)).toBeDefined();
  expect(claiming(({ predicate }) => (predicate.application = "another"))).toBeUndefined();
  expect(claiming(({ predicate }) => predicate.claims.push("calls", "telepathy"))).toBeUndefined();
  expect(claiming(() => undefined, resultsText({ "INST-29": "fail" }))).toBeUndefined();
});

test("results that someone wrote pass for no more than they judged, and say nothing to terminals, shells and pages", async () => {
  const { results: judged } = runOf(exchange("e-1"), finding("DICT-2", "e-1"));
  const title = "x\u001B[2J `a\n\n# Passed\n\n![](https://h/p.png)\n` y";
  const evidence = [{ exchange: "e-1", curl: "curl -sS -i 'http://h/'; touch x" }];
  const out = folder();
  writeFileSync(
    join(out, "results.json"),
    JSON.stringify({
      ...judged,
      verdict: "pass",
      specification: { ...judged.specification, name: "S\u001B[2J" },
      spent: { "\u001B[2J": 1 },
      unlock: [{ supply: "\u001B[2J", requirements: ["DICT-1"] }],
      requirements: judged.requirements.map((result) =>
        result.outcome === "fail" ? { ...result, title, evidence } : result,
      ),
    }),
  );
  const { code, stdout } = await assay(["report", out]);
  expect([judged.verdict, code]).toEqual(["fail", 1]);
  expect(stdout).toContain("not conformant");
  expect(stdout).not.toMatch(/\p{Cc}(?<!\n)|touch x/u);
  expect(readFileSync(join(out, "summary.md"), "utf8")).not.toMatch(/^(?:# Passed|!\[)|touch x/m);
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
