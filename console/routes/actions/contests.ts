import { contestPage, contestsPage } from "../../pages/contests.ts";
import { flipsPage } from "../../pages/flips.ts";
import {
  contest,
  contestDecisions,
  contestedResults,
  contestStates,
  decide,
  listContests,
} from "../../partners/contests.ts";
import { listFlips } from "../../partners/flips.ts";
import { action, onePage } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { oneOf, optional, text } from "../fields.ts";
import { recordOf } from "../run-files.ts";

/** Which contests a list shows. */
const contestQuery = {
  decision: optional(oneOf(contestStates)),
  search: optional(text(100)),
  before: optional(text(100)),
};

/** Findings that partners contest, what operators decide, and what a stricter suite would change. */
export const contestActions = [
  action({
    at: "GET /flips",
    id: "listFlips",
    summary: "Partners whose verdict the present suite would change, judged again from their journals",
    may: "operator",
    limit: "read a record",
    takes: { search: optional(text(100)), after: optional(text(100)) },
    gives: schemas.flips,
    act: ({ context: { database } }, given) => listFlips(database, (id) => recordOf(database, id), given),
    page: (flips, _, given) => ({ page: flipsPage(flips, given) }),
  }),
  action({
    at: "GET /contests",
    id: "listContests",
    summary: "A page of the contested findings, the latest first",
    may: "operator",
    takes: contestQuery,
    gives: schemas.listOf(schemas.contest),
    act: async ({ context }, given) => ({ items: await listContests(context.database, null, given) }),
    page: ({ items }, _, given) => ({ page: contestsPage(items, given) }),
  }),
  action({
    at: "GET /partners/:partner/contests",
    id: "listPartnerContests",
    summary: "A page of the contested findings of a partner, the latest first",
    may: "own",
    takes: contestQuery,
    gives: schemas.listOf(schemas.contest),
    act: async ({ context, partner }, given) => ({ items: await listContests(context.database, partner.id, given) }),
    page: ({ items }, { partner }, given) => ({ page: contestsPage(items, given, partner) }),
  }),
  action({
    at: "POST /runs/:run/contests",
    id: "contest",
    summary: "Contest a finding of a run",
    may: "own",
    scope: "run",
    audit: "contested a finding",
    takes: { requirement: text(100), comment: text() },
    status: 201,
    gives: schemas.contest,
    act: ({ context, actor, run, partner }, given) => contest(context, actor, { ...given, partner, runId: run.id }),
    page: ({ id }) => ({ redirect: `/contests/${id}` }),
  }),
  action({
    at: "GET /contests/:contest",
    id: "getContest",
    summary: "A contested finding",
    may: "own",
    gives: schemas.contest,
    act: (call) => call.contest,
    page: (shown, { actor }) => ({ page: contestPage(actor, shown) }),
  }),
  onePage(
    "GET /contests/:contest/results.json",
    "own",
    async (call) => ({
      text: await contestedResults(call.context.database, call.contest),
      type: "application/json",
      file: "results.json",
    }),
    { limit: "read a record" },
  ),
  action({
    at: "POST /contests/:contest/decision",
    id: "decideContest",
    summary: "Decide on a contested finding; a waiver needs its last day",
    may: "operator",
    audit: "decided on a contest",
    takes: { decision: oneOf(contestDecisions), reason: text(), until: optional(text(10)) },
    gives: schemas.done,
    act: (call, given) => decide(call.context, call.actor, call.contest, given),
    page: (_, call) => ({ redirect: `/contests/${call.contest.id}` }),
  }),
];
