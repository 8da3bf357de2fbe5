import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { killAtRandom } from "./testing/killing.ts";
import { hasPostgres, noPostgres, startPostgres } from "./testing/postgres.ts";
import { dataFolder } from "./testing/served.ts";

if (!hasPostgres) console.warn(noPostgres);

/** Moments at which something is killed; KILLS asks for more. */
const kills = Number(process.env.KILLS ?? 1);

describe("kill -9 of console and worker while runs go on", () => {
  test("loses no run, doubles no verdict and blames no one, on the embedded database", async () => {
    const outcome = await killAtRandom({ folder: await dataFolder(), partners: 2, kills, within: 6_000 });
    console.log(JSON.stringify(outcome));
    expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
    expect(Object.keys(outcome.verdicts)).toEqual(["pass"]);
  });

  test.skipIf(!hasPostgres)("loses no run either on PostgreSQL, even if that restarts", async () => {
    const postgres = await startPostgres();
    const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
    try {
      const outcome = await killAtRandom({
        folder,
        url: postgres.url,
        partners: 2,
        kills,
        within: 6_000,
        disturb: postgres.restart,
      });
      console.log(JSON.stringify(outcome));
      expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
      expect(Object.keys(outcome.verdicts)).toEqual(["pass"]);
    } finally {
      postgres.stop();
    }
  });
});
