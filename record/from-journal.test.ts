import { expect, test } from "vitest";
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
    verdict: "pass",
    requests: 1,
    subject: { name: "staging" },
  });
});

test("a journal that does not begin with a run is refused", () => {
  expect(() => resultsFrom([exchange("e-1"), end])).toThrow("without an entry `run`");
});
