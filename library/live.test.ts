import { describe, expect, test } from "vitest";
import { judgeLive } from "./testing/live.ts";

describe("a live target", () => {
  test("is not blamed where it obeys, within 400 requests, and every relation is judged", async () => {
    const { failed, outcomes, results } = await judgeLive();
    expect(failed).toEqual([]);
    expect(results.requests).toBeLessThanOrEqual(400);
    const related = [
      "CLI-5",
      "CLI-6",
      "CLI-7",
      "CLI-8",
      "CLI-9",
      "CLI-10",
      "CLI-11",
      "CLI-14",
      "CALL-6",
      "CALL-11",
      "ACT-3",
      "ACT-4",
      "ACT-7",
      "ACT-8",
      "ACT-9",
      "LOC-8",
    ];
    expect(related.filter((id) => outcomes[id] !== "pass")).toEqual([]);
  });
});

describe("patience", () => {
  const only = ["CUR-1", "CUR-3"];

  test("lets cursors of the run grow old, and says beforehand until when", async () => {
    const { outcomes, entries } = await judgeLive({ only, patience: "20m" });
    expect(outcomes).toMatchObject({ "CUR-1": "pass", "CUR-3": "pass" });
    const [booked] = entries.flatMap((entry) => (entry.kind === "appointment" ? [entry] : []));
    expect(booked).toMatchObject({ ids: ["CUR-1", "CUR-3", "CUR-2"], in: expect.closeTo(902_000, -4) as number });
  });

  test("finds cursors that live too long, or not long enough", async () => {
    for (const [fault, breaks] of [
      ["cursors never expire", "CUR-3"],
      ["cursors live ten minutes", "CUR-1"],
    ] as const)
      expect((await judgeLive({ faults: [fault], only, patience: "20m" })).failed).toContain(breaks);
  });

  test("is named in the reason where a run has none", async () => {
    const { results } = await judgeLive({ only });
    const { reason } = results.requirements.find(({ id }) => id === "CUR-3") ?? {};
    expect(reason).toBe("the clock cannot be moved, and a run waits only as long as it may: --patience 16m would do");
    expect(results.unlock).toContainEqual({ supply: "--patience 16m", requirements: only });
  });
});
