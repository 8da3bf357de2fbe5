import { expect, test } from "vitest";
import { rowsOf } from "../../cli/testing/rows.ts";
import { requirementResults } from "../../record/results/requirement-results.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { judge } from "../testing/judging.ts";
import { shownByAnyAnswer, unseenSubjects } from "../testing/unseen-subjects.ts";

const judgeable = loadLedger().filter((requirement) => binds(requirement, "provider") && requirement.level !== "open");

test("the subject of every requirement is taken away somewhere", () => {
  const covered = (id: string) => Object.values(unseenSubjects).some(({ ids }) => ids.test(id));
  expect(judgeable.map(({ id }) => id).filter((id) => !covered(id))).toEqual(shownByAnyAnswer);
});

test.each(rowsOf(Object.entries(unseenSubjects)))(
  "on a target with %s, what speaks of them does not pass",
  async (_, { ids, change, isLive }) => {
    const concerned = judgeable.filter(({ id }) => ids.test(id));
    const { entries } = await judge({
      behaviour: change()(specified()),
      only: concerned.map(({ id }) => id),
      depth: "quick",
      ...(isLive ? { profile: { control: false, allow: { mutations: true } } } : {}),
    });
    const results = requirementResults(entries, concerned, {});
    const allowed = isLive ? ["untestable", "not-applicable"] : ["untestable", "not-applicable", "fail", "warn"];
    expect(results.flatMap(({ id, outcome }) => (allowed.includes(outcome) ? [] : [`${id} ${outcome}`]))).toEqual([]);
  },
);
