import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import { claimOf } from "../suites/partner/claims.ts";
import { certify } from "./testing/certifying.ts";

const node = `"${process.execPath}"`;
const variants = (
  (await import(pathToFileURL(packageFile("examples/partner-app/variants.mjs")).href)) as {
    variants: Record<string, { requirement: string; claims: string[] }>;
  }
).variants;
const { allowed } = (await import(pathToFileURL(packageFile("examples/partner-app/allowed.mjs")).href)) as {
  allowed: Record<string, { claims: string[] }>;
};

test.concurrent.each([
  "calls back to the API's host",
  "wants a signature",
  "forbids unknown events",
  "reads on when frozen",
  "forgets to escape cursors",
  "calls by query",
])('the variant "%s" is found by the requirement that it breaks', async (name) => {
  const { requirement = "", claims = [] } = variants[name] ?? {};
  const found = await certify(`${node} "${packageFile("examples/partner-app/variants.mjs")}" "${name}"`, claims);
  const { level, outcome, evidence } = found.results.requirements.find(({ id }) => id === requirement) ?? {};
  expect(outcome).toBe(level === "must" ? "fail" : "warn");
  expect(evidence).not.toEqual([]);
  expect(found.stdout).toContain("To mend, in this order");
  const [page, summary] = ["index.html", "summary.md"].map((one) => readFileSync(join(found.out, one), "utf8"));
  expect(page).toContain("To mend, in this order");
  expect(page).toContain("Where the time went");
  expect(summary).toContain(requirement);
  expect(found.code).toBe(level === "must" ? 1 : 0);
  expect(existsSync(join(found.out, "certificate.json"))).toBe(level !== "must");
});

test.concurrent.each(Object.keys(allowed))("an application that is %s is certified without a warning", async (name) => {
  const command = `${node} "${packageFile("examples/partner-app/allowed.mjs")}" "${name}"`;
  const { code, results } = await certify(command, allowed[name]?.claims ?? [], { patience: {} });
  expect(results.requirements.filter(({ outcome }) => outcome !== "pass" && outcome !== "not-applicable")).toEqual([]);
  expect(code).toBe(0);
});

test("every must that binds a partner has a variant that breaks it", () => {
  // How late a callback may come is longer than anybody waits, and TLS is judged by a handshake.
  const shownElsewhere = ["INST-30", "TLS-2"];
  const musts = loadLedger().filter((one) => binds(one, "partner") && one.level === "must" && one.binds !== "both");
  const broken = new Set(Object.values(variants).map(({ requirement }) => requirement));
  expect(musts.map(({ id }) => id).filter((id) => !broken.has(id) && !shownElsewhere.includes(id))).toEqual([]);
});

test("there are at least forty variants, and each claims what its requirement belongs to", () => {
  expect(Object.keys(variants).length).toBeGreaterThanOrEqual(40);
  for (const [name, { requirement, claims }] of Object.entries(variants))
    expect([undefined, ...claims], name).toContain(claimOf(requirement));
});
