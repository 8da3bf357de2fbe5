import { expect, test } from "vitest";
import { rowsOf } from "../cli/testing/rows.ts";
import { derivedFaults } from "../sandbox/faults/derived/derived.ts";
import { tryDerivedFaults } from "./mutants/derived.ts";

const names = [...derivedFaults().values()].filter(({ kind }) => kind === "value").map(({ name }) => name);

test("each field whose oracle is more than its type is judged by it: another value of the type is found", async () => {
  expect(names.length).toBeGreaterThan(150);
  const trials = await tryDerivedFaults(rowsOf(names), 42);
  expect(
    trials.filter(({ found }) => !found).map(({ fault, shown }) => `${fault}${shown ? "" : ", never shown"}`),
  ).toEqual([]);
}, 600_000);
