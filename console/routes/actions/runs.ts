import { setTimeout as wait } from "node:timers/promises";
import { resultsOf } from "../../../record/results.ts";
import { writeAudit } from "../../accounts/audit.ts";
import { takePlace } from "../../accounts/limits.ts";
import { ConsoleRefusal, notThere } from "../../accounts/refusal.ts";
import { type ComparedRuns, comparisonPage } from "../../pages/comparison.ts";
import { runPage, type ShownRun } from "../../pages/run.ts";
import { runsPage } from "../../pages/runs.ts";
import { cancelRun } from "../../runs/attempts.ts";
import { compareResults } from "../../runs/comparison.ts";
import { readOutlook } from "../../runs/outlook.ts";
import { claimTask, readProgress } from "../../runs/progress.ts";
import { listRuns, mayEnd, readRecord, runAskers, runById, runOutcomes, runsOf } from "../../runs/runs.ts";
import { first } from "../../store/database.ts";
import { findProvider } from "../../watch/providers.ts";
import { action, deed, onePage, type RouteCall, type RouteReply, type ServerSentEvent } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { oneOf, optional, text } from "../fields.ts";
import { recordOf, runFile } from "../run-files.ts";

const back = (_: unknown, { run }: RouteCall): RouteReply => ({ redirect: `/runs/${run.id}` });

/** Which runs a list shows. */
export const runQuery = {
  outcome: optional(oneOf(runOutcomes)),
  asked_by: optional(oneOf(runAskers)),
  search: optional(text(100)),
  before: optional(text(100)),
};

/** Runs: for operators, and for the people of the partner that a run is about. */
export const runActions = [
  action({
    at: "GET /runs",
    id: "listAllRuns",
    summary: "A page of the runs of all partners and providers, the latest first",
    may: "operator",
    takes: runQuery,
    gives: schemas.listOf(schemas.run),
    act: async ({ context }, given) => ({ items: await listRuns(context.database, given) }),
    page: ({ items }, _, given) => ({ page: runsPage(items, given) }),
  }),
  action({
    at: "GET /runs/:run",
    id: "getRun",
    summary: "A run",
    may: "own",
    gives: schemas.run,
    act: async ({ context, run }) => (await runById(context.database, run.id)) ?? run,
  }),
  action({
    at: "GET /runs/:run/outlook",
    id: "getOutlook",
    summary: "How far a run is that is not over: its place in the queue, its scenario, and how long it will take",
    may: "own",
    gives: schemas.outlook,
    act: ({ context, run }) => readOutlook(context, run),
  }),
  action({
    at: "GET /runs/:run/comparison",
    id: "compareRuns",
    summary: "What became otherwise between a run and another one of the same subject",
    may: "own",
    limit: "read a record",
    takes: { with: text(100) },
    gives: schemas.comparison,
    act: (call, given) => compared(call, given.with),
    page: (found, call) => ({ page: comparisonPage(subjectOf(call), found) }),
  }),
  onePage("GET /runs/:run", "own", async (call) => ({ page: runPage(call.actor, await shownRun(call)) }), {
    limit: "read a record",
  }),
  onePage("GET /runs/:run/events", "own", followRun, { limit: "follow a run" }),
  onePage(
    "GET /runs/:run/files/:name",
    "own",
    ({ context, run, param }) => runFile(context.database, run.id, param("name")),
    { limit: "read a record" },
  ),
  action({
    at: "GET /runs/:run/results",
    id: "getResults",
    summary: "What a finished run found (results.json)",
    may: "own",
    limit: "read a record",
    gives: schemas.results,
    async act({ context, run }) {
      const record = await readRecord(context.database, run.id);
      if (!record) throw new ConsoleRefusal("not-found", "this run has no results");
      return resultsOf(record.results);
    },
  }),
  action({
    at: "POST /runs/:run/tasks",
    may: "own",
    scope: "run",
    takes: { task: text() },
    async act({ context, actor, run }, { task }) {
      const isOpen = run.state === "running" && (await claimTask(context.database, run, task, actor.email));
      if (!isOpen) throw new ConsoleRefusal("conflict", "this is not waited for any more");
    },
    page: back,
  }),
  deed(back, {
    at: "POST /runs/:run/end",
    id: "endRun",
    summary: "End a run that is not over",
    may: "own",
    scope: "run",
    audit: "ended a run",
    async act({ context, actor, run }) {
      if (!mayEnd(actor, run))
        throw new ConsoleRefusal(
          "not-allowed",
          "only operators may end a nightly run, or one that an operator asked for",
        );
      if (!(await cancelRun(context, run, actor.email)))
        throw new ConsoleRefusal("conflict", "this run is over already");
      await writeAudit(context.database, actor, { about: run.id, partnerId: run.partner_id });
    },
  }),
];

/** Whom a run judges, and where that is. */
function subjectOf({ run, owner }: RouteCall): ShownRun["subject"] {
  return owner
    ? { name: owner.name, href: `/partners/${owner.slug}` }
    : { name: "the provider", href: `/providers/${run.provider_id}` };
}

/** A run and another of the same subject, the earlier one first, and what became otherwise. */
async function compared({ context: { database }, run }: RouteCall, otherId: string): Promise<ComparedRuns> {
  const other = await runById(database, otherId);
  if (!other || other.partner_id !== run.partner_id || other.provider_id !== run.provider_id) throw notThere();
  const inOrder = [run, other].toSorted((a, b) => a.created_at.valueOf() - b.created_at.valueOf());
  const [earlier = run, later = run] = inOrder;
  const [before, after] = [await readRecord(database, earlier.id), await readRecord(database, later.id)];
  if (!before || !after) throw new ConsoleRefusal("conflict", "one of the runs has no results");
  const found = compareResults(resultsOf(before.results), resultsOf(after.results));
  return { earlier: earlier.id, later: later.id, times: [earlier.finished_at, later.finished_at], ...found };
}

async function shownRun(call: RouteCall): Promise<ShownRun> {
  const { context, run } = call;
  const { database } = context;
  const isOver = run.state === "finished" || run.state === "not-measured";
  const record = run.state === "finished" ? await recordOf(database, run.id) : undefined;
  const attempts = await database.query<ShownRun["attempts"][number]>(
    "SELECT attempt, started_at, ended_at, ending, why FROM assay.run_attempts WHERE run_id = $1 ORDER BY attempt",
    [run.id],
  );
  const provider = run.provider_id ? await findProvider(database, run.provider_id) : undefined;
  const certificate = await first<{ status: string }>(
    database,
    "SELECT status FROM assay.certificates WHERE run_id = $1 ORDER BY issued_at DESC LIMIT 1",
    [run.id],
  );
  return {
    run,
    subject: { ...subjectOf(call), ...(provider ? { name: provider.name } : {}) },
    record,
    attempts,
    certificate: certificate?.status,
    outlook: isOver ? undefined : await readOutlook(context, run),
    others: record ? await runsOf(database, run.partner_id ?? run.provider_id ?? "") : [],
  };
}

/** The interval at which a page that follows a run receives what is new, in milliseconds, and for how long at most. */
const reportEvery = 500;
const maxReports = 7_200;

/** After how many of these it is checked that the page may still be reported, and how long the run will take. */
const checkEvery = 4;

/** Streams a run as it goes on; a browser that comes back says what it heard last. */
function followRun({ context, actor, address, run, header, isStillAllowed, signal }: RouteCall): RouteReply {
  const close = takePlace("stream", { address, account: actor.partnerId ?? actor.accountId });
  const follow = async (write: (event: ServerSentEvent) => Promise<void>) => {
    let [sent, shown, attempt] = [Number(header("last-event-id") ?? 0) || 0, "", -1];
    for (let count = 0; count < maxReports && !signal.aborted; count++) {
      const now = await runById(context.database, run.id);
      if (!now || (count % checkEvery === checkEvery - 1 && !(await isStillAllowed()))) break;
      if (attempt !== -1 && attempt !== now.attempt) sent = 0;
      attempt = now.attempt;
      const state = JSON.stringify({ state: now.state.replaceAll("-", " "), attempt: now.attempt });
      if (state !== shown) await write({ event: "state", data: state });
      else if (count % 30 === 0) await write({ event: "alive", data: "{}" });
      shown = state;
      if (count % checkEvery === 0)
        await write({ event: "outlook", data: JSON.stringify(await readOutlook(context, now)) });
      for (const row of await readProgress(context.database, now, sent)) {
        sent = row.id;
        await write({ event: row.kind, data: JSON.stringify(row.data), id: String(row.id) });
      }
      if (now.state === "finished" || now.state === "not-measured") {
        await write({ event: "over", data: JSON.stringify({ state: now.state, verdict: now.verdict }) });
        return;
      }
      await wait(reportEvery, undefined, { signal }).catch(() => undefined);
    }
  };
  return { stream: (write) => follow(write).finally(close) };
}
