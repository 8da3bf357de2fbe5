import { setTimeout as wait } from "node:timers/promises";
import { freePort, freePorts } from "../../cli/testing/certifying.ts";
import { startTestApplication, type TestApplication } from "./partner-app.ts";
import { type KillableProcess, startProgram } from "./processes.ts";
import { Visitor } from "./visitor.ts";

/** The process to kill, how often, and on which database. */
export interface Killing {
  /** The folder for data and key. */
  folder: string;
  /** The address of a PostgreSQL; without it, the embedded database. */
  url?: string;
  partners: number;
  kills: number;
  /** Milliseconds between two kills, at most. */
  within: number;
  /** Does further damage after every fifth kill. */
  disturb?: () => Promise<void>;
}

/** The outcome of the runs. */
export interface KillingOutcome {
  asked: number;
  finished: number;
  notMeasured: number;
  /** Runs that are neither. */
  lost: number;
  verdicts: Record<string, number>;
  /** Runs with more than one verdict. */
  doubled: number;
  attempts: number;
  /** Failures that applications that are right were blamed for. */
  blamed: string[];
}

interface ListedRun {
  id: string;
  state: string;
  verdict: string | null;
  attempt: number;
}

/** Kills console and workers at random moments while runs go on, and reports what became of the runs. */
export async function killAtRandom({
  folder,
  url,
  partners,
  kills,
  within,
  disturb,
}: Killing): Promise<KillingOutcome> {
  const [port, ports] = [await freePort(), await freePorts(4 * partners)];
  const env: Record<string, string> = url ? { DATABASE_URL: url } : {};
  const common = ["--data", folder, "--platform-ports", String(ports), "--lease", "6", "--allow-private"];
  const serve = () => startProgram(["serve", "--port", String(port), "--jobs", url ? "0" : "8", ...common], env);
  const work = () => startProgram(["work", "--jobs", "8", ...common], env);
  const processes: KillableProcess[] = [serve()];
  const applications: TestApplication[] = [];
  try {
    const started = await processes[0]?.started;
    if (url) processes.push(work());
    const operator = new Visitor(`http://127.0.0.1:${port}`);
    await operator.join(started?.operator_link ?? "", "operator@market.example");
    for (let index = 0; index < partners; index++) applications.push(await takeIn(operator, `P${index}`));
    const asked = new Set<string>();
    const askAll = async () => {
      for (let index = 0; index < partners; index++) {
        const { status, json } = await operator.api<{ id: string }>("POST", `/partners/p${index}/runs`, {});
        // So many in so short a time are refused at some point.
        if (status === 202) asked.add(json.id);
      }
    };
    await askAll();
    for (let count = 0; count < kills; count++) {
      await wait(Math.random() * within);
      const victim = Math.floor(Math.random() * processes.length);
      await processes[victim]?.kill();
      if (count % disturbEvery === 0) await disturb?.();
      processes[victim] = victim === 0 ? serve() : work();
      if (victim === 0) await processes[0]?.started;
      await askAll().catch(() => undefined);
    }
    const runs = await untilOver(operator, asked);
    const outcome = await judgeOutcome(operator, runs, asked.size);
    const ended = processes.filter(({ child }) => child.exitCode !== null).map(({ stderr }) => stderr());
    if (ended.length > 0) throw new Error(`a process ended by itself: ${ended.join("\n")}`);
    return outcome;
  } finally {
    for (const killable of processes) await killable.kill();
    for (const { close } of applications) close();
  }
}

/** Takes in a partner, and starts its application, which does everything that it should. */
export async function takeIn(operator: Visitor, name: string): Promise<TestApplication> {
  const { json } = await operator.api<{ partner: { slug: string; platform: Record<string, string> } }>(
    "POST",
    "/partners",
    { name },
  );
  const { slug, platform } = json.partner;
  const credentials = await operator.api<Record<string, string>>("POST", `/partners/${slug}/credentials`);
  const application = await startTestApplication({ ...platform, ...credentials.json });
  await operator.api("PUT", `/partners/${slug}/profile`, { profile: application.profile(["calls"]) });
  return application;
}

/** Fifty kills come with ten restarts of the database. */
const disturbEvery = 5;

/** The time that runs are waited for once nothing is killed any more, in milliseconds. */
const patience = 90_000;

/** The runs that were asked for, once all are over. */
export async function untilOver(operator: Visitor, asked: ReadonlySet<string>): Promise<ListedRun[]> {
  const deadline = Date.now() + patience;
  for (;;) {
    const runs: ListedRun[] = [];
    for (const id of asked) runs.push((await operator.api<ListedRun & { id: string }>("GET", `/runs/${id}`)).json);
    const isOver = runs.every(({ state }) => state === "finished" || state === "not-measured");
    if (isOver || Date.now() > deadline) return runs;
    await wait(500);
  }
}

async function judgeOutcome(operator: Visitor, runs: readonly ListedRun[], asked: number): Promise<KillingOutcome> {
  const { json } = await operator.api<{ items: { kind: string; after: string | null; run_id: string | null }[] }>(
    "GET",
    "/events",
  );
  const issued = json.items
    .filter(({ kind, after }) => kind === "certificate" && after === "issued")
    .map(({ run_id }) => run_id);
  const verdicts: Record<string, number> = {};
  for (const { verdict } of runs) if (verdict) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const count = (state: string) => runs.filter((run) => run.state === state).length;
  return {
    asked,
    finished: count("finished"),
    notMeasured: count("not-measured"),
    lost: asked - count("finished") - count("not-measured"),
    verdicts,
    doubled: issued.filter((id, index) => issued.indexOf(id) !== index).length,
    attempts: runs.reduce((sum, { attempt }) => sum + attempt, 0),
    blamed: await blamedIn(operator, runs),
  };
}

async function blamedIn(operator: Visitor, runs: readonly ListedRun[]): Promise<string[]> {
  const wrong = runs.filter(({ verdict }) => verdict !== null && verdict !== "pass");
  const all = await Promise.all(
    wrong.map(({ id }) =>
      operator.api<{ requirements: { id: string; level: string; outcome: string; reason?: string }[] }>(
        "GET",
        `/runs/${id}/results`,
      ),
    ),
  );
  return all.flatMap(({ json }) =>
    json.requirements
      .filter(({ outcome }) => outcome === "fail" || outcome === "untestable")
      .map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason}`),
  );
}
