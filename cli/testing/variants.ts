import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import type { Evidence, Results } from "../../record/results.ts";
import { certify, certifyInProcess, certifyThread } from "./certifying.ts";

const example = (file: string): string => packageFile(`examples/${file}.mjs`);
const load = <T>(file: string): Promise<T> => import(pathToFileURL(example(file)).href) as Promise<T>;
const start = (file: string, name: string): string =>
  `"${process.execPath}" "${example(`partner-app/${file}`)}" "${name}"`;

/** A variant, with what it breaks and the claims that show it. */
interface FaultyVariant {
  requirement: string;
  claims: string[];
  /** Present where it shows only with another patience than the short one. */
  patience?: object;
}

/** Everything that an application can claim. */
export const allClaims = ["install", "webhooks", "lifecycle", "resources", "calls"];

/** Variants of the example that each break one requirement, and those of the example in Python. */
export const { variants } = await load<{ variants: Record<string, FaultyVariant> }>("partner-app/variants");
export const { variants: pythonVariants } = await load<{ variants: Record<string, FaultyVariant> }>(
  "partner-app-python/variants",
);

/** True if the example in Python can run here. */
export const hasPython = spawnSync("python3", ["--version"]).status === 0;

const names = Object.keys(variants);

/** True if a variant claims to read records, which takes longest. */
const readsRecords = (name: string): boolean =>
  variants[name]?.claims.some((claim) => claim === "resources" || claim === "calls") ?? false;

/** True if a variant takes webhooks first of all, which takes shortest. */
const takesWebhooks = (name: string): boolean => variants[name]?.claims[0] === "webhooks";

/** True if a variant learns what becomes of its links first of all, which it may take long to acknowledge. */
const takesEvents = (name: string): boolean => variants[name]?.claims[0] === "lifecycle";

/** The variants in two parts that take about as long; the longest come first, and the shortest last. */
export const readers = [
  ...names.filter(readsRecords),
  ...names.filter((name) => takesWebhooks(name) && !readsRecords(name)),
];
const rest = names.filter((name) => !readers.includes(name));
export const others = [...rest.filter(takesEvents), ...rest.filter((name) => !takesEvents(name))];

/** Other ways to be well-behaved. */
export const { allowed } = await load<{ allowed: Record<string, { claims: string[] }> }>("partner-app/allowed");

/** The command that starts a variant. */
export const commandOf = (name: string): string =>
  name in pythonVariants
    ? `python3 "${packageFile("examples/partner-app-python/app.py")}" "${name}"`
    : start("variants", name);

/** A variant is found by the requirement that it breaks, in every report; returns the evidence, which there is none of for what was never done. */
export async function expectReported(name: string): Promise<readonly Evidence[]> {
  const { requirement, claims } = variants[name] as FaultyVariant;
  const found = await certify(commandOf(name), claims);
  const evidence = expectBroken(found.results, requirement);
  const { level } = found.results.requirements.find(({ id }) => id === requirement) ?? {};
  expect(found.stdout).toContain("To fix, in this order");
  const [page, summary] = ["index.html", "summary.md"].map((file) => readFileSync(join(found.out, file), "utf8"));
  expect(page).toContain("To fix, in this order");
  expect(page).toContain("Where the time went");
  expect(summary).toContain(requirement);
  expect(found.code).toBe(level === "must" ? 1 : 0);
  expect(existsSync(join(found.out, "certificate.json"))).toBe(level !== "must");
  return evidence;
}

/** Variants that end themselves: Node 20 dies where a thread ends while it reads an answer, so these need a process each. */
const ending: ReadonlySet<string> = new Set(["dies of a freeze", "dies of an empty list", "dies of an unknown event"]);

/** A variant is found by the requirement that it breaks, within the time that anybody may take. */
export async function expectVariantFound(name: string): Promise<void> {
  const variant = (variants[name] ?? pythonVariants[name]) as FaultyVariant;
  const { requirement, claims, patience = { quiet_s: 1.5, max_s: 8 } } = variant;
  const results =
    name in pythonVariants || ending.has(name)
      ? await certifyInProcess(commandOf(name), claims, patience)
      : await certifyThread({ file: example("partner-app/variants"), name }, claims, patience);
  expectBroken(results, requirement);
}

/** A requirement is broken, and the verdict says so. */
function expectBroken({ requirements, verdict }: Results, requirement: string): readonly Evidence[] {
  const { level, outcome, evidence = [] } = requirements.find(({ id }) => id === requirement) ?? {};
  expect(outcome).toBe(level === "must" ? "fail" : "warn");
  // Named, so that a verdict that surprises says why.
  const failed = requirements.filter((judged) => judged.outcome === "fail").map(({ id }) => id);
  expect([verdict, ...(level === "must" ? [] : failed)]).toEqual([level === "must" ? "fail" : "pass"]);
  return evidence;
}

/** An application that is well-behaved in its own way is certified without a warning. */
export async function expectCertified(name: string): Promise<void> {
  const { requirements, verdict } = await certifyThread(
    { file: example("partner-app/allowed"), name },
    allowed[name]?.claims ?? [],
    {},
  );
  expect(requirements.filter(({ outcome }) => outcome !== "pass" && outcome !== "not-applicable")).toEqual([]);
  expect(verdict).toBe("pass");
}
