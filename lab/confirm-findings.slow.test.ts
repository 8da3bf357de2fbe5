import { expect, test } from "vitest";
import { isWhole } from "../cli/testing/rows.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { judge } from "../suites/testing/judging.ts";
import { confirmFindings, type JournalLine } from "./confirm-findings.ts";

/** Every so many known faults. TLS faults need a server with certificates. */
const every = isWhole ? 1 : 5;
const tried = Object.entries(faults).filter(
  ([, { breaks }], index) => index % every === 0 && !breaks.startsWith("TLS"),
);

/** The share of faults of which a finding shows by itself that what was expected is not so; others need what came before them. */
const minConfirmed = 0.6;

test("no finding of a known fault is contradicted by its evidence, and most faults are confirmed by it alone", {
  timeout: 7_200_000,
}, async () => {
  const contradicted: string[] = [];
  const confirmed = new Set<string>();
  for (const [name, { breaks }] of tried) {
    const { entries } = await judge({ depth: "quick", only: [breaks], until: breaks, behaviour: behaviourWith(name) });
    for (const { finding, confirmation, why } of confirmFindings(
      JSON.parse(JSON.stringify(entries)) as JournalLine[],
    )) {
      if (confirmation === "contradicted") contradicted.push(`${name}: ${finding.requirement}: ${why}`);
      if (confirmation === "confirmed") confirmed.add(name);
    }
  }
  expect(contradicted).toEqual([]);
  expect(confirmed.size / tried.length).toBeGreaterThan(minConfirmed);
});
