import { describe, expect, test } from "vitest";
import { specified } from "../sandbox/api/specified.ts";
import { data, page } from "../sandbox/faults/changes/data.ts";
import type { BehaviourChange } from "../sandbox/faults/changes/fault.ts";
import { body, reply } from "../sandbox/faults/changes/replies.ts";
import { envelope } from "../sandbox/faults/changes/webhooks.ts";
import { loadLedger } from "../specs/ledger.ts";
import { judge } from "./testing/judging.ts";

const first = (item: unknown) => (list: unknown) => (Array.isArray(list) ? [item, ...(list as unknown[])] : list);
const reads = ["readInstallationStatus", "readInstallationStatusInFlow"];
const html = Buffer.from("<html>");

/** Answers of which hardly anything can be read, a requirement that each certainly breaks, and the areas that rest on them. */
const garbage: Record<string, [breaks: string, areas: RegExp, change: BehaviourChange]> = {
  "a null among the resources": ["RES-10", /RES|CUR/, page((whole) => ({ ...whole, data: [null, ...whole.data] }))],
  "a number for the resources": ["RES-1", /RES|CUR/, page((whole) => ({ ...whole, data: 7 }))],
  "a null among the calls": ["CALL-1", /CALL|VOIP/, data("listCalls", first(null))],
  "a text among the clients": ["CLI-1", /CLI/, data("listClients", first("x"))],
  "a null among the connected Locations": ["LOC-1", /LOC/, data("listConnectedLocations", first(null))],
  "a null among the Events": ["ACT-1", /ACT/, data("searchActivities", first(null))],
  "an object for the dates": ["ACT-7", /ACT/, data("searchActivityDates", () => ({ a: 1 }))],
  "null for the range of dates": ["ACT-8", /ACT/, data("searchActivityDateRange", () => null)],
  "null for each entry of the log": [
    "STAT-5",
    /STAT|INST|MKT/,
    data(reads, (whole: object) => ({ ...whole, logs: [null], payments: [null] })),
  ],
  "null for the link": [
    "STAT-10",
    /STAT|INST/,
    data(reads, (whole: object) => ({ ...whole, connection_status: null })),
  ],
  "a text for the status": ["ENV-2", /STAT|INST/, data(reads, () => "x")],
  "a text for every webhook": ["HOOK-2", /HOOK|LIFE/, envelope("*", (whole) => ({ ...whole, toJSON: () => "x" }))],
  "null for every body": ["ENV-2", /./, body("*", () => null)],
  "a page of HTML for every body": [
    "ENV-6",
    /./,
    reply("*", () => ({ status }) => ({ status, bytes: html })),
  ],
};

describe("a provider that answers garbage is judged to the end", () => {
  test.each(Object.entries(garbage))("%s", { timeout: 60_000 }, async (_, [breaks, areas, change]) => {
    const only = loadLedger().flatMap(({ id }) => (areas.test(id) ? [id] : []));
    expect((await judge({ behaviour: change()(specified()), only, depth: "quick" })).failed).toContain(breaks);
  });
});
