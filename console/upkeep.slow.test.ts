import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { assay } from "../cli/testing/assay.ts";
import { migrate } from "./store/migrate.ts";
import { openPostgres } from "./store/postgres.ts";
import { hasPostgres, noPostgres, startPostgres } from "./testing/postgres.ts";
import { startProgram } from "./testing/processes.ts";
import { testConsole } from "./testing/served.ts";
import { password, Visitor } from "./testing/visitor.ts";
import { createSeal } from "./vault/seal.ts";
import { startOwnWorker } from "./work.ts";

if (!hasPostgres) console.warn(noPostgres);

/** Someone who signs in with the account of before. */
async function returning(url: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.post("/sign-in", { email: "operator@market.example", password });
  await visitor.get("/partners");
  return visitor;
}

const statesIn = async (url: string) =>
  (await (await returning(url)).api<{ items: { slug: string; state: string }[] }>("GET", "/partners")).json.items.map(
    ({ slug, state }) => `${slug} ${state}`,
  );

test("the embedded console is backed up by a copy of its folder, has one process at a time, changes its key, and is pruned", async () => {
  const first = await testConsole({ atOnce: 0 });
  await first.operator.api("POST", "/partners", { name: "Acme" });
  await first.operator.api("POST", "/partners/acme/revocation", { reason: "for the test" });
  const second = await assay(["serve", "--data", first.folder, "--port", "0"]);
  expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining("is in use by another assay serve") });
  await first.context.database.query(
    `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, job_id, finished_at)
     SELECT id, 'nightly', 'finished', 'pass', gen_random_uuid(), now() - make_interval(days => n * 50)
     FROM assay.partners, generate_series(1, 3) n`,
  );
  await first.close();

  const backup = mkdtempSync(join(tmpdir(), "assay-backup-"));
  cpSync(first.folder, backup, { recursive: true });
  const pruned = await assay(["prune", "--data", first.folder, "--keep", "90d"]);
  expect(pruned.stdout).toContain("removed 2 runs");

  const oldKey = readFileSync(join(backup, "assay.key"), "utf8").trim();
  const newKey = Buffer.alloc(32, "n").toString("base64");
  const wrong = await assay(["serve", "--data", backup, "--port", "0"], { env: { ASSAY_KEY: newKey } });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("ASSAY_KEY") });
  const restored = await testConsole({
    folder: backup,
    atOnce: 0,
    env: { ASSAY_KEY: newKey, ASSAY_KEY_PREVIOUS: oldKey },
  });
  expect(await statesIn(restored.url)).toEqual(["acme revoked"]);
  expect(restored.lines.join("\n")).toContain("sealed with the new key");
  const { database } = restored.context;
  const [{ id, profile_sealed } = { id: "", profile_sealed: "" }] = await database.query<{
    id: string;
    profile_sealed: string;
  }>("SELECT id, profile_sealed FROM assay.partners");
  expect(createSeal([Buffer.alloc(32, "n")]).open(`profile of ${id}`, profile_sealed)).toContain("ptk_");
  await restored.close();
});

test.skipIf(!hasPostgres)("on PostgreSQL, several may start at once, and a dump is a backup", async () => {
  const postgres = await startPostgres();
  try {
    const databases = await Promise.all(Array.from({ length: 4 }, () => openPostgres(postgres.url)));
    await Promise.all(databases.map(migrate));
    const rows = await databases[0]?.query("SELECT number FROM assay.migrations");
    expect(rows?.length).toBeGreaterThan(0);
    await Promise.all(databases.map((database) => database.close()));
    const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
    const served = await testConsole({ folder, atOnce: 0, env: { DATABASE_URL: postgres.url } });
    await served.operator.api("POST", "/partners", { name: "Acme" });
    await served.close();
    const dump = execFileSync("pg_dump", [postgres.url], { encoding: "utf8", maxBuffer: 64_000_000 });
    execFileSync("psql", [postgres.url, "-qc", "CREATE DATABASE restored"]);
    const url = postgres.url.replace(/\/postgres$/, "/restored");
    execFileSync("psql", ["-q", url], { input: dump, stdio: ["pipe", "ignore", "inherit"] });
    const restored = await testConsole({ folder, atOnce: 0, env: { DATABASE_URL: url } });
    expect(await statesIn(restored.url)).toEqual(["acme new"]);
    await restored.close();
  } finally {
    postgres.stop();
  }
});

/** A database that is still being started for its first callers, as PostgreSQL says it, and is there for the others. */
async function startingFirst(port: number, callers: number): Promise<Server> {
  const fields = ["SFATAL", "C57P03", "Mthe database system is starting up", ""].map((field) => `${field}\0`).join("");
  const refusal = Buffer.from(`E\0\0\0${String.fromCharCode(fields.length + 4)}${fields}`, "latin1");
  let called = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (++called <= callers) socket.once("data", () => socket.end(refusal));
    else socket.pipe(connect(port, "127.0.0.1").on("error", () => socket.destroy())).pipe(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

test.skipIf(!hasPostgres)("a console waits for a database that is being started", async () => {
  const postgres = await startPostgres();
  const { port } = new URL(postgres.url);
  const server = await startingFirst(Number(port), 2);
  try {
    const url = postgres.url.replace(port, String((server.address() as AddressInfo).port));
    const served = await testConsole({ atOnce: 0, env: { DATABASE_URL: url } });
    expect(served.lines.join("\n")).toContain("the database is waited for: ");
    expect(await statesIn(served.url)).toEqual([]);
    await served.close();
  } finally {
    server.close();
    postgres.stop();
  }
});

test.skipIf(!hasPostgres)(
  "a worker allows private networks as its console does, until it is set otherwise",
  async () => {
    const postgres = await startPostgres();
    const env = { DATABASE_URL: postgres.url };
    const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
    const workWith = async (allowsPrivate?: boolean): Promise<boolean> => {
      const worker = await startOwnWorker({
        folder,
        env,
        log: () => undefined,
        platformPorts: 21_000,
        lease: 30,
        atOnce: 1,
        allowsPrivate,
      });
      await worker.close();
      return worker.context.settings.allowsPrivate;
    };
    try {
      expect(await workWith()).toBe(false);
      for (const allowsPrivate of [undefined, false, true]) {
        const served = await testConsole({ folder, env, atOnce: 0, allowsPrivate, isLeftAlone: true });
        await served.close();
        expect(await workWith()).toBe(allowsPrivate ?? true);
      }
      expect(await workWith(false)).toBe(false);
    } finally {
      postgres.stop();
    }
  },
);

test("a mistake is reported in one line", async () => {
  const report = async (...args: string[]) => (await assay(args)).stderr;
  expect(await report("work")).toContain("DATABASE_URL: it is not set");
  expect(await report("prune", "--keep", "soon")).toContain("such as 90d");
  expect(await report("prune", "--data", "nowhere", "--keep", "90d")).toContain("holds no data of a console");
  const listen = ["serve", "--platform-listen", "0.0.0.0:21000"];
  expect(await report("serve", "--platform-url", "http://a.example")).toContain(
    "--platform-listen: say where to listen",
  );
  expect(await report(...listen)).toContain("--platform-url: 0.0.0.0 is no address to connect to");
  expect(await report(...listen, "--platform-url", "https://a.example:{port}")).toContain("https needs --platform-tls");
  expect(await report(...listen, "--platform-url", "http://a.example")).toContain("put {port} or {partner} into it");
  expect(await report(...listen, "--platform-tls-cert", "a.pem")).toContain("belong together");
  expect(await report("serve", "--public-url", "certify.example.com")).toContain("--public-url: give an address");
  const serveAt = async (url: string) =>
    (await assay(["serve", "--data", mkdtempSync(join(tmpdir(), "assay-"))], { env: { DATABASE_URL: url } })).stderr;
  expect(await serveAt("postgres://127.0.0.1:9/x")).toContain("the database at 127.0.0.1:9 cannot be used");
  expect(await serveAt("here")).toContain("DATABASE_URL: it is not the address of a PostgreSQL");
});

test("a console goes on after a failure that nothing waited for, and reports it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
  const failing = `process.on("SIGUSR2", () => void Promise.reject(new Error("the connection is gone")))`;
  const serving = startProgram(["serve", "--data", folder, "--port", "0"], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}`,
  });
  onTestFinished(serving.kill);
  const { url } = await serving.started;
  serving.child.kill("SIGUSR2");
  while (!serving.stderr().includes("the connection is gone")) await wait(20);
  expect((await fetch(url)).status).toBe(200);
  expect(serving.stderr()).toMatch(/^assay: an unhandled failure: Error: the connection is gone$/m);
});
