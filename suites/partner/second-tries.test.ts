import { expect, test } from "vitest";
import { Untestable } from "../../base/errors.ts";
import { manualClock } from "../../harness/testing/manual-clock.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { begin, end } from "../../record/testing/runs.ts";
import type { Certifier } from "./certifier/certifier.ts";
import { noNetwork } from "./context.ts";
import { dialectsOf, SpokenDialect } from "./dialects/dialect.ts";
import { type PartnerFinding, Recorder } from "./recorder.ts";
import { Links } from "./requests/links.ts";
import { allCallPages } from "./scenarios/calls.ts";
import { returns } from "./scenarios/installation.ts";
import { lifecycle } from "./scenarios/lifecycle.ts";
import { notFound } from "./scenarios/resources.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { reportSuspicions, showUnseen, trySuspicionsAgain } from "./second-tries.ts";

const claims = ["calls", "install", "lifecycle", "webhooks"] as const;
const breach = { found: "1 of 9 pages read", expected: "every page" };

/** Plays a scenario, and then what is done with suspicions; what the results say of a requirement. */
async function resultOf(
  id: string,
  { title, claim }: typeof allCallPages,
  finding: PartnerFinding,
  settle: (certifier: Certifier) => void | Promise<void>,
) {
  const entries: Entry[] = [begin({ judges: "partner" })];
  const recorder = new Recorder({ write: (entry) => void entries.push(entry) }, claims, {
    clock: manualClock(),
    secrets: {},
  });
  recorder.during({ title, claim }, () => {
    recorder.judged(id);
    recorder.finding(id, finding);
  });
  const dialect = new SpokenDialect(dialectsOf(1));
  const certifier = {
    recorder,
    context: { dialect, recorder },
    profile: { claims },
    undone: { reportLeft: async () => undefined },
  } as unknown as Certifier;
  await settle(certifier);
  const results = resultsFrom([...entries, end]);
  const { outcome, reason, repeated } = results.requirements.find((requirement) => requirement.id === id) ?? {};
  return { outcome, reason, repeated };
}

const tryAgain = (certifier: Certifier) => trySuspicionsAgain(certifier, new Map());

test.each<[what: string, holds: boolean, outcome: string, failed: number]>([
  ["is found again", false, "fail", 1],
  ["holds when it is tried again alone", true, "warn", 0],
])("an event without an answer that %s is no accident, or flaky", async (_, holds, outcome, failed) => {
  const finding = { ...breach, again: async () => holds };
  const result = await resultOf("LIFE-5", lifecycle, finding, tryAgain);
  expect(result).toMatchObject({ outcome, repeated: { failed, of: 1 } });
  expect(result.reason).toMatch(holds ? /^flaky: found 1 of 9 .*; tried again alone, it held once$/ : /^found 1 of 9/);
});

test("what is found again once is not tried again elsewhere", async () => {
  let tries = 0;
  const again = async () => {
    tries++;
    return false;
  };
  const settle = (certifier: Certifier) => {
    certifier.recorder.during(lifecycle, () => certifier.recorder.finding("LIFE-5", { ...breach, again }));
    return tryAgain(certifier);
  };
  const result = await resultOf("LIFE-5", lifecycle, { ...breach, again }, settle);
  expect(result).toMatchObject({ outcome: "fail" });
  expect(tries).toBe(1);
});

test.each<[where: string, elsewhere: number, tries: number, outcome: string]>([
  ["two Locations is no accident, and is not tried again", 101, 0, "fail"],
  ["one Location alone, however often, may be an accident", 100, 2, "warn"],
])("a callback that never came at %s", async (_, elsewhere, expected, outcome) => {
  let tries = 0;
  const again = async () => {
    tries++;
    return true;
  };
  const lost = { found: "no callback", expected: "one", again };
  const settle = (certifier: Certifier) => {
    certifier.recorder.during(returns, () => certifier.recorder.finding("INST-35", { ...lost, lostAt: elsewhere }));
    return tryAgain(certifier);
  };
  expect(await resultOf("INST-35", returns, { ...lost, lostAt: 100 }, settle)).toMatchObject({ outcome });
  expect(tries).toBe(expected);
});

test("what no accident explains counts at once", async () => {
  expect(await resultOf("LIFE-5", lifecycle, breach, reportSuspicions)).toMatchObject({
    outcome: "fail",
    repeated: undefined,
  });
});

test("what was not tried again counts as it was found", async () => {
  const finding: PartnerFinding = { ...breach, again: "the scenario" };
  const expected = { outcome: "fail", repeated: undefined };
  expect(await resultOf("CALL-16", allCallPages, finding, reportSuspicions)).toMatchObject(expected);
});

test("a scenario that cannot be played again leaves what was found", async () => {
  const finding: PartnerFinding = { ...breach, again: "the scenario" };
  const settle = (certifier: Certifier) => {
    certifier.location = () => {
      throw new Untestable("the application reads calls without end");
    };
    return tryAgain(certifier);
  };
  expect(await resultOf("CALL-16", allCallPages, finding, settle)).toMatchObject({
    outcome: "fail",
    repeated: undefined,
  });
  expect(await resultOf("LIFE-5", lifecycle, finding, tryAgain)).toMatchObject({ outcome: "fail" });
});

test.each<[what: string, seen: readonly string[], failed: string | undefined, played: readonly string[]]>([
  ["showed nothing of a requirement is played again", ["RES-14"], undefined, [notFound.title]],
  ["showed all of them is not", ["RES-14", "RES-16"], undefined, []],
  ["showed nothing of one is not, once the application has failed", ["RES-14"], "RES-14", []],
])("a scenario that %s", async (_, seen, failed, expected) => {
  const recorder = new Recorder({ write: () => undefined }, ["resources", "lifecycle"], {
    clock: manualClock(),
    secrets: {},
  });
  recorder.during(notFound, () => {
    recorder.judged(...seen);
    if (failed) recorder.finding(failed, breach);
  });
  const certifier = {
    recorder,
    context: { recorder, locations: [], answers: new Map(), network: noNetwork, clock: manualClock() },
    traffic: { requests: [], strays: new Set(), links: new Links() },
  } as unknown as Certifier;
  const played: string[] = [];
  const play = async ({ title }: Scenario) => void played.push(title);
  await showUnseen(certifier, new Set([notFound, lifecycle]), play);
  expect(played).toEqual(expected);
});
