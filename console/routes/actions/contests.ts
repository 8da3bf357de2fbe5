import { contestPage, contestsPage } from "../../pages/contests.ts";
import { flipsPage } from "../../pages/flips.ts";
import { contest, contestDecisions, contestedResults, decide, listContests } from "../../partners/contests.ts";
import { listFlips } from "../../partners/flips.ts";
import { action, onePage } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { oneOf, optional, text } from "../fields.ts";
import { recordOf } from "../run-files.ts";

/** Findings that partners contest, what operators decide, and what a stricter suite would change. */
export const contestActions = [
  action({
    at: "GET /flips",
    id: "listFlips",
    summary: "Partners whose verdict the present suite would change, judged again from their journals",
    may: "operator",
    limit: "read a record",
    gives: schemas.flips,
    act: ({ context: { database } }) => listFlips(database, (id) => recordOf(database, id)),
    page: (flips) => ({ page: flipsPage(flips) }),
  }),
  action({
    at: "GET /contests",
    id: "listContests",
    summary: "Contested findings, those without a decision first",
    may: "operator",
    gives: schemas.listOf(schemas.contest),
    act: async ({ context }) => ({ items: await listContests(context.database, null) }),
    page: ({ items }) => ({ page: contestsPage(items) }),
  }),
  action({
    at: "GET /partners/:partner/contests",
    id: "listPartnerContests",
    summary: "The contested findings of a partner",
    may: "own",
    gives: schemas.listOf(schemas.contest),
    act: async ({ context, partner }) => ({ items: await listContests(context.database, partner.id) }),
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
