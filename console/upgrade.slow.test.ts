import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { freePort, freePorts } from "../cli/testing/certifying.ts";
import { isWhole } from "../cli/testing/rows.ts";
import { migrations } from "./store/migrations.ts";
import { openPostgres } from "./store/postgres.ts";
import { takeIn, untilOver } from "./testing/killing.ts";
import type { TestApplication } from "./testing/partner-app.ts";
import { hasPostgres, noPostgres, startPostgres } from "./testing/postgres.ts";
import { type KillableProcess, startProgram } from "./testing/processes.ts";
import { password, Visitor } from "./testing/visitor.ts";

const root = packageFile(".");
const git = (...args: string[]): string => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trim();

/** The commit before the schema last changed; undefined where the history is not there. */
function commitBefore(): string | undefined {
  try {
    return git("rev-parse", `${git("log", "-1", "--format=%H", "--", "console/store/migrations.ts")}^`);
  } catch {
    return undefined;
  }
}

/** Where another version is that was built, unless the one before the last change of the schema is to be built. */
const given = process.env.OLDER_ASSAY;
const commit = given ? undefined : commitBefore();
const isPossible = hasPostgres && (given !== undefined || commit !== undefined);
if (!isPossible)
  console.warn(
    hasPostgres
      ? "there is no history to build the version before from: name a folder that holds one in OLDER_ASSAY"
      : noPostgres,
  );

/** The folder of the version before the last change of the schema. */
function olderVersion(): string {
  if (given) return given;
  const folder = mkdtempSync(join(tmpdir(), "assay-older-"));
  const archive = execFileSync("git", ["-C", root, "archive", commit ?? ""], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: folder, stdio: "ignore" });
  if (!existsSync(join(folder, "dist/cli/assay.js"))) throw new Error("the version before was not built");
  return folder;
}

test.skipIf(!(isPossible && isWhole))(
  "two versions with a change of the schema between them work side by side, forth and back, and lose nothing",
  async () => {
    const older = olderVersion();
    const postgres = await startPostgres();
    const env = { DATABASE_URL: postgres.url };
    const [ports, folder] = [await freePorts(8), mkdtempSync(join(tmpdir(), "assay-console-"))];
    const common = ["--data", folder, "--platform-ports", String(ports), "--lease", "6", "--allow-private"];
    const processes: KillableProcess[] = [];
    const start = (args: string[], version?: string): KillableProcess => {
      const started = startProgram([...args, ...common], env, version);
      processes.push(started);
      return started;
    };
    const serve = async (version?: string, ...options: string[]) => {
      const served = start(["serve", "--port", String(await freePort()), "--jobs", "0", ...options], version);
      return { ...served, ...(await served.started) };
    };
    const work = (version?: string, ...options: string[]) => start(["work", "--jobs", "2", ...options], version);
    const applications: TestApplication[] = [];
    const answers: string[] = [];
    const visitors = new Set<Visitor>();
    const signIn = async (url: string): Promise<Visitor> => {
      const visitor = new Visitor(url);
      await visitor.post("/sign-in", { email: "operator@market.example", password });
      await visitor.get("/partners");
      visitors.add(visitor);
      return visitor;
    };
    const over = new AbortController();
    const visitAll = async () => {
      while (!over.signal.aborted) {
        for (const visitor of visitors)
          for (const path of ["/partners", "/partners/p0", "/events", "/audit", "/workers", "/settings"])
            await visitor.get(path).then(
              ({ status }) => visitors.has(visitor) && answers.push(`${path} ${status}`),
              (error: Error) => visitors.has(visitor) && answers.push(`${path} ${error.message}`),
            );
        await wait(50);
      }
    };
    try {
      const before = await serve(older);
      const [first, visiting] = [new Visitor(before.url), visitAll()];
      await first.join(before.operator_link ?? "", "operator@market.example");
      for (const name of ["P0", "P1"]) applications.push(await takeIn(first, name));
      visitors.add(first);
      const asked = new Set<string>();
      const ask = async (by: Visitor, ...names: string[]) => {
        for (const name of names)
          asked.add((await by.api<{ id: string }>("POST", `/partners/${name}/runs`, {})).json.id);
      };
      const oldWorker = work(older);
      await ask(first, "p0", "p1");

      await untilOver(first, asked);

      // The new version serves and judges on the old schema.
      const database = await openPostgres(postgres.url);
      const schema = async () =>
        (await database.query<{ number: number }>("SELECT max(number)::int AS number FROM assay.migrations"))[0]
          ?.number;
      const oldSchema = await schema();
      await oldWorker.kill();
      const early = [await serve(undefined, "--keep-schema"), work(undefined, "--keep-schema")] as const;
      const zeroth = await signIn(early[0].url);
      await ask(zeroth, "p0", "p1");
      await untilOver(zeroth, asked);
      expect(await schema()).toBe(oldSchema);
      visitors.delete(zeroth);
      await Promise.all(early.map(({ kill }) => kill()));
      const againWorker = work(older);
      await ask(first, "p0", "p1");

      // The new version updates the schema while the old one serves and judges.
      const after = await serve();
      const second = await signIn(after.url);
      await untilOver(first, asked);
      await ask(second, "p0");
      await untilOver(second, asked);
      work();
      await ask(first, "p1");
      await untilOver(first, asked);
      visitors.delete(first);
      await Promise.all([before, againWorker].map(({ kill }) => kill()));
      await ask(second, "p0", "p1");
      await untilOver(second, asked);

      // Back to the old version, on the new schema.
      const again = await serve(older);
      const third = await signIn(again.url);
      work(older);
      await ask(third, "p0", "p1");
      const runs = await untilOver(third, asked);
      over.abort();
      await visiting;
      expect(runs.map(({ state, verdict }) => `${state} ${verdict}`)).toEqual(runs.map(() => "finished pass"));
      expect(runs).toHaveLength(12);
      expect([...new Set(answers)].filter((answer) => !answer.endsWith(" 200"))).toEqual([]);
      expect(await schema()).toBe(migrations.length);
      await database.close();
    } finally {
      over.abort();
      for (const { close } of applications) close();
      for (const { kill } of processes) await kill();
      postgres.stop();
    }
  },
);
