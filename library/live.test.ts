import { describe, expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { busyWriter } from "./testing/busy-writer.ts";
import { judgeLive } from "./testing/live.ts";

const overlays = [packageFile("examples/sandbox-payloads.overlay.yaml")];

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
      "ACT-9",
      "LOC-8",
    ];
    expect(related.filter((id) => outcomes[id] !== "pass")).toEqual([]);
  });

  test.each([
    ["paid_max is ignored", "CLI-7"],
    ["the second page of clients begins one late", "CLI-11"],
    ["date_to is not included", "CALL-6"],
    ["from is not included", "ACT-3"],
    ["dates ignore the team member", "ACT-7"],
  ])("shows by relation that %s", async (fault, breaks) => {
    const { failed } = await judgeLive({ faults: [fault], only: [breaks], stopAtFirstFailure: true });
    expect(failed).toContain(breaks);
  });

  test("is not blamed while somebody adds, changes and deletes what is read, and what moved is counted", async () => {
    const { failed, results } = await judgeLive({
      writer: busyWriter(1),
      profile: () => ({ pace: { per_second: 1 } }),
    });
    expect(failed).toEqual([]);
    expect(results.observations.map(({ topic }) => topic)).toContain("set aside, because it moved while it was read");
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
    const faults = ["cursors live twenty minutes", "cursors live ten minutes"];
    for (const [index, fault] of faults.entries())
      expect((await judgeLive({ faults: [fault], only, patience: "20m" })).failed).toContain(["CUR-3", "CUR-1"][index]);
  });

  test("is named in the reason where a run has none", async () => {
    const { results } = await judgeLive({ only });
    const { reason } = results.requirements.find(({ id }) => id === "CUR-3") ?? {};
    expect(reason).toBe("the clock cannot be moved, and a run waits only as long as it may: --patience 16m would do");
    expect(results.unlock).toContainEqual({ supply: "--patience 16m", requirements: only });
  });
});

describe("events that the profile provokes", () => {
  const provoking = (url: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const body = (change: string) => ({ location_id: "{location_id}", event: "ClientEvent", change });
    return {
      "ClientEvent.created": { method: "POST", url: `${url}/events`, headers, body: body("created") },
      "ClientEvent.updated": {
        command: `curl -sf -X POST -H 'authorization: Bearer ${token}' -H 'content-type: application/json' -d '${JSON.stringify(body("updated")).replace('"{location_id}"', "{location_id}")}' ${url}/events`,
      },
    };
  };
  const judgeHooks = (faults: string[] = []) =>
    judgeLive({
      faults,
      only: ["HOOK-1", "HOOK-3", "HOOK-4", "HOOK-5", "HOOK-6", "HOOK-7", "HOOK-8", "HOOK-9", "HOOK-12"],
      profile: ({ address }) => ({
        overlays,
        webhooks: { listen: "127.0.0.1:0" },
        provoke: provoking(address.url, address.token),
      }),
    });

  test("are judged at the suite's receiver, from their shape to a second delivery", async () => {
    const { outcomes, failed } = await judgeHooks();
    expect(failed).toEqual([]);
    for (const id of ["HOOK-1", "HOOK-4", "HOOK-5", "HOOK-6", "HOOK-7", "HOOK-8", "HOOK-9", "HOOK-12"])
      expect([id, outcomes[id]]).toEqual([id, "pass"]);
  });

  test.each([
    ["webhooks come half a minute late", "HOOK-4"],
    ["webhooks are sent twice", "HOOK-6"],
    ["a failed delivery is tried again", "HOOK-7"],
  ])("show that %s", async (fault, breaks) => {
    expect((await judgeHooks([fault])).failed).toContain(breaks);
  });
});
