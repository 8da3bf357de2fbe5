import { describe, expect, test } from "vitest";
import { faults } from "../../sandbox/faults/faults.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { ruledRequirements } from "../rules/ruled-requirements.ts";
import { providerProofs } from "./proofs.ts";

const judged = loadLedger().flatMap((requirement) =>
  binds(requirement, "provider") && requirement.level !== "open" ? [requirement.id] : [],
);

describe("the proofs", () => {
  test("name requirements of the ledger that bind a provider, and none that is open", () => {
    const known = new Set(judged);
    expect(providerProofs.flatMap(({ ids }) => ids.filter((id) => !known.has(id)))).toEqual([]);
  });

  test("leave to the rules only what every exchange can show", () => {
    const proved = new Set(providerProofs.flatMap(({ ids }) => ids));
    expect(judged.filter((id) => !proved.has(id) && !ruledRequirements.has(id))).toEqual([]);
  });

  test("each have at least one fault that breaks their requirement", () => {
    const broken = new Set(Object.values(faults).map((fault) => fault.breaks));
    expect(judged.filter((id) => !broken.has(id))).toEqual([]);
  });
});
