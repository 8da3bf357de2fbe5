import { expect, test } from "vitest";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { judge } from "../suites/testing/judging.ts";
import { confirmFindings, type JournalLine } from "./confirm-findings.ts";

/** Every so many known faults; `FAULTS=all` tries each. TLS faults need a server with certificates. */
const every = process.env.FAULTS === "all" ? 1 : 5;
const tried = Object.entries(faults).filter(
  ([, { breaks }], index) => index % every === 0 && !breaks.startsWith("TLS"),
);

/** The share of findings that show by themselves that what was expected is not so; others need what came before them. */
const leastConfirmed = 0.6;

test("no finding of a known fault is contradicted by its evidence, and most are confirmed by it alone", {
  timeout: 3_600_000,
}, async () => {
  const contradicted: string[] = [];
  const counts = { confirmed: 0, seen: 0, contradicted: 0 };
  for (const [name, { breaks }] of tried) {
    const { entries } = await judge({ depth: "quick", only: [breaks], until: breaks, behaviour: behaviourWith(name) });
    for (const { finding, confirmation, why } of confirmFindings(
      JSON.parse(JSON.stringify(entries)) as JournalLine[],
    )) {
      if (confirmation === "contradicted") contradicted.push(`${name}: ${finding.requirement}: ${why}`);
      counts[confirmation]++;
    }
  }
  expect(contradicted).toEqual([]);
  expect(counts.confirmed / (counts.confirmed + counts.seen)).toBeGreaterThan(leastConfirmed);
});
