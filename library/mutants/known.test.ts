import { expect, test } from "vitest";
import { faults } from "../../sandbox/faults/faults.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import { shownBy } from "./known.ts";

test("proofs that show faults beyond their requirement are there, and so are the faults", () => {
  expect(Object.keys(shownBy).filter((name) => !faults[name])).toEqual([]);
  const slugs = providerProofs.map(({ slug }) => slug);
  expect(Object.values(shownBy).filter((slug) => !slugs.includes(slug))).toEqual([]);
});
