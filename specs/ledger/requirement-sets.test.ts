import { describe, expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { digestOf } from "../digest.ts";
import { type Files, specificationFiles } from "../files.ts";
import { partnerDemands } from "./demands.ts";
import {
  compareRevisions,
  compareSets,
  digestOfSet,
  freezeSet,
  loadRequirementSets,
  requireCurrentSet,
} from "./requirement-sets.ts";

const sets = loadRequirementSets();
const current = freezeSet("9.0.0", "2026-01-01");

/** The specification with a text of one file replaced. */
function edited(path: string, from: string, to: string): Files {
  const before = JSON.stringify(specificationFiles()[path]);
  const after = before.replace(from, () => to);
  expect(after).not.toBe(before);
  return { ...specificationFiles(), [path]: JSON.parse(after) as unknown };
}

const changesBy = (path: string, from: string, to: string) =>
  compareSets(current, freezeSet("9.0.1", "2026-01-01", edited(path, from, to)));

test("the current revision holds what specs/ demands of partners", () => {
  expect(
    compareSets(sets.at(-1) ?? { claims: {} }, current),
    "must requirements that bind a partner have changed: freeze them with `npm run revision -- X.Y.Z`, a revision after the current one",
  ).toEqual([]);
});

test("every frozen set is as it was frozen, in a file that is named after it", () => {
  for (const set of sets) {
    expect(checkFormat("requirement-set", set), set.revision).toEqual([]);
    expect(specificationFiles()[`revisions/${set.revision}.yaml`]).toBe(set);
    expect(set.digest, set.revision).toBe(digestOfSet(set.revision, set.claims));
    for (const { digest, requirements } of Object.values(set.claims)) expect(digest).toBe(digestOf(requirements));
  }
});

test("revisions are ordered as numbers", () => {
  expect(["1.10.0", "1.2.0", "0.9.9", "1.2.10", "1.2.9"].toSorted(compareRevisions)).toEqual([
    "0.9.9",
    "1.2.0",
    "1.2.9",
    "1.2.10",
    "1.10.0",
  ]);
});

describe("a set changes", () => {
  const webhooks = "requirements/webhooks.yaml";
  const must = '"HOOK-21":{"level":"should"';

  test("when a requirement becomes a must, under its claim", () => {
    expect(changesBy(webhooks, must, must.replace("should", "must"))).toEqual([
      { claim: "webhooks", added: ["HOOK-21"], changed: [], removed: [] },
    ]);
  });

  test("when a must is gone, or no longer one", () => {
    expect(changesBy(webhooks, '"HOOK-17":{"level":"must"', '"HOOK-17":{"level":"should"')).toEqual([
      { claim: "webhooks", added: [], changed: [], removed: ["HOOK-17"] },
    ]);
  });

  test("when a figure that it names changes", () => {
    expect(changesBy("limits.yaml", '"value":12,"unit":"hours"', '"value":6,"unit":"hours"')).toEqual([
      { claim: "install", added: [], changed: ["INST-30"], removed: [] },
    ]);
  });

  test("when a form that carries it changes", () => {
    expect(
      changesBy("openapi/callback.yaml", '"required":["salon_id","application_id"]', '"required":["salon_id"]'),
    ).toEqual([{ claim: "install", added: [], changed: ["INST-32"], removed: [] }]);
    expect(changesBy("versioning.yaml", "application/vnd.api.v2+json", "application/vnd.api.v3+json")).toEqual([
      { claim: "any", added: [], changed: ["VER-1"], removed: [] },
    ]);
  });
});

describe("a set stays as it is", () => {
  test.each([
    ["a sentence is reworded", "requirements/webhooks.yaml", "is answered as any other", "is answered like any other"],
    ["a description is reworded", "openapi/callback.yaml", "Location ID.", "ID of the Location."],
    ["how a figure is spelled changes", "limits.yaml", '"text":"12 hours"', '"text":"twelve hours"'],
    [
      "what binds a provider changes",
      "requirements/webhooks.yaml",
      '"HOOK-1":{"level":"must"',
      '"HOOK-1":{"level":"should"',
    ],
    [
      "a should of a partner is gone",
      "requirements/webhooks.yaml",
      '"HOOK-25":{"level":"should"',
      '"HOOK-25":{"level":"open"',
    ],
  ])("when %s", (_, path, from, to) => {
    expect(changesBy(path, from, to)).toEqual([]);
  });
});

test("every must that binds a partner stands under one claim", () => {
  const ids = Object.values(partnerDemands()).flatMap((demands) => Object.keys(demands));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("TLS-2");
});

test("certificates are issued under the current set, and not where specs/ demands something else, or nothing was frozen", () => {
  expect(requireCurrentSet()).toBe(sets.at(-1));
  const files = specificationFiles();
  const unfrozen = Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("revisions/")));
  expect(() => requireCurrentSet(unfrozen)).toThrow("npm run revision");
  const [path = ""] = Object.keys(files)
    .filter((name) => name.startsWith("revisions/"))
    .toSorted()
    .slice(-1);
  const emptied = { ...files, [path]: { ...(files[path] as object), claims: {} } };
  expect(() => requireCurrentSet(emptied)).toThrow("npm run revision");
});

test("revisions of which one has more numbers are distinguished, and equal ones are equal", () => {
  expect(compareRevisions("1.0.0", "1.0.0")).toBe(0);
  expect(compareRevisions("1.0.1", "1.0")).toBe(1);
  expect(compareRevisions("1.0.0", "1.0")).toBe(0);
});
