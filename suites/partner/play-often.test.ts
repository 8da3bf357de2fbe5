import { describe, expect, test } from "vitest";
import { Untestable } from "../../base/errors.ts";
import { manualClock } from "../../harness/testing/manual-clock.ts";
import type { Entry } from "../../record/journal.ts";
import { playOften } from "./play-often.ts";
import { Recorder } from "./recorder.ts";

const scenario = { title: "resources are read", claim: "resources" } as const;
const breach = { found: "one page", expected: "all pages" };

/** Plays a scenario three times at most; returns how often it was played, what is written of it, and what it could not be judged for. */
async function playing(...plays: ((recorder: Recorder) => void)[]) {
  const entries: Entry[] = [];
  const recorder = new Recorder({ write: (entry) => void entries.push(entry) }, ["resources"], {
    clock: manualClock(),
    secrets: {},
  });
  let played = 0;
  const failure = await playOften(scenario, 3, recorder, async () => plays[played++]?.(recorder)).then(
    () => undefined,
    (error: unknown) => error,
  );
  const found = entries.flatMap((entry) =>
    entry.kind === "finding"
      ? [`${entry.requirement} in ${entry.scenario}, again ${entry.repeated?.failed} of ${entry.repeated?.of} times`]
      : [],
  );
  return { played, found, failure };
}

const fails = (recorder: Recorder) => {
  recorder.judged("RES-14");
  recorder.finding("RES-14", breach);
};
const passes = (recorder: Recorder) => recorder.judged("RES-14");
const obstructed = () => {
  throw new Untestable("the application reads resources without end");
};

describe("a scenario over a network", () => {
  test("is played once where nothing goes wrong", async () => {
    expect(await playing(passes)).toEqual({ played: 1, found: [], failure: undefined });
  });

  test("is checked against an application that does it wrong each time", async () => {
    expect(await playing(fails, fails, fails)).toEqual({
      played: 3,
      found: ["RES-14 in resources are read, again 2 of 2 times"],
      failure: undefined,
    });
  });

  test("is flaky where it goes well once", async () => {
    const found = ["RES-14 in resources are read, again 0 of 1 times"];
    expect(await playing(fails, passes)).toEqual({ played: 2, found, failure: undefined });
  });

  test("keeps what was found where it cannot be played again", async () => {
    const { played, found, failure } = await playing(fails, obstructed, obstructed);
    expect({ played, found }).toEqual({
      played: 3,
      found: ["RES-14 in resources are read, again 2 of 2 times"],
    });
    expect(failure).toBeInstanceOf(Untestable);
  });

  test("keeps what was found before an obstacle in the same play", async () => {
    const failsThenStops = (recorder: Recorder) => {
      fails(recorder);
      obstructed();
    };
    const { found } = await playing(failsThenStops, failsThenStops, failsThenStops);
    expect(found).toEqual(["RES-14 in resources are read, again 2 of 2 times"]);
  });

  test("is flaky where it went well before an obstacle", async () => {
    const passesThenStops = (recorder: Recorder) => {
      passes(recorder);
      obstructed();
    };
    const { played, found } = await playing(fails, passesThenStops);
    expect({ played, found }).toEqual({ played: 2, found: ["RES-14 in resources are read, again 0 of 1 times"] });
  });

  test("is not played again where there is an obstacle and nothing was found", async () => {
    const { played, found, failure } = await playing(obstructed);
    expect({ played, found }).toEqual({ played: 1, found: [] });
    expect(failure).toBeInstanceOf(Untestable);
  });
});
