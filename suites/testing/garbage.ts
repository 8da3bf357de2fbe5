import { specified } from "../../sandbox/api/specified.ts";
import { data, page } from "../../sandbox/faults/changes/data.ts";
import type { BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import { body, reply } from "../../sandbox/faults/changes/replies.ts";
import { envelope } from "../../sandbox/faults/changes/webhooks.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { judge } from "./judging.ts";

const first = (item: unknown) => (list: unknown) => (Array.isArray(list) ? [item, ...(list as unknown[])] : list);
const reads = ["readInstallationStatus", "readInstallationStatusInFlow"];
const html = Buffer.from("<html>");

/** Answers of which hardly anything can be read. */
export interface Garbage {
  /** A requirement that they certainly break. */
  breaks: string;
  /** The areas whose proofs build on them. */
  areas: RegExp;
  change: BehaviourChange;
}

export const garbage: Record<string, Garbage> = {
  "a null among the resources": {
    breaks: "RES-10",
    areas: /RES|CUR/,
    change: page((whole) => ({ ...whole, data: [null, ...whole.data] })),
  },
  "a number for the resources": { breaks: "RES-1", areas: /RES|CUR/, change: page((whole) => ({ ...whole, data: 7 })) },
  "a null among the calls": { breaks: "CALL-1", areas: /CALL|VOIP/, change: data("listCalls", first(null)) },
  "a text among the clients": { breaks: "CLI-1", areas: /CLI/, change: data("listClients", first("x")) },
  "a null among the connected Locations": {
    breaks: "LOC-1",
    areas: /LOC/,
    change: data("listConnectedLocations", first(null)),
  },
  "a null among the Events": { breaks: "ACT-1", areas: /ACT/, change: data("searchActivities", first(null)) },
  "an object for the dates": { breaks: "ACT-7", areas: /ACT/, change: data("searchActivityDates", () => ({ a: 1 })) },
  "null for the range of dates": { breaks: "ACT-8", areas: /ACT/, change: data("searchActivityDateRange", () => null) },
  "null for each entry of the log": {
    breaks: "STAT-5",
    areas: /STAT|INST|MKT/,
    change: data(reads, (whole: object) => ({ ...whole, logs: [null], payments: [null] })),
  },
  "null for the link": {
    breaks: "STAT-10",
    areas: /STAT|INST/,
    change: data(reads, (whole: object) => ({ ...whole, connection_status: null })),
  },
  "a text for the status": { breaks: "ENV-2", areas: /STAT|INST/, change: data(reads, () => "x") },
  "a text for every webhook": {
    breaks: "HOOK-2",
    areas: /HOOK|LIFE/,
    change: envelope("*", (whole) => ({ ...whole, toJSON: () => "x" })),
  },
  "null for every body": { breaks: "ENV-2", areas: /./, change: body("*", () => null) },
  "a page of HTML for every body": {
    breaks: "ENV-6",
    areas: /./,
    change: reply("*", () => ({ status }) => ({ status, bytes: html })),
  },
};

/** Judges a provider that answers garbage, as far as the areas go that build on it; returns what failed. */
export async function judgeGarbage({ areas, change }: Garbage): Promise<string[]> {
  const only = loadLedger().flatMap(({ id }) => (areas.test(id) ? [id] : []));
  return (await judge({ behaviour: change()(specified()), only, depth: "quick" })).failed;
}
