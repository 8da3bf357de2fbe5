import { describe, expect, test } from "vitest";
import { resultsFrom } from "./from-journal.ts";
import type { Entry } from "./journal.ts";
import { isBroken } from "./outcomes.ts";
import { begin, end, exchange, finding, resultOf, runOf } from "./testing/runs.ts";

const why = "assay itself failed: TypeError";
const stumbled = runOf(
  { kind: "judged", ids: ["RES-8"] },
  { kind: "untestable", title: "a walk", ids: ["RES-8"], why, applies: true, isOurFault: true },
);

test("a requirement at which assay itself failed is untestable, whatever another proof saw", () => {
  expect(resultOf(stumbled, "RES-8")).toMatchObject({ outcome: "untestable", reason: why });
});

test("a requirement that one proof could not judge and another says does not apply is untestable, whichever came last", () => {
  const lacks: Entry = { kind: "untestable", ids: ["CUR-3"], why: "no clock", applies: true };
  const inapplicable: Entry = { kind: "untestable", ids: ["CUR-3"], why: "not live", applies: false };
  expect(resultOf(runOf(lacks, inapplicable), "CUR-3")?.outcome).toBe("untestable");
  expect(resultOf(runOf(inapplicable, lacks), "CUR-3")?.outcome).toBe("untestable");
  expect(resultOf(runOf(inapplicable), "CUR-3")?.outcome).toBe("not-applicable");
});

test("a must that does not hold fails, and a should warns", () => {
  const results = resultsFrom([begin({ judges: "partner" }), finding("INST-32", "r-1"), finding("VER-6", "r-1"), end]);
  const broken = results.requirements.filter(isBroken).map(({ id, outcome }) => `${id} ${outcome}`);
  expect(broken).toEqual(["INST-32 fail", "VER-6 warn"]);
});

test("what the specification leaves open is not applicable, whatever was found", () => {
  expect(resultOf(runOf(finding("ACT-10", "e-1")), "ACT-10")?.outcome).toBe("not-applicable");
});

test.each<[string, Entry[], string]>([
  ["no exchange", [], "no request could be sent"],
  ["exchanges", [exchange("e-1")], "nothing in this run shows it"],
])("a requirement that nothing shows is untestable in a run with %s: %s", (_, entries, reason) => {
  expect(resultOf(runOf(...entries), "CUR-3")).toMatchObject({ outcome: "untestable", reason });
});

test("a journal without its end makes results that are marked incomplete", () => {
  const results = resultsFrom([begin(), exchange("e-1"), { kind: "judged", ids: ["DICT-1"] }]);
  expect(results).toMatchObject({
    complete: false,
    seed: 42,
    verdict: "inconclusive",
    requests: 1,
    subject: { name: "staging" },
  });
});

test("a journal that does not begin with a run is refused", () => {
  expect(() => resultsFrom([exchange("e-1"), end])).toThrow("without an entry `run`");
});

test("what did not occur is left out of the results", () => {
  const { results } = runOf(exchange("e-1"));
  for (const key of ["complete", "noLongerFailing", "troubles", "ourFaults", "contracts", "machine"])
    expect(results).not.toHaveProperty(key);
  expect(results).toMatchObject({ unlock: expect.anything() as unknown, decided: expect.anything() as unknown });
  const ofPartner = resultsFrom([begin({ judges: "partner" }), end]);
  expect(ofPartner).not.toHaveProperty("unlock");
  expect(ofPartner).not.toHaveProperty("decided");
});

test("what occurred once is reported", () => {
  const { results } = runOf(
    exchange("e-1"),
    exchange("e-2"),
    { kind: "forgotten", operations: { listCountries: 3, listClients: 7 } },
    { kind: "trouble", what: "the clock stands still" },
    { kind: "trouble", what: "the clock stands still" },
    { kind: "transition", id: "connect", after: null },
    { kind: "transition", id: "confirm", after: "connect" },
  );
  expect(results).toMatchObject({
    requests: 12,
    spent: { listClients: 7, listCountries: 5 },
    troubles: ["the clock stands still"],
    machine: { transitions: { connect: 1, confirm: 1 }, pairs: { "connect → confirm": 1 } },
  });
  expect(Object.keys(results.spent ?? {})).toEqual(["listClients", "listCountries"]);
  expect(stumbled.results.ourFaults).toEqual([`a walk: ${why}`]);
});

describe("of several parts", () => {
  const [early, late] = ["2026-01-02T03:00:00.000Z", "2026-01-02T04:00:00.000Z"];
  const part = (number: number, facts: object = {}): Entry[] => [
    begin({ shard: { part: number, of: 2 }, started: number === 1 ? late : early, ...facts }),
    { kind: "end", at: number === 1 ? late : early, complete: true },
  ];

  test("the first beginning and the last end count, and all of them make the run complete", () => {
    const results = resultsFrom([...part(1), ...part(2)]);
    expect(results).toMatchObject({ started: early, finished: late });
    expect(results.complete).toBeUndefined();
    expect(resultsFrom([...part(1), ...part(1)]).complete).toBe(false);
  });

  test("only what all of them left out was left out", () => {
    const results = resultsFrom([...part(1, { skip: ["DICT-1", "DICT-2"] }), ...part(2, { skip: ["DICT-1"] })]);
    const reasons = new Map(results.requirements.map(({ id, reason }) => [id, reason]));
    expect(reasons.get("DICT-1")).not.toBe(reasons.get("DICT-2"));
    const both = resultsFrom([...part(1, { only: ["DICT-1"] }), ...part(2, { only: ["DICT-2"] })]);
    const one = resultsFrom([...part(1, { only: ["DICT-1"] }), ...part(2)]);
    expect(both.judged?.of).toBe(2);
    expect(one.judged?.of).toBeGreaterThan(100);
  });
});

test("a run that was killed ended with its last exchange", () => {
  const last = { ...exchange("e-2"), at: "2026-01-02T03:04:59.000Z" } as Entry;
  expect(resultsFrom([begin(), exchange("e-1"), last]).finished).toBe("2026-01-02T03:04:59.000Z");
});

test("a failure is tolerated on the last day that it is known for, and not on the next", () => {
  const known = (until: string) => [{ id: "DICT-2", reason: "being fixed", until, kind: "fails" as const }];
  const verdictWith = (until: string) =>
    resultsFrom([begin({ known: known(until) }), exchange("e-1"), finding("DICT-2", "e-1"), end]).verdict;
  expect(verdictWith("2026-01-02")).not.toBe("fail");
  expect(verdictWith("2026-01-01")).toBe("fail");
});

test("of several obstacles, the one that is easiest to take away is reported", () => {
  const obstacle = (reason: string, ...lacks: string[]): Entry => ({
    kind: "untestable",
    ids: ["CUR-3"],
    why: reason,
    applies: true,
    lacks,
  });
  const reasonWith = (...obstacles: Entry[]) => resultOf(runOf(...obstacles), "CUR-3")?.reason;
  const [control, keys] = [obstacle("no clock", "control.clock"), obstacle("no keys", "fixtures.a", "fixtures.b")];
  expect(reasonWith(control, keys)).toBe("no keys");
  expect(reasonWith(keys, control)).toBe("no keys");
  expect(reasonWith(keys, obstacle("one key", "fixtures.a"))).toBe("one key");
  expect(reasonWith(control, obstacle("tried in vain"))).toBe("tried in vain");
});

test("recorded traffic has no story, a run has, and both say what to fix: an answer that is wrong in itself, or the behaviour", () => {
  const recorded = resultOf(runOf(exchange("e-1"), finding("DICT-2", "e-1")), "DICT-2");
  expect(recorded).not.toHaveProperty("story");
  const proof: Entry = { kind: "proof", title: "countries", ids: ["DICT-2"] };
  const proved = resultOf(runOf(proof, exchange("e-1"), finding("DICT-2", "e-1")), "DICT-2");
  expect(proved?.story?.length).toBeGreaterThan(0);
  expect(recorded?.mend).toContain("give 2 instead of 1");
  expect(proved?.mend).toBe("change the behaviour so that `iso_code` of a country is an ISO 3166-1 alpha-2 code");
});

test("what --only leaves out is not judged, whatever was seen of it, and what it names is", () => {
  const entries = [begin({ only: ["DICT-1"] }), { kind: "judged", ids: ["DICT-1", "DICT-2"] } as const, end];
  const results = new Map(resultsFrom(entries).requirements.map(({ id, outcome }) => [id, outcome]));
  expect([results.get("DICT-1"), results.get("DICT-2")]).toEqual(["pass", "not-applicable"]);
});

test("a requirement that nothing shows in one part of a run is said to be so", () => {
  const entries = [begin({ shard: { part: 1, of: 2 } }), exchange("e-1"), end];
  const { reason } = resultsFrom(entries).requirements.find(({ id }) => id === "CUR-3") ?? {};
  expect(reason).toBe("nothing in this part of the run shows it");
});

test("what a v3 surface that is not live lacks besides does not matter", () => {
  const run = runOf(
    exchange("e-1"),
    { kind: "untestable", title: "a", ids: ["CUR-2"], why: "the target cannot be reset", applies: true, surface: "v3" },
    { kind: "observation", topic: "VER-5: the v3 surface is live", value: false },
  );
  expect(resultOf(run, "CUR-2")).toMatchObject({ outcome: "not-applicable", reason: "the v3 surface is not live" });
});
