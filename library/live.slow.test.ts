import { describe, expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { rowsOf } from "../cli/testing/rows.ts";
import { busyWriter } from "./testing/busy-writer.ts";
import { judgeLive } from "./testing/live.ts";

/** Seeds of the writer: one, or as many as WRITERS says. */
const writers = Array.from({ length: Number(process.env.WRITERS ?? 1) }, (_, index) => index + 1);

const overlays = [packageFile("examples/sandbox-payloads.overlay.yaml")];

describe("a live target", () => {
  test.each(
    rowsOf([
      ["from is not included", "ACT-3"],
      ["paid_max is ignored", "CLI-7"],
      ["date_to is not included", "CALL-6"],
      ["dates ignore the team member", "ACT-7"],
      ["the second page of clients begins one late", "CLI-11"],
      ["paid_min is ignored on later pages", "CLI-7"],
    ] as const),
  )("shows by relation that %s", async (fault, breaks) => {
    const { failed } = await judgeLive({ faults: [fault], only: [breaks], stopAtFirstFailure: true });
    expect(failed).toContain(breaks);
  });

  test("is asked for all its lists by turns, so that the last one is judged from several sides too", async () => {
    expect((await judgeLive({ faults: ["the range ignores the service"] })).failed).toEqual(["ACT-9"]);
  });

  test("shows in one run what few requests can show of later pages, full pages and each filter", async () => {
    const faults = {
      "the second page of Locations needs no token": "AUTH-1",
      "strangers read the second page of calls": "AUTH-6",
      "has_more is true on a last page that is full": "RES-2",
      "the second page of clients needs no user": "AUTH-4",
      "email is ignored": "CLI-6",
    };
    const { failed } = await judgeLive({ faults: Object.keys(faults) });
    // Email may have been tried beside another filter too.
    expect(failed.filter((id) => id !== "CLI-10").toSorted()).toEqual(Object.values(faults).toSorted());
  });

  test.each(
    rowsOf([
      ["the callback takes another scheme", "AUTH-3"],
      ["a partner token that goes on confirms", "AUTH-2"],
      ["an unknown application is granted", "ERR-5"],
      ["an empty callback fails", "ENV-5"],
      ["a callback confirms what was uninstalled while pending", "INST-11"],
      ["the list leaves out what was connected again", "LOC-8"],
      ["the log forgets fast installs", "STAT-6"],
    ] as const),
  )("shows by an installation, or a second one, that %s", async (fault, breaks) => {
    const { failed } = await judgeLive({ faults: [fault], stopAtFirstFailure: true });
    // A link that was confirmed without a right token is not pending any more.
    expect(failed.filter((id) => id !== "INST-39")).toEqual([breaks]);
  });

  test("is blamed once for a grant that links though it is refused, and not for the refusals after it", async () => {
    expect((await judgeLive({ faults: ["a refused grant links all the same"] })).failed).toEqual(["INST-2"]);
  });

  test.each(writers)(
    "is not blamed while someone adds, changes and deletes what is read, and what moved is counted: %i",
    async (seed) => {
      const { failed, results } = await judgeLive({
        writer: busyWriter(seed),
        profile: () => ({ pace: { per_second: 1 } }),
      });
      expect(failed).toEqual([]);
      expect(results.observations.map(({ topic }) => topic)).toContain("set aside, because it moved while it was read");
    },
  );
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
      only: ["HOOK-1", "HOOK-3", "HOOK-4", "HOOK-5", "HOOK-6", "HOOK-7", "HOOK-8", "HOOK-9", "HOOK-12", "HOOK-24"],
      profile: ({ address }) => ({
        overlays,
        webhooks: { listen: "127.0.0.1:0" },
        provoke: provoking(address.url, address.token),
      }),
    });

  test("are judged at the suite's receiver, from their shape to a second delivery", async () => {
    const { outcomes, failed, results } = await judgeHooks();
    expect(failed).toEqual([]);
    for (const id of ["HOOK-1", "HOOK-4", "HOOK-6", "HOOK-7", "HOOK-8", "HOOK-12"])
      expect([id, outcomes[id]]).toEqual([id, "pass"]);
    // Two changes of thirty, and one of four fields, are not all of them.
    const cellsOf = (wanted: string) => results.requirements.find(({ id }) => id === wanted)?.cells;
    expect(["HOOK-3", "HOOK-9", "HOOK-24"].map((id) => [outcomes[id], cellsOf(id)?.judged, cellsOf(id)?.of])).toEqual([
      ["untestable", 1, 4],
      ["untestable", 2, 30],
      ["untestable", 0, 5],
    ]);
  });

  test.each(
    rowsOf([
      ["webhooks come half a minute late", "HOOK-4"],
      ["webhooks are sent twice", "HOOK-6"],
      ["a failed delivery is tried again", "HOOK-7"],
      ["an address that was replaced still gets events", "HOOK-5"],
      ["a delivery without answer is tried again", "HOOK-8"],
      ["clients carry null", "HOOK-12"],
    ] as const),
  )("show that %s", async (fault, breaks) => {
    expect((await judgeHooks([fault])).failed).toContain(breaks);
  });
});
