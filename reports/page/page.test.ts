import { expect, test } from "vitest";
import { exchange, finding, runOf } from "../../record/testing/runs.ts";
import { page } from "./page.ts";

const run = runOf(
  { kind: "proof", title: "countries are listed", ids: ["DICT-1"] },
  exchange("e-1", '{"success":true}', 418),
  { kind: "judged", ids: ["DICT-1", "DICT-2"] },
  finding("DICT-2", "e-1", "<script>alert(1)</script>"),
  { kind: "untestable", ids: ["CUR-3"], why: "the profile lacks a clock", applies: true },
  { kind: "judged", ids: ["INST-17/listCalls", "ACT-4/service_ids", "ACT-4/staff_ids", "ACT-4/resource_ids"] },
  { kind: "judged", ids: ["STAT-6/pending"] },
  finding("STAT-6", "e-1"),
  { kind: "untestable", ids: ["INST-17/listClients"], why: "listClients answers 422", applies: true },
  { kind: "untestable", title: "cities are listed", ids: ["DICT-1"], why: "it answers 403", applies: true },
  { kind: "observation", topic: "order of countries", value: "by id" },
);
const text = page(run, [{ file: "junit.xml", title: "JUnit" }]);
const lineOf = (id: string): string => new RegExp(`<details [^>]*id="${id}".*?</details>`, "s").exec(text)?.[0] ?? "";

test("a requirement that is broken shows what was seen and expected, the exchange and the curl line", () => {
  const line = lineOf("DICT-2");
  expect(line).toContain("<dt>Seen</dt><dd>&lt;script&gt;alert(1)&lt;/script&gt;</dd><dt>Expected</dt><dd>2</dd>");
  expect(line).toContain("GET http://127.0.0.1:8080/api/v1/countries?page=1\nAuthorization: Bearer $PARTNER_TOKEN");
  expect(line).toContain("curl -sS");
});

test("a requirement that holds says how often and where, and one that was not judged says why", () => {
  expect(lineOf("DICT-1")).toContain("<p>Held 1 time: countries are listed.</p>");
  expect(lineOf("CUR-3")).toContain("<p>The profile lacks a clock.</p>");
});

test("the page says which cells were judged, which were not and why, and which proofs a pass does not stand on", () => {
  expect(text).toMatch(/<dt>Cells<\/dt><dd>\d+ of \d+ judged<\/dd>/);
  const line = lineOf("INST-17");
  expect(line).toContain("<p>Held in 1 of 2 cells; not judged: listClients (listClients answers 422).</p>");
  expect(lineOf("ACT-4")).toContain("<p>3 of 3 cells judged.</p>");
  expect(text).toContain("<p>1 of 3 cells judged; not judged: active, freezed (nothing in this run shows it).</p>");
  expect(lineOf("DICT-1")).toContain("<p>Passed; 1 of 2 proofs could not be judged: it answers 403.</p>");
});

test("parts that have nothing to show are left out", () => {
  const parts = [...text.matchAll(/<section aria-labelledby="(\w+)">/g)].map(([, id]) => id);
  expect(parts).toEqual(["fixing", "requirements", "machine", "requests", "coverage", "observations"]);
});

test("coverage marks what is documented and was not seen, and what was seen and is not documented", () => {
  const row = /<tr><th scope="row">listCountries<br>.*?<\/tr>/s.exec(text)?.[0] ?? "";
  expect(row).toMatch(/class="chip off">200</);
  expect(row).toMatch(/class="chip odd">418 ×1</);
});

test("squares have a legend, an area that holds folds, and one with something broken lies open", () => {
  expect(text).toMatch(/class="key"[^]*Each square is a requirement: [^]*failed<[^]*untestable<[^]*left open</);
  const areaOf = (id: string) =>
    new RegExp(
      `<details class="area"( open)?><summary><h3>[^<]*<small>[^<]*</small></h3></summary>(?:(?!<details class="area")[^])*id="${id}"`,
    ).exec(text)?.[1];
  expect([areaOf("DICT-2"), areaOf("CUR-3")]).toEqual([" open", undefined]);
  expect(lineOf("DICT-2")).toMatch(/^<details [^>]* open>/);
});

test("contracts that fail are named at the top, by consumer and interaction", () => {
  const contract = { pact: "p.json", provider: "api", states: [], kind: "http" as const, mismatches: [], evidence: [] };
  const contracts = [
    {
      ...contract,
      consumer: "reader",
      interaction: "reads",
      requirements: ["DICT-1"],
      outcome: "fail" as const,
      reason: "found 500",
    },
    { ...contract, consumer: "reader", interaction: "writes", requirements: [], outcome: "pass" as const },
  ];
  const only = runOf(...contracts.map((result) => ({ kind: "contract" as const, result })));
  const shown = page(only, []);
  expect(shown).toMatch(/<h1><span class="verdict c-fail">Some contracts fail<\/span><\/h1>/);
  expect(shown).toContain("1 of 2 interactions of contracts fails");
  expect(shown).toContain("<li><b>reader</b>: reads: found 500</li>");
  expect(shown).toMatch(/Rests on:<\/p><ul class="names"><li><a href="#DICT-1">DICT-1<\/a> \w/);
  expect(shown.indexOf('id="contracts"')).toBeLessThan(shown.indexOf('id="requirements"'));
});

test("the page leads to its parts and to the other reports", () => {
  expect(/<nav .*?<\/nav>/s.exec(text)?.[0].match(/href="[^"]+"/g)).toEqual([
    'href="#fixing"',
    'href="#requirements"',
    'href="#machine"',
    'href="#requests"',
    'href="#coverage"',
    'href="#observations"',
    'href="junit.xml"',
  ]);
});
