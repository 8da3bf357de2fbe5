import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ConsoleContext } from "../context.ts";
import { readEvents } from "../messages/events.ts";
import { resultsWith } from "../testing/judging.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import { certifyRun } from "../work/certify-job.ts";
import { abandonAttempt, beginAttempt, cancelRun, endAttempt, maxAttempts, resendLostJobs } from "./attempts.ts";
import { askRun, runById, type StoredRun } from "./runs.ts";
import { beat, renewRun, takeFromDead } from "./workers.ts";

let served: TestConsole;
let context: ConsoleContext;
let partnerId: string;

beforeAll(async () => {
  // No one takes jobs here but the test.
  served = await testConsole({ atOnce: 0, allowsPrivate: false, lease: 60 });
  context = served.context;
  await served.operator.api("POST", "/partners", { name: "Acme" });
  const [row] = await context.database.query<{ id: string }>("SELECT id FROM assay.partners");
  partnerId = row?.id ?? "";
});
afterAll(() => served?.close());

const ask = () => context.database.transaction((sql) => askRun(context, sql, { partnerId, askedBy: "nightly" }));
const begin = async (run: StoredRun, workerId = randomUUID()): Promise<StoredRun> => {
  const job = (await runById(context.database, run.id))?.job_id ?? "";
  return (await beginAttempt(context, { runId: run.id, jobId: job, workerId })) as StoredRun;
};
const verdict = { verdict: "fail", outcomes: {}, results: "{}", journal: new Uint8Array() };

describe("a run whose worker dies", () => {
  test("is tried again, and what the dead one says later is not heard", async () => {
    const run = await ask();
    const dead = await begin(run);
    await takeFromDead(context, randomUUID());
    expect(await runById(context.database, run.id)).toMatchObject({ state: "queued", attempt: 1, verdict: null });
    const worker = randomUUID();
    await beat(context.database, worker);
    const alive = await begin(run, worker);
    await takeFromDead(context, randomUUID());
    expect(await endAttempt(context, dead, verdict, async () => undefined)).toBe(false);
    let followed = 0;
    const follow = async () => void followed++;
    expect(await endAttempt(context, alive, { ...verdict, verdict: "pass" }, follow)).toBe(true);
    expect(await endAttempt(context, alive, verdict, follow)).toBe(false);
    expect(await runById(context.database, run.id)).toMatchObject({ state: "finished", verdict: "pass", attempt: 2 });
    expect(followed).toBe(1);
  });

  test("is never its own: one that was kept from giving a sign goes on", async () => {
    const [run, worker] = [await ask(), randomUUID()];
    await begin(run, worker);
    await takeFromDead(context, worker);
    expect(await runById(context.database, run.id)).toMatchObject({ state: "running", attempt: 1 });
    await cancelRun(context, run, "ada");
  });

  test("leaves no progress of earlier runs", async () => {
    const progress = () => context.database.query<{ run_id: string }>("SELECT run_id FROM assay.progress");
    const reported = async () => {
      const run = await ask();
      await begin(run);
      await context.database.query(
        "INSERT INTO assay.progress (run_id, attempt, kind, data) VALUES ($1, 1, 'scenario', '{}')",
        [run.id],
      );
      return run;
    };
    await cancelRun(context, await reported(), "ada");
    const run = await reported();
    expect(await progress()).toEqual([{ run_id: run.id }]);
    await cancelRun(context, run, "ada");
  });

  test("again and again was not measured, which is no one's failure", async () => {
    const run = await ask();
    for (let count = 0; count < maxAttempts; count++) {
      expect((await runById(context.database, run.id))?.state).toBe("queued");
      await begin(run);
      await takeFromDead(context, randomUUID());
    }
    expect(await runById(context.database, run.id)).toMatchObject({ state: "not-measured", verdict: null });
    const events = await readEvents(context.database, partnerId);
    expect(events.map(({ kind }) => kind)).toEqual(["not-measured"]);
    expect((await served.operator.get("/partners/acme")).text).toContain("not measured");
  });

  test("though the worker lives is taken by others, and ends as not measurable after the second time", async () => {
    const run = await ask();
    const worker = randomUUID();
    for (const state of ["queued", "not-measured"]) {
      await beat(context.database, worker);
      const begun = await begin(run, worker);
      await takeFromDead(context, randomUUID());
      expect(await renewRun(context.database, begun, true)).toBe(true);
      await context.database.query("UPDATE assay.runs SET heard_at = now() - interval '3 minutes' WHERE id = $1", [
        run.id,
      ]);
      // A worker looks after its own runs itself.
      await takeFromDead(context, worker);
      expect(await renewRun(context.database, begun, false)).toBe(true);
      await takeFromDead(context, randomUUID());
      expect(await renewRun(context.database, begun, true)).toBe(false);
      expect(await runById(context.database, run.id)).toMatchObject({ state, verdict: null });
    }
    const why = "not measurable: stopped the judge: its worker is alive, but gave no sign of it";
    expect((await readEvents(context.database, partnerId))[0]).toMatchObject({
      kind: "stopped-the-judge",
      after: "at night",
      why,
    });
    expect((await served.operator.get(`/runs/${run.id}`)).text).toContain("Not measurable: stopped the judge");
  });

  test("before its job was written gets another job", async () => {
    const run = await ask();
    await context.queue.cancel(context.database, "certify", run.job_id);
    await resendLostJobs(context, 0);
    const renewed = await runById(context.database, run.id);
    expect(renewed?.job_id).not.toBe(run.job_id);
    expect(await context.queue.look("certify", renewed?.job_id ?? "")).toMatchObject({ state: "created" });
    await abandonAttempt(context, await begin(run), { whyNot: "for the test" });
  });

  test("between taking its job and beginning gets a job again", async () => {
    const run = await ask();
    await context.database.query(
      "UPDATE assay_queue.job SET state = 'active', started_on = now() - interval '1 minute' WHERE id = $1",
      [(await runById(context.database, run.id))?.job_id],
    );
    await resendLostJobs(context, 0);
    await resendLostJobs(context, 0);
    const job = (await runById(context.database, run.id))?.job_id ?? "";
    expect((await context.queue.look("certify", job))?.state).toMatch(/^(created|retry)$/);
  });
});

test("an address in a private network is not asked, not even if the profile was kept before that was forbidden", async () => {
  let connections = 0;
  const server = createServer(() => connections++).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  context.settings.allowsPrivate = true;
  const profile = { name: "acme", claims: ["webhooks"], webhook_url: `http://localhost:${port}/hooks` };
  await served.operator.api("PUT", "/partners/acme/profile", { profile });
  context.settings.allowsPrivate = false;
  const run = await begin(await ask());
  const options = { env: {}, log: (line: string) => served.lines.push(line), signal: new AbortController().signal };
  await certifyRun(context, run, options);
  expect(await runById(context.database, run.id)).toMatchObject({ state: "finished", verdict: "fail" });
  expect(connections).toBe(0);
  const refused = await served.operator.api<{ error: { message: string } }>("PUT", "/partners/acme/profile", {
    profile,
  });
  expect([refused.status, refused.json.error.message]).toEqual([422, expect.stringContaining("private network")]);
});

test("no worker is said in red, and to machines", async () => {
  await context.database.query("UPDATE assay.workers SET seen_at = now() - interval '2 minutes'");
  expect((await served.operator.get("/partners")).text).toContain("No worker was seen for 60 seconds");
  expect((await served.visitor().get("/healthz")).status).toBe(503);
});

test("no partner fills the disk with the journals of its runs", async () => {
  const { database } = context;
  await database.query(
    `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, results, journal, job_id, finished_at)
     SELECT $1, asked, 'finished', 'fail', $2, decode(repeat('00', 20000000), 'hex'), gen_random_uuid(), now() - make_interval(hours => n)
     FROM generate_series(1, 3) n, unnest(ARRAY['person', 'nightly']) asked`,
    [partnerId, JSON.stringify(resultsWith([], "acme"))],
  );
  await endAttempt(context, await begin(await ask()), verdict, async () => undefined);
  const kept = await database.query(
    `SELECT asked_by, count(journal)::int AS journals, count(*)::int AS runs FROM assay.runs WHERE finished_at < now() - interval '30 minutes'
     GROUP BY asked_by ORDER BY asked_by`,
  );
  expect(kept).toEqual([
    { asked_by: "nightly", journals: 3, runs: 3 },
    { asked_by: "person", journals: 2, runs: 3 },
  ]);
  const [dropped] = await database.query<{ id: string }>(
    "SELECT id FROM assay.runs WHERE journal IS NULL AND verdict = 'fail'",
  );
  expect((await served.operator.get(`/runs/${dropped?.id}/files/journal.jsonl`)).status).toBe(404);
});
