import { setTimeout as wait } from "node:timers/promises";
import { writeAudit } from "../accounts/audit.ts";
import { takePlace } from "../accounts/limits.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import { runPage, type ShownRun } from "../pages/run.ts";
import { cancelRun } from "../runs/attempts.ts";
import { claimTask, readProgress } from "../runs/progress.ts";
import { mayEnd, runById } from "../runs/runs.ts";
import { findProvider } from "../watch/providers.ts";
import type { ConsoleRoute, RouteCall, RouteReply, ServerSentEvent } from "./route.ts";
import { recordOf, runFile } from "./run-files.ts";

/** Pages about runs, for operators and for the people of the partner that a run is about. */
export const runRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/runs/:run", may: "own", act: showRun },
  { method: "GET", path: "/runs/:run/events", may: "own", act: followRun },
  {
    method: "GET",
    path: "/runs/:run/files/:name",
    may: "own",
    act: ({ context, run, param }) => runFile(context.database, run.id, param("name")),
  },
  {
    method: "POST",
    path: "/runs/:run/tasks",
    may: "own",
    async act({ context, actor, run, field }) {
      const isOpen = run.state === "running" && (await claimTask(context.database, run, field("task"), actor.email));
      if (!isOpen) throw new ConsoleRefusal("conflict", "this is not waited for any more");
      return { redirect: `/runs/${run.id}` };
    },
  },
  {
    method: "POST",
    path: "/runs/:run/end",
    may: "own",
    async act(call) {
      await endRun(call);
      return { redirect: `/runs/${call.run.id}` };
    },
  },
];

/** Ends a run that is not over. */
export async function endRun({ context, actor, run }: RouteCall): Promise<void> {
  if (!mayEnd(actor, run))
    throw new ConsoleRefusal("not-allowed", "only operators may end a nightly run, or one that an operator asked for");
  if (!(await cancelRun(context, run, actor.email))) throw new ConsoleRefusal("conflict", "this run is over already");
  await writeAudit(context.database, actor, "ended a run", { about: run.id, partnerId: run.partner_id });
}

async function showRun({ context, actor, run, partner }: RouteCall): Promise<RouteReply> {
  const { database } = context;
  const provider = run.provider_id ? await findProvider(database, run.provider_id) : undefined;
  const record = run.state === "finished" ? await recordOf(database, run.id) : undefined;
  const attempts = await database.query<ShownRun["attempts"][number]>(
    "SELECT attempt, started_at, ended_at, ending, why FROM assay.run_attempts WHERE run_id = $1 ORDER BY attempt",
    [run.id],
  );
  const subject = provider
    ? { name: provider.name, href: `/providers/${provider.id}` }
    : { name: partner.name, href: `/partners/${partner.slug}` };
  return { page: runPage(actor, { run, subject, results: record?.results, attempts }) };
}

/** How often a page that follows a run is told what is new, in milliseconds, and for how long at most. */
const tellEvery = 500;
const mostTellings = 7_200;

/** After how many of these it is checked that the page may still be told. */
const checkEvery = 4;

/** Tells of a run as it goes on; a browser that comes back says what it heard last. */
function followRun({ context, actor, address, run, header, isStillAllowed, signal }: RouteCall): RouteReply {
  const close = takePlace("stream", { address, account: actor.partnerId ?? actor.accountId });
  const follow = async (write: (event: ServerSentEvent) => Promise<void>) => {
    let [told, shown, attempt] = [Number(header("last-event-id") ?? 0) || 0, "", -1];
    for (let count = 0; count < mostTellings && !signal.aborted; count++) {
      const now = await runById(context.database, run.id);
      if (!now || (count % checkEvery === checkEvery - 1 && !(await isStillAllowed()))) break;
      if (attempt !== -1 && attempt !== now.attempt) told = 0;
      attempt = now.attempt;
      const state = JSON.stringify({ state: now.state.replaceAll("-", " "), attempt: now.attempt });
      if (state !== shown) await write({ event: "state", data: state });
      else if (count % 30 === 0) await write({ event: "alive", data: "{}" });
      shown = state;
      for (const row of await readProgress(context.database, now, told)) {
        told = row.id;
        await write({ event: row.kind, data: JSON.stringify(row.data), id: String(row.id) });
      }
      if (now.state === "finished" || now.state === "not-measured") {
        await write({ event: "over", data: JSON.stringify({ state: now.state, verdict: now.verdict }) });
        return;
      }
      await wait(tellEvery, undefined, { signal }).catch(() => undefined);
    }
  };
  return { stream: (write) => follow(write).finally(close) };
}
