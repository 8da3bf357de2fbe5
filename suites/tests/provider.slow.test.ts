import { describe, expect, test } from "vitest";
import { isWhole, rowsOf } from "../../cli/testing/rows.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { otherWays } from "../../sandbox/choices/choices.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { type Judging, judge } from "../testing/judging.ts";
import { otherProviders } from "../testing/other-choices.ts";

/** Some of them: a whole run each takes long; `npm run foreign` judges many more. */
const tried = Object.entries(otherProviders).filter((_, index) => index % 4 === 0);

test.each(rowsOf(tried))("does not blame %s", async (_, change) => {
  const { entries } = await judge({ behaviour: change()(specified()) });
  expect(entries.filter((entry) => entry.kind === "finding")).toEqual([]);
});

test("finds cursors of a live target that do not live as long as the run", async () => {
  const { policy, ...behaviour } = specified();
  const shortLived = { ...behaviour, policy: { ...policy, cursorLifetime: 4_000 } };
  const profile = { control: false, pace: { per_second: 3, per_minute: 1e9 } } as const;
  const { failed } = await judge({ behaviour: shortLived, only: ["CUR-1", "CUR-4", "CUR-5"], profile });
  expect(failed).toEqual(["CUR-1"]);
});

test.runIf(isWhole)("judges the same, whichever order its drivers come in", async () => {
  const judgedIn = async (order: NonNullable<Judging["order"]>) => {
    const { entries, failed } = await judge({ order });
    expect(failed).toEqual([]);
    return [...new Set(entries.flatMap((entry) => (entry.kind === "judged" ? entry.ids : [])))].toSorted();
  };
  const inOrder = await judgedIn((proofs) => proofs);
  expect(await judgedIn((proofs) => proofs.toReversed())).toEqual(inOrder);
});

test("takes every row of the install machine that a provider can be led to", async () => {
  const { entries } = await judge({ only: ["INST-4"], depth: "deep" });
  const taken = new Set(entries.flatMap((entry) => (entry.kind === "transition" ? [entry.id] : [])));
  expect([...taken].toSorted()).toEqual([
    "callback-when-freezed",
    "confirm",
    "confirm-late",
    "confirm-unasked",
    "confirm-unauthenticated",
    "connect",
    "disable",
    "fast-install",
    "freeze",
    "install-draft",
    "lapse",
    "reconnect",
    "refuse-blocked",
    "refuse-right",
    "refuse-unauthenticated",
    "repeat-callback",
    "repeat-grant",
    "uninstall",
    "wrong-host",
  ]);
});

describe("on a target without control", () => {
  // The sandbox's clock runs there, so a lag is one of real time.
  test("reads that lag, and pages of at most ten, are not blamed", async () => {
    const { entries } = await judge({
      behaviour: otherWays("reads lag a moment behind", "v1 pages of at most ten")()(specified()),
      only: ["INST-3", "LOC-8", "CLI-11", "CALL-8"],
      profile: { control: false, settle_s: 0.8, allow: { mutations: true } },
    });
    expect(entries.filter((entry) => entry.kind === "finding")).toEqual([]);
    const topics = entries.flatMap((entry) => (entry.kind === "observation" ? [entry.topic] : []));
    expect(topics).toContain("a write is not seen by the next read");
  });

  test.each([
    ["count is ignored in the search", "ACT-5"],
    ["every page of the search is the first", "ACT-5"],
    ["from is ignored", "ACT-3"],
  ])("the fault is found: %s", async (name, breaks) => {
    const { failed } = await judge({ behaviour: behaviourWith(name), only: [breaks], profile: { control: false } });
    expect(failed).toContain(breaks);
  });
});
