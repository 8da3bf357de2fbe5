import { expect, test } from "vitest";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { claimOf } from "../../suites/partner/claims.ts";
import { certifyInProcess } from "../testing/certifying.ts";
import { commandOf, expectReported, pythonVariants, variants } from "../testing/variants.ts";

// One that fails, and one that is only warned; `npm run test:all` tries all of them.
test.concurrent.each(["wants a signature", "forbids unknown events"])(
  'the variant "%s" is found by the requirement that it breaks, with evidence',
  async (name) => expect(await expectReported(name)).not.toEqual([]),
);

test.concurrent("a failure that shows in one dialect alone names the choice that it depends on", async () => {
  const { requirements } = await certifyInProcess(
    commandOf("only application/json without parameters"),
    ["webhooks"],
    {},
  );
  expect(requirements.find(({ id }) => id === "HOOK-16")?.reason).toContain(
    "only where the platform chooses so (dialect): content type of webhooks: application/json;",
  );
});

test("every must that binds a partner has a variant that breaks it", () => {
  // How late a callback may come is longer than anybody waits, and TLS is judged by a handshake.
  const shownElsewhere = ["INST-30", "TLS-2"];
  const musts = loadLedger().filter(
    (requirement) => binds(requirement, "partner") && requirement.level === "must" && requirement.binds !== "both",
  );
  const broken = new Set(Object.values(variants).map(({ requirement }) => requirement));
  expect(musts.map(({ id }) => id).filter((id) => !broken.has(id) && !shownElsewhere.includes(id))).toEqual([]);
});

test("there are at least 150 variants in two languages, each breaking a requirement of its claims, or of every application", () => {
  const all = { ...variants, ...pythonVariants };
  expect(Object.keys(all).length).toBeGreaterThanOrEqual(150);
  expect(Object.keys(pythonVariants).length).toBeGreaterThanOrEqual(25);
  const strays = Object.entries(all).filter(([, { requirement, claims }]) => {
    const claim = claimOf(requirement);
    return claim !== undefined && !claims.includes(claim);
  });
  expect(strays).toEqual([]);
});
