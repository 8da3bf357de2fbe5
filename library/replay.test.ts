import { expect, test } from "vitest";
import { targetProfile } from "../harness/profiles/target-profile.ts";
import type { Entry } from "../record/journal.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { judgeTarget } from "./judge.ts";
import { liveSandbox } from "./live-sandbox.ts";
import { type ReplayResults, replay } from "./replay.ts";
import { faulty, startSandbox } from "./start-sandbox.ts";
import { profileOf, withFaultyRun } from "./testing/faulty-runs.ts";

const statesIn = ({ failures }: ReplayResults) => Object.fromEntries(failures.map(({ id, state }) => [id, state]));

const fault = "a repeated callback makes the link pending";

test("a failure carries the steps that led to it, in words, and no others", () =>
  withFaultyRun(fault, async ({ results }) => {
    const failed = results.requirements.find(({ id, outcome }) => id === "INST-40" && outcome === "fail");
    expect(failed?.story?.map(({ step }) => step)).toEqual([
      "a fresh world begins",
      "the owner grants access to application 200 at Location 100 → 201",
      "the partner confirms application 200 at Location 100 → 201, 2 times",
      expect.stringMatching(/^the partner reads the status of application 200 at Location 100 → 200/),
      expect.stringMatching(/^found a link that is "pending", expected a link that is "active"/),
    ]);
    expect(failed?.mend).toMatch(/^change the behaviour so that a callback for a link that is active already/);
  }));

test("a replay says what still fails and what is fixed, with a fraction of the requests, also of an earlier version's journal", () =>
  withFaultyRun(fault, async (run, sandbox) => {
    const again = await replay(run, profileOf(sandbox));
    expect(statesIn(again)).toEqual({ "INST-40": "still failing", "STAT-9": "still failing" });
    expect(again.requests).toBeLessThan(100);
    const earlier = run.entries.map((entry) => (entry.kind === "proof" ? { ...entry, slug: undefined } : entry));
    expect(statesIn(await replay({ ...run, entries: earlier as Entry[] }, profileOf(sandbox)))).toEqual(
      statesIn(again),
    );
    const fixed = await startSandbox({ clock: "frozen" });
    try {
      expect(statesIn(await replay(run, profileOf(fixed)))).toEqual({ "INST-40": "fixed", "STAT-9": "fixed" });
    } finally {
      await fixed.close();
    }
  }));

test("a failure whose proof cannot be run is not reproducible, and says why", () =>
  withFaultyRun(fault, async (run, { urls, credentials, fixtures }) => {
    const { failures } = await replay(run, targetProfile({ name: "without control", urls, credentials, fixtures }));
    expect(failures[0]).toMatchObject({ state: "not reproducible", reason: expect.stringContaining("mutations") });
  }));

test("a failure that was found in an appointment is reproduced by a replay, which waits as the run did", async () => {
  const sandbox = await createSandbox({ clock: "frozen", behaviour: faulty(["cursors never expire"]) });
  try {
    const { profile, time } = liveSandbox(sandbox);
    const run = await judgeTarget(profile, { only: ["CUR-3"], patience: "20m", time });
    expect((await replay(run, profile, { time })).failures).toMatchObject([{ id: "CUR-3", state: "still failing" }]);
  } finally {
    await sandbox.close();
  }
});
