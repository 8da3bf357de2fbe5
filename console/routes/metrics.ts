import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ConsoleContext } from "../context.ts";
import { silentAfter } from "../runs/workers.ts";
import type { Database } from "../store/database.ts";
import { readHealth } from "./health.ts";

/** Figures of one kind: a name, what it is, and values by their labels. */
interface Family {
  name: string;
  type: "gauge" | "counter";
  help: string;
  rows: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
}

/** How requests were answered by this process, by route and status. */
const answered = new Map<string, { labels: Record<string, string>; count: number; seconds: number }>();

/** Counts an answer; routes are a few dozen, so that no stranger makes figures. */
export function countAnswer(labels: { method: string; route: string; status: string }, seconds: number): void {
  const key = Object.values(labels).join(" ");
  const known = answered.get(key) ?? { labels, count: 0, seconds: 0 };
  answered.set(key, { ...known, count: known.count + 1, seconds: known.seconds + seconds });
}

const loopDelay = monitorEventLoopDelay({ resolution: 20 });
loopDelay.enable();

/** Figures from the database: a statement that returns a value for each label. */
const asked: readonly { name: string; help: string; label?: string; query: string }[] = [
  {
    name: "assay_partners",
    help: "Partners by state.",
    label: "state",
    query: "SELECT state AS name, count(*)::float8 AS value FROM assay.partners GROUP BY state",
  },
  {
    name: "assay_runs",
    help: "Runs that are kept, by verdict or state.",
    label: "outcome",
    query:
      "SELECT coalesce(verdict, state) AS name, count(*)::float8 AS value FROM assay.runs GROUP BY coalesce(verdict, state)",
  },
  {
    name: "assay_oldest_run_seconds",
    help: "The age of the oldest run that waits.",
    query:
      "SELECT greatest(0, extract(epoch FROM now() - coalesce(min(created_at), now())))::int AS value FROM assay.runs WHERE state = 'queued'",
  },
  {
    name: "assay_run_seconds",
    help: "How long the runs of the last day took, by share of runs that took no longer.",
    label: "quantile",
    query: `SELECT q::text AS name, percentile_cont(q) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at)) AS value
      FROM assay.runs, unnest(ARRAY[0.5, 0.95, 1]) q WHERE state = 'finished' AND finished_at > now() - interval '1 day' GROUP BY q`,
  },
  {
    name: "assay_attempts_last_day",
    help: "Attempts at runs that ended within a day, by ending.",
    label: "ending",
    query:
      "SELECT ending AS name, count(*)::float8 AS value FROM assay.run_attempts WHERE ended_at > now() - interval '1 day' GROUP BY ending",
  },
  {
    name: "assay_deliveries_last_day",
    help: "Messages of the last day, by state.",
    label: "state",
    query:
      "SELECT state AS name, count(*)::float8 AS value FROM assay.deliveries WHERE created_at > now() - interval '1 day' GROUP BY state",
  },
  {
    name: "assay_oldest_delivery_seconds",
    help: "For how long the message has been due that waits longest.",
    query:
      "SELECT greatest(0, extract(epoch FROM now() - coalesce(min(due_at), now())))::int AS value FROM assay.deliveries WHERE state = 'waiting'",
  },
];

/** For how many milliseconds what the database said serves: to count takes time by the number of runs. */
const maxAge = 10_000;
const measured = new WeakMap<Database, { at: number; families: Promise<Family[]> }>();

function familiesOf(database: Database): Promise<Family[]> {
  const known = measured.get(database);
  if (known && performance.now() - known.at < maxAge) return known.families;
  const families = Promise.all(
    asked.map(async ({ name, help, label, query }): Promise<Family> => {
      const rows = await database.query<{ name: string; value: number | null }>(query);
      const shown = rows.map((row) => ({ ...(label ? { labels: { [label]: row.name } } : {}), value: row.value ?? 0 }));
      return { name, type: "gauge", help, rows: shown };
    }),
  );
  measured.set(database, { at: performance.now(), families });
  families.catch(() => measured.delete(database));
  return families;
}

const gauge = (name: string, help: string, value: number): Family => ({ name, type: "gauge", help, rows: [{ value }] });

/** The figures of this process. */
function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  const all = [...answered.values()];
  return [
    {
      name: "assay_http_requests",
      type: "counter",
      help: "Requests that this process answered.",
      rows: all.map(({ labels, count }) => ({ labels, value: count })),
    },
    {
      name: "assay_http_seconds",
      type: "counter",
      help: "How long it took to answer them, in all.",
      rows: all.map(({ labels, seconds }) => ({ labels, value: seconds })),
    },
    {
      name: "process_cpu_seconds",
      type: "counter",
      help: "Processor time.",
      rows: [{ value: (user + system) / 1e6 }],
    },
    gauge("process_resident_memory_bytes", "Memory.", process.memoryUsage.rss()),
    gauge("process_uptime_seconds", "For how long this process has run.", process.uptime()),
    gauge(
      "assay_event_loop_delay_seconds",
      "What 99 of 100 turns of the event loop wait at most.",
      loopDelay.percentile(99) / 1e9,
    ),
  ];
}

/** The figures of the console and of this process, as OpenMetrics has them. */
export async function metricsText(context: ConsoleContext): Promise<string> {
  const health = await readHealth(context);
  const { isDatabaseThere, workersSeen, workersJudging, isNightlyOverdue, queued } = health;
  const families: Family[] = [
    gauge("assay_up", "Whether the database answers.", Number(isDatabaseThere)),
    gauge("assay_workers_seen", `Workers seen within ${silentAfter} seconds.`, workersSeen),
    gauge("assay_workers_judging", "Workers seen whose clock agrees with the database's.", workersJudging),
    gauge("assay_nightly_overdue", "Whether nightly runs are overdue.", Number(isNightlyOverdue)),
    ...(isDatabaseThere ? await familiesOf(context.database).catch(() => []) : []),
    {
      name: "assay_queued_jobs",
      type: "gauge",
      help: "Jobs that wait, by queue.",
      rows: Object.entries(queued).map(([queue, value]) => ({ labels: { queue }, value })),
    },
    ...processFamilies(),
  ];
  return [...families.flatMap(linesOf), "# EOF", ""].join("\n");
}

const linesOf = ({ name, type, help, rows }: Family): string[] => [
  `# TYPE ${name} ${type}`,
  `# HELP ${name} ${help}`,
  ...rows.map(({ labels = {}, value }) => {
    const named = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return `${name}${type === "counter" ? "_total" : ""}${named.length > 0 ? `{${named.join()}}` : ""} ${value}`;
  }),
];
