import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../harness/testing/server.ts";
import type { Entry } from "../record/journal.ts";
import { type JudgeOptions, judge } from "./judge.ts";
import { type RunningSandbox, startSandbox } from "./start-sandbox.ts";

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const judgeIt = (options: JudgeOptions, { control } = sandbox) =>
  judge({ name: "it", control }, { depth: "quick", ...options });
const outcomes = (results: Awaited<ReturnType<typeof judge>>, outcome: string) =>
  results.requirements.filter((requirement) => requirement.outcome === outcome).map(({ id }) => id);

describe("judge", () => {
  test("answers what results.json holds, and reports every entry", async () => {
    const entries: Entry[] = [];
    const results = await judgeIt({ only: ["INST-4"], onEntry: (entry) => entries.push(entry) });
    expect(results).toMatchObject({ format: "assay-results/1", kind: "provider", verdict: "pass", seed: 42 });
    expect(outcomes(results, "pass")).toEqual(["INST-4"]);
    expect(entries[0]).toMatchObject({ kind: "run", only: ["INST-4"] });
    expect(entries.at(-1)).toMatchObject({ kind: "end", complete: true });
    expect(entries.filter(({ kind }) => kind === "exchange")).toHaveLength(results.requests);
  });

  test("takes ids in any letter case, and areas", async () => {
    const results = await judgeIt({ only: ["inst-4", "VER"], skip: ["VER-3"] });
    const judged = outcomes(results, "pass");
    expect(judged).toContain("INST-4");
    expect(judged).toContain("VER-4");
    expect(results.requirements.find(({ id }) => id === "VER-3")).toMatchObject({
      outcome: "not-applicable",
      selected: false,
      reason: "not selected (--skip)",
    });
  });

  test("runs the proofs that are asked for first", async () => {
    const titles: string[] = [];
    const onEntry = (entry: Entry) => void (entry.kind === "proof" && titles.push(entry.ids.join(" ")));
    await judgeIt({ only: ["INST-4", "INST-1"], first: ["INST-4"], onEntry });
    expect(titles[0]).toContain("INST-4");
  });

  test("ends at the first failure, and says that it is not complete", async () => {
    const faulty = await startSandbox({ faults: ["the window never closes"] });
    try {
      const results = await judgeIt({ first: ["INST-4"], stopAtFirstFailure: true }, faulty);
      expect(results).toMatchObject({ verdict: "fail", complete: false });
      expect(outcomes(results, "fail")).toContain("INST-4");
      expect(results.requests).toBeLessThan(100);
    } finally {
      await faulty.close();
    }
  });

  test("ends when it is interrupted, keeps what was judged, and blames no one", async () => {
    const interruption = new AbortController();
    const onEntry = (entry: Entry) => void (entry.kind === "exchange" && entry.id === "e-20" && interruption.abort());
    const results = await judgeIt({ signal: interruption.signal, onEntry });
    expect(results.complete).toBe(false);
    expect(outcomes(results, "fail")).toEqual([]);
    expect(outcomes(results, "pass").length).toBeGreaterThan(0);
  });

  test("is not interrupted into a finding, whatever calls are made at once, and leaves nothing installed", async () => {
    const left: unknown[] = [];
    for (const moment of [2, 5, 9]) {
      const interruption = new AbortController();
      let sent = 0;
      const onEntry = (entry: Entry) => {
        if (entry.kind === "exchange" && ++sent === moment) interruption.abort();
      };
      const only = ["INST-1", "INST-3"];
      const results = await judgeIt({ depth: "deep", only, first: ["INST-1"], signal: interruption.signal, onEntry });
      expect(outcomes(results, "fail"), `after ${moment} requests`).toEqual([]);
      left.push(...results.observations.filter(({ topic }) => topic === "left installed"));
    }
    expect(left).toEqual([]);
  });

  test("ends at once where the control protocol keeps silent, and nothing was judged", async () => {
    const interruption = new AbortController();
    const silent = await startServer(() => interruption.abort());
    const control = { url: silent.url, token: "t" };
    const results = await judgeIt({ signal: interruption.signal }, { ...sandbox, control });
    expect(results).toMatchObject({ complete: false, verdict: "inconclusive", requests: 0 });
  });

  test("can run twice at once in one process", async () => {
    const faulty = await startSandbox({ faults: ["the window never closes"] });
    try {
      const [good, bad] = await Promise.all([judgeIt({ only: ["INST-4"] }), judgeIt({ only: ["INST-4"] }, faulty)]);
      expect([good.verdict, bad.verdict]).toEqual(["pass", "fail"]);
    } finally {
      await faulty.close();
    }
  });

  test.each([
    [{ only: ["FOO-1"] }, /--only: no requirement of a provider is called FOO-1/],
    [{ skip: ["CUR-999"] }, /--skip: no requirement of a provider is called CUR-999/],
  ])("refuses %j", async (options, message) => {
    await expect(judgeIt(options)).rejects.toThrow(message);
  });

  test("names the key of a profile that is wrong", async () => {
    await expect(judge({ name: "it", urls: { base_url: "nowhere" } })).rejects.toThrow(/profile: urls\.base_url/);
  });
});

test("a fault that does not exist is refused with the nearest one", async () => {
  await expect(startSandbox({ faults: ["window never closes"] })).rejects.toThrow(
    /did you mean "the window never closes"/,
  );
});
