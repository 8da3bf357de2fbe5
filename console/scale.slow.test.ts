import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort, freePorts } from "../cli/testing/certifying.ts";
import { partnerProfile, type WrittenPartnerProfile } from "../harness/profiles/partner-profile.ts";
import { certifyPartner } from "../library/certify.ts";
import type { Database } from "./store/database.ts";
import { openPostgres } from "./store/postgres.ts";
import { startTestApplication, type TestApplication } from "./testing/partner-app.ts";
import { hasPostgres, noPostgres, startPostgres } from "./testing/postgres.ts";
import { startProgram } from "./testing/processes.ts";
import { Visitor } from "./testing/visitor.ts";
import { outcomesOf } from "./work/certify-job.ts";

/** The number of partners and workers: PARTNERS=300 WORKERS=4 is a marketplace; without a number, nothing is measured. */
const [partners, workers] = [Number(process.env.PARTNERS ?? 0), Number(process.env.WORKERS ?? 4)];

if (partners > 0 && !hasPostgres) throw new Error(noPostgres);

/** The behaviours of applications: the first is right, the second reads calls in another way than it should. */
const behaviours: Record<string, unknown>[] = [{}, { callsMethod: "POST" }];

const memoryOf = (pid = 0): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

interface SimulatedPartner {
  credentials: Record<string, string>;
  profile: Record<string, unknown>;
  application: TestApplication;
}

async function takeIn(operator: Visitor, index: number): Promise<SimulatedPartner> {
  const { json } = await operator.api<{ partner: { slug: string; platform: Record<string, string> } }>(
    "POST",
    "/partners",
    { name: `P${index}` },
  );
  const { slug, platform } = json.partner;
  const credentials = (await operator.api<Record<string, string>>("POST", `/partners/${slug}/credentials`)).json;
  const behaviour = behaviours[index % behaviours.length];
  const application = await startTestApplication({ ...platform, ...credentials }, behaviour);
  const profile = application.profile(["calls"], { patience: { quiet_s: 3, max_s: 30 } });
  await operator.api("PUT", `/partners/${slug}/profile`, { profile });
  return { credentials, profile, application };
}

/** Has one partner certified, and gives the others a copy of its certificate, so that every night judges them too. */
async function certifyAll(operator: Visitor, database: Database): Promise<void> {
  await operator.api("POST", "/partners/p0/runs", {});
  while ((await database.query("SELECT 1 FROM assay.certificates")).length === 0) await wait(500);
  await database.query("UPDATE assay.partners SET state = 'certified'");
  await database.query(
    `INSERT INTO assay.certificates (partner_id, envelope, results, digest, issued_at, expires_at)
     SELECT p.id, c.envelope, c.results, p.id, c.issued_at, c.expires_at
     FROM assay.certificates c, assay.partners p WHERE p.id <> c.partner_id`,
  );
}

/** The pages that an operator reads while a night goes on. */
const pages = [
  "/partners",
  "/partners?state=degraded",
  "/partners/p1",
  "/runs",
  "/trends",
  "/events",
  "/audit",
  "/workers",
];

/** Reads each page, and that of the latest run, and returns how many milliseconds each took. */
async function visitPages(operator: Visitor, database: Database): Promise<number[]> {
  const [run] = await database.query<{ id: string }>("SELECT id FROM assay.runs ORDER BY created_at DESC LIMIT 1");
  const taken: number[] = [];
  for (const path of [...pages, `/runs/${run?.id}`]) {
    const began = performance.now();
    const { status } = await operator.get(path);
    taken.push(performance.now() - began);
    expect(`${path} ${status}`).toBe(`${path} 200`);
  }
  return taken;
}

/** The verdict of assay certify on the same application. */
async function judgeAlone({ credentials, profile }: SimulatedPartner, portBase: number): Promise<object> {
  const sandbox = {
    partner_token: credentials.PARTNER_TOKEN,
    system_user_token: credentials.SYSTEM_USER_TOKEN,
    v3_access_token: credentials.V3_ACCESS_TOKEN,
    application_id: Number(credentials.APPLICATION_ID),
  };
  const written = { ...profile, sandbox } as unknown as WrittenPartnerProfile;
  return outcomesOf((await certifyPartner(partnerProfile(written), { portBase })).results);
}

test.skipIf(partners === 0)(
  "a night with many partners is judged by several workers, each as assay certify judges it",
  async () => {
    const postgres = await startPostgres();
    const folder = mkdtempSync(join(tmpdir(), "assay-scale-"));
    const [port, ports] = [await freePort(), await freePorts(4 * partners)];
    const common = ["--data", folder, "--platform-ports", String(ports), "--allow-private"];
    const env = { DATABASE_URL: postgres.url };
    const serving = startProgram(["serve", "--port", String(port), "--jobs", "0", ...common], env);
    const { operator_link: link } = await serving.started;
    const database = await openPostgres(postgres.url);
    const working = Array.from({ length: workers }, () => startProgram(["work", "--jobs", "4", ...common], env));
    const simulated: SimulatedPartner[] = [];
    try {
      const operator = new Visitor(`http://127.0.0.1:${port}`);
      await operator.join(link ?? "", "operator@market.example");
      for (let index = 0; index < partners; index++) simulated.push(await takeIn(operator, index));
      await certifyAll(operator, database);
      const [began, memory] = [performance.now(), [memoryOf(serving.child.pid)]];
      await operator.api("POST", "/nightly");
      const count = async (condition: string): Promise<number> =>
        (await database.query(`SELECT 1 FROM assay.runs WHERE asked_by = 'nightly' AND ${condition}`)).length;
      const taken: number[] = [];
      while ((await count("state IN ('finished', 'not-measured')")) < partners) {
        taken.push(...(await visitPages(operator, database)));
        memory.push(memoryOf(serving.child.pid));
        // Records are read by an account at most every five seconds, for long.
        await wait(5_000);
      }
      taken.sort((a, b) => a - b);
      const [median, p95] = [0.5, 0.95].map((share) => taken[Math.floor(share * (taken.length - 1))]?.toFixed(0));
      const seconds = (performance.now() - began) / 1000;
      const [attempts] = await database.query<{ sum: number }>(
        "SELECT sum(attempt)::int AS sum FROM assay.runs WHERE asked_by = 'nightly'",
      );
      console.log(
        `${partners} partners, ${workers} workers: ${seconds.toFixed(0)} s, ${attempts?.sum} attempts; console ${memory[0]} MB before, ${Math.max(...memory)} MB at most, ${memory.at(-1)} MB after; ${taken.length} pages, ${median} ms by the median, ${p95} ms at p95`,
      );
      for (const { child, stderr } of [...working, serving])
        if (child.exitCode !== null || stderr() !== "") console.log(`exit code ${child.exitCode}: ${stderr()}`);
      const kinds = await Promise.all(
        behaviours.map((_, index) => judgeAlone(simulated[index] as SimulatedPartner, ports + 4 * index)),
      );
      const rows = await database.query<{ name: string; outcomes: object }>(
        "SELECT p.name, r.outcomes FROM assay.runs r JOIN assay.partners p ON p.id = r.partner_id WHERE r.asked_by = 'nightly'",
      );
      const wrong = rows.filter(
        ({ name, outcomes }) => !isSame(outcomes, kinds[Number(name.slice(1)) % behaviours.length]),
      );
      expect(wrong).toEqual([]);
      expect(rows).toHaveLength(partners);
    } finally {
      for (const { application } of simulated) application.close();
      for (const { kill } of [...working, serving]) await kill();
      await database.close();
      postgres.stop();
    }
  },
);

const isSame = (found: object | null, expected: object | undefined): boolean =>
  verdictIn(found) === verdictIn(expected);

/** The base of a verdict: requirements with their outcomes. A warning does not count, since a process of hundreds of applications may well send in bursts. */
const verdictIn = (outcomes: object | null | undefined): string =>
  JSON.stringify(
    Object.entries(outcomes ?? {})
      .map(([id, outcome]) => [id, outcome === "warn" ? "pass" : String(outcome)])
      .toSorted(([a = ""], [b = ""]) => a.localeCompare(b)),
  );
