import { expect, test } from "vitest";
import { freezeSet, loadRequirementSets } from "../../specs/ledger/requirement-sets.ts";
import { binds, loadLedger, type Requirement } from "../../specs/ledger.ts";
import { resultsFrom } from "../from-journal.ts";
import { headlineOf } from "../headline.ts";
import type { Entry } from "../journal.ts";
import { begin, end, exchange, finding } from "../testing/runs.ts";
import { ledgerUnder, revisionLines, revisionNamed, toGo, trialLines } from "./trial.ts";

/** The results of a run whose ledger differs in one requirement. */
const resultsWith = (id: string, change: Partial<Requirement>, ...entries: Entry[]) =>
  resultsFrom(
    [begin(), exchange("e-1"), ...entries, end],
    loadLedger().map((requirement) => (requirement.id === id ? { ...requirement, ...change } : requirement)),
  );
const outcomeOf = (results: ReturnType<typeof resultsFrom>, id: string) =>
  results.requirements.find((result) => result.id === id);

const held = { kind: "judged", ids: ["DICT-1", "INST-17/listCalls", "INST-17/listClients"] } as const;

test("a requirement on trial that does not hold warns, is counted apart, and leaves the verdict as it is", () => {
  const entries = [held, finding("DICT-2", "e-1")];
  expect(resultsWith("DICT-2", {}, ...entries).verdict).toBe("fail");
  const results = resultsWith("DICT-2", { status: "trial" }, ...entries);
  expect(results.verdict).toBe("pass");
  expect(outcomeOf(results, "DICT-2")).toMatchObject({
    outcome: "warn",
    status: "trial",
    reason: expect.stringMatching(/^on trial: found 1, expected 2/),
  });
  expect(trialLines(results)).toEqual(["on trial, and no part of the verdict: 1 requirement; DICT-2 would fail"]);
  expect(headlineOf(results).judged).toContain("2 of ");
});

test("nothing passes by a requirement on trial alone", () => {
  const results = resultsWith("DICT-1", { status: "trial" }, { kind: "judged", ids: ["DICT-1"] });
  expect(outcomeOf(results, "DICT-1")).toMatchObject({ outcome: "pass", status: "trial" });
  expect(results.verdict).toBe("inconclusive");
});

test("a clause on trial that does not hold warns, and its requirement scores by the others", () => {
  const broken: Entry = { ...(finding("INST-17", "e-1") as Extract<Entry, { kind: "finding" }>), cell: "listClients" };
  const trial = ["listClients"];
  expect(resultsWith("INST-17", {}, held, broken).verdict).toBe("fail");
  const results = resultsWith("INST-17", { trial }, { kind: "judged", ids: ["INST-17/listCalls"] }, broken);
  expect(results.verdict).toBe("pass");
  expect(outcomeOf(results, "INST-17")).toMatchObject({
    outcome: "warn",
    trial: { cells: ["INST-17/listClients"], outcome: "pass" },
    cells: { judged: 1, of: 1 },
  });
  const other: Entry = { ...(finding("INST-17", "e-1") as Extract<Entry, { kind: "finding" }>), cell: "listCalls" };
  expect(outcomeOf(resultsWith("INST-17", { trial }, broken, other), "INST-17")?.outcome).toBe("fail");
});

test("what an earlier revision did not ask for is on trial under it, and what is left to do for the next is listed", () => {
  const [first] = loadRequirementSets();
  expect(first?.revision).toBe("1.0.1");
  const partner = begin({ judges: "partner", revisions: ["1.0.1", "1.1.0"] });
  const results = resultsFrom([partner, exchange("e-1"), finding("AUTH-21", "e-1"), finding("AUTH-16", "e-1"), end]);
  expect(outcomeOf(results, "AUTH-21")).toMatchObject({ outcome: "warn", status: "trial" });
  expect(outcomeOf(results, "AUTH-16")).toMatchObject({ outcome: "fail" });
  expect(results.revisions?.scored).toBe("1.0.1");
  expect(results.revisions?.shown?.[0]?.toGo).toEqual(expect.arrayContaining(["AUTH-16", "AUTH-21"]));
  expect(revisionLines(results)).toEqual([
    "judged by revision 1.0.1",
    expect.stringMatching(/^ready for 1\.1\.0: \d+ clauses to go \(/),
  ]);
});

test("a frozen revision says what scores for a provider, too, and one that does not is refused", () => {
  const set = freezeSet("9.0.0", "2026-01-01");
  expect(revisionNamed("9.0.0", "provider", [set])).toBe(set);
  const { "DICT-1": _, ...fewer } = set.provider?.requirements ?? {};
  const earlier = { ...set, provider: { digest: "", requirements: fewer } };
  const onTrial = ledgerUnder(loadLedger(), earlier, "provider").filter(
    (requirement) => requirement.status === "trial" && binds(requirement, "provider"),
  );
  expect(onTrial.map(({ id }) => id)).toEqual(["DICT-1"]);
  expect(toGo([], set, "provider")).toEqual([]);
  expect(() => revisionNamed("1.0.1", "provider")).toThrow("--revision: no frozen revision 1.0.1 says what scores");
  expect(() => revisionNamed("7.7.7", "partner")).toThrow("there are 1.0.1 and 1.1.0");
});
