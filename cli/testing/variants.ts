import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import type { Evidence } from "../../record/results.ts";
import { certify } from "./certifying.ts";

const example = (file: string): string => packageFile(`examples/partner-app/${file}.mjs`);
const load = <T>(file: string): Promise<T> => import(pathToFileURL(example(file)).href) as Promise<T>;
const start = (file: string, name: string): string => `"${process.execPath}" "${example(file)}" "${name}"`;

/** Variants of the example that each break one requirement. */
export const { variants } = await load<{ variants: Record<string, { requirement: string; claims: string[] }> }>(
  "variants",
);

/** Other ways to be well-behaved. */
export const { allowed } = await load<{ allowed: Record<string, { claims: string[] }> }>("allowed");

/** A variant is found by the requirement that it breaks, in every report; returns the evidence, which there is none of for what was never done. */
export async function expectVariantFound(name: string): Promise<readonly Evidence[]> {
  const { requirement = "", claims = [] } = variants[name] ?? {};
  const found = await certify(start("variants", name), claims);
  const { level, outcome, evidence = [] } = found.results.requirements.find(({ id }) => id === requirement) ?? {};
  expect(outcome).toBe(level === "must" ? "fail" : "warn");
  expect(found.stdout).toContain("To mend, in this order");
  const [page, summary] = ["index.html", "summary.md"].map((file) => readFileSync(join(found.out, file), "utf8"));
  expect(page).toContain("To mend, in this order");
  expect(page).toContain("Where the time went");
  expect(summary).toContain(requirement);
  expect(found.code).toBe(level === "must" ? 1 : 0);
  expect(existsSync(join(found.out, "certificate.json"))).toBe(level !== "must");
  return evidence;
}

/** An application that is well-behaved in its own way is certified without a warning. */
export async function expectCertified(name: string): Promise<void> {
  const { code, results } = await certify(start("allowed", name), allowed[name]?.claims ?? [], { patience: {} });
  expect(results.requirements.filter(({ outcome }) => outcome !== "pass" && outcome !== "not-applicable")).toEqual([]);
  expect(code).toBe(0);
}
