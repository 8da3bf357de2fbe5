import { describe, expect, test } from "vitest";
import { faults } from "../../sandbox/faults/faults.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { ruledRequirements } from "../rules/ruled-requirements.ts";
import { chooseProofs } from "./choose.ts";
import { providerProofs } from "./proofs.ts";
import { whyLeftOut } from "./run/needs.ts";
import type { Proof } from "./run/proof.ts";

const judged = loadLedger().flatMap((requirement) =>
  binds(requirement, "provider") && requirement.level !== "open" ? [requirement.id] : [],
);

describe("the proofs", () => {
  test("name requirements of the ledger that bind a provider, and none that is open", () => {
    const known = new Set(judged);
    expect(providerProofs.flatMap(({ ids }) => ids.filter((id) => !known.has(id)))).toEqual([]);
  });

  test("have names of their own, which journals can hold", () => {
    const slugs = providerProofs.map(({ slug }) => slug);
    expect(slugs.filter((slug, at) => slugs.indexOf(slug) !== at || !/^[\w-]{5,}$/.test(slug))).toEqual([]);
  });

  test("leave to the rules only what every exchange can show", () => {
    const proved = new Set(providerProofs.flatMap(({ ids }) => ids));
    expect(judged.filter((id) => !proved.has(id) && !ruledRequirements.has(id))).toEqual([]);
  });

  test("leave out no requirement in a quick run", () => {
    const provedBy = (proofs: readonly Proof[]) => new Set(proofs.flatMap(({ ids }) => ids));
    const quickly = provedBy(providerProofs.filter(({ needs }) => whyLeftOut(needs, "quick") === undefined));
    expect([...provedBy(providerProofs)].filter((id) => !quickly.has(id) && !ruledRequirements.has(id))).toEqual([]);
    expect(quickly.size).toBeGreaterThan(100);
  });

  test("each have at least one fault that breaks their requirement", () => {
    const broken = new Set(Object.values(faults).map((fault) => fault.breaks));
    expect(judged.filter((id) => !broken.has(id))).toEqual([]);
  });
});

test("the parts of a run share no proof, and are all of them together", () => {
  const parts = [1, 2, 3, 4].map((part) => chooseProofs({ shard: { part, of: 4 } }));
  expect(parts.flat()).toHaveLength(providerProofs.length);
  expect(new Set(parts.flat())).toEqual(new Set(providerProofs));
});
