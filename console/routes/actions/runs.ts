import { setTimeout as wait } from "node:timers/promises";
import { writeAudit } from "../../accounts/audit.ts";
import { takePlace } from "../../accounts/limits.ts";
import { ConsoleRefusal } from "../../accounts/refusal.ts";
import { runPage, type ShownRun } from "../../pages/run.ts";
import { cancelRun } from "../../runs/attempts.ts";
import { claimTask, readProgress } from "../../runs/progress.ts";
import { mayEnd, readRecord, runById } from "../../runs/runs.ts";
import { findProvider } from "../../watch/providers.ts";
import { action, onePage, type RouteCall, type RouteReply, type ServerSentEvent } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { text } from "../fields.ts";
import { recordOf, runFile } from "../run-files.ts";

const back = (_: unknown, { run }: RouteCall): RouteReply => ({ redirect: `/runs/${run.id}` });

/** Runs: for operators, and for the people of the partner that a run is about. */
export const runActions = [
  action({
    at: "GET /runs/:run",
    id: "getRun",
    summary: "A run",
    may: "own",
    gives: schemas.run,
    act: async ({ context, run }) => (await runById(context.database, run.id)) ?? run,
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
      return JSON.parse(record.results) as unknown;
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
  action({
    at: "POST /runs/:run/end",
    id: "endRun",
    summary: "End a run that is not over",
    may: "own",
    scope: "run",
    audit: "ended a run",
    gives: schemas.done,
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
    page: back,
  }),
];

async function shownRun(call: RouteCall): Promise<ShownRun> {
  const { context, run } = call;
  const { database } = context;
  const provider = run.provider_id ? await findProvider(database, run.provider_id) : undefined;
  const record = run.state === "finished" ? await recordOf(database, run.id) : undefined;
  const attempts = await database.query<ShownRun["attempts"][number]>(
    "SELECT attempt, started_at, ended_at, ending, why FROM assay.run_attempts WHERE run_id = $1 ORDER BY attempt",
    [run.id],
  );
  const subject = provider
    ? { name: provider.name, href: `/providers/${provider.id}` }
    : { name: call.partner.name, href: `/partners/${call.partner.slug}` };
  return { run, subject, results: record?.results, attempts };
}

/** The interval at which a page that follows a run receives what is new, in milliseconds, and for how long at most. */
const reportEvery = 500;
const maxReports = 7_200;

/** After how many of these it is checked that the page may still be reported. */
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
