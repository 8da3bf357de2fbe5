import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "../cli/testing/certifying.ts";
import { clockOffset } from "./runs/clock.ts";
import type { Sql } from "./store/database.ts";
import { startAgreeingApplication, takeIn, untilOver } from "./testing/agreeing-app.ts";
import { hasPostgres, noPostgres, startPostgres } from "./testing/postgres.ts";
import { startProgram } from "./testing/processes.ts";
import { testConsole } from "./testing/served.ts";

if (!hasPostgres) console.warn(noPostgres);

/** Lets a process believe that it is so many milliseconds later. */
const believing = (later: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date, now = () => Real.now() + ${later};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(now()); }
      static now() { return now(); }
    };`)}`;

test.skipIf(!hasPostgres)(
  "a worker whose clock is off says so, judges nothing, and leaves its runs to others",
  async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const env = { DATABASE_URL: postgres.url };
    const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
    const served = await testConsole({ folder, env, atOnce: 0 });
    onTestFinished(() => served.close());
    const application = await startAgreeingApplication();
    onTestFinished(application.close);
    const ports = String(await freePorts(8));
    const work = (more: Record<string, string> = {}) => {
      const worker = startProgram(["work", "--data", folder, "--platform-ports", ports, "--allow-private"], {
        ...env,
        ...more,
      });
      onTestFinished(worker.kill);
      return worker;
    };

    const late = work({ NODE_OPTIONS: believing(-60_000) });
    const { at, ask } = await takeIn(served.operator, application, "timely");
    const id = await ask();
    const said = "clock of this machine is 60 s behind the database's";
    while (!late.stderr().includes(said)) await wait(100);
    const looked = () =>
      served.context.database.query("SELECT 1 FROM assay_queue.job WHERE name = 'certify' AND state = 'retry'");
    while ((await looked()).length === 0) await wait(100);
    expect((await served.operator.api("GET", `/runs/${id}`)).json).toMatchObject({ state: "queued", attempt: 0 });
    expect((await served.operator.get("/workers")).text).toContain("60 s behind the database");
    expect((await served.operator.get("/workers")).text).toContain("The clock of every worker is wrong");
    expect((await served.visitor().get("/healthz")).status).toBe(503);

    work();
    expect(await untilOver(served.operator, id)).toMatchObject({ state: "finished", verdict: "pass" });
    expect((await served.visitor().get("/healthz")).status).toBe(200);
    expect((await served.operator.get(`${at}/certificate.json`)).status).toBe(200);
  },
);

test.each([
  [0, 0],
  [4_000, 4],
  [-4_000, -4],
])("a clock that is %d ms ahead is %d s off, however long the database takes to answer", async (ahead, off) => {
  let now = Date.now();
  const slow: Pick<Sql, "query"> = {
    // The database reads its clock in the middle of two seconds.
    query: async <T>() => {
      now += 1000;
      const rows = [{ now: new Date(now) }] as T[];
      now += 1000;
      return rows;
    },
  };
  expect(await clockOffset(slow as Sql, () => now + ahead)).toBeCloseTo(
    Math.sign(off) * Math.max(0, Math.abs(off) - 1),
    5,
  );
});
