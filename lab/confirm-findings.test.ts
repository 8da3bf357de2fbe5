import { expect, test } from "vitest";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { judge } from "../suites/testing/judging.ts";
import { confirmFindings, type JournalLine } from "./confirm-findings.ts";

test.each([
  "addresses lose what is not ASCII",
  "dates leave out the last one for a room",
  "a malformed cursor is called foreign",
  "any user token opens clients",
])("what is found of “%s” is confirmed by its evidence", async (name) => {
  const { breaks = "" } = faults[name] ?? {};
  const { entries } = await judge({ depth: "quick", only: [breaks], behaviour: behaviourWith(name) });
  const all = confirmFindings(JSON.parse(JSON.stringify(entries)) as JournalLine[]);
  expect(all.filter(({ confirmation }) => confirmation === "contradicted")).toEqual([]);
  expect(all.filter(({ finding }) => finding.requirement === breaks).map(({ confirmation }) => confirmation)).toContain(
    "confirmed",
  );
});

/** A finding about the status or the title of a country, and the exchange that it names. */
const journal = (status: number, title: unknown, finding: Partial<JournalLine>): JournalLine[] => [
  {
    kind: "exchange",
    id: "e-1",
    response: { status, headers: {}, body: JSON.stringify({ data: [{ id: 7, title }] }) },
  },
  { kind: "finding", requirement: "DICT-1", exchange: "e-1", where: "GET /countries (200)", ...finding },
];

test.each<[string, string, JournalLine[]]>([
  [
    "confirmed",
    "a wrong type",
    journal(200, 5, { pointer: "/data/0/title", found: "the number 5", expected: "a string" }),
  ],
  [
    "contradicted",
    "another value",
    journal(200, 6, { pointer: "/data/0/title", found: "the number 5", expected: "a string" }),
  ],
  [
    "contradicted",
    "what was expected",
    journal(200, "5", { pointer: "/data/0/title", found: 'the string "5"', expected: "a string" }),
  ],
  [
    "contradicted",
    "another status",
    journal(404, 5, { pointer: "/data/0/title", found: "the number 5", expected: "a string" }),
  ],
  ["confirmed", "a wrong status", journal(200, 5, { pointer: "", found: "the status 200", expected: "401 or 403" })],
  [
    "contradicted",
    "a status that was promised",
    journal(200, 5, { pointer: "", found: "the status 200", expected: "success", promised: [200] }),
  ],
  ["contradicted", "no such exchange", journal(200, 5, { exchange: "e-2", found: "the status 200", expected: "401" })],
  [
    "contradicted",
    "an item that is there",
    journal(200, 5, { pointer: "/data", found: "not 1: id 7", expected: "each of 1: id 7" }),
  ],
  [
    "seen",
    "a form that is not known",
    journal(200, 5, { pointer: "/data", found: "something else", expected: "peace" }),
  ],
])("a finding is %s where its evidence shows %s", (confirmation, _, lines) => {
  expect(confirmFindings(lines).map((each) => each.confirmation)).toEqual([confirmation]);
});
