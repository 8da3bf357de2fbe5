import { expect, test } from "vitest";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { scenarios } from "./certification.ts";
import { claimed } from "./claims.ts";
import { judgements } from "./history.ts";
import { bySchema, rules } from "./rules.ts";

const ledger = loadLedger().filter((one) => binds(one, "partner"));
const checked = new Set([
  ...scenarios.flatMap(({ judges }) => judges),
  ...judgements.flatMap(({ judges }) => judges),
  ...Object.keys(rules),
  ...bySchema,
]);

test("every requirement that binds a partner and is not open has a check", () => {
  const judged = ledger.filter(({ level }) => level !== "open").map(({ id }) => id);
  expect(judged.filter((id) => !checked.has(id))).toEqual([]);
});

test("checks and claims speak of requirements that bind a partner alone", () => {
  const known = ledger.map(({ id }) => id);
  const named = [...checked, ...Object.values(claimed).flat()];
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
