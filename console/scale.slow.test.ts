import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort, freePorts } from "../cli/testing/certifying.ts";
import { partnerProfile, type WrittenPartnerProfile } from "../harness/partner-profile.ts";
import { certifyPartner } from "../library/certify.ts";
import { startTestApplication } from "./testing/partner-app.ts";
import { hasPostgres, noPostgres, startPostgres } from "./testing/postgres.ts";
import { startProgram } from "./testing/processes.ts";
import { Visitor } from "./testing/visitor.ts";
import { outcomesOf } from "./work/certify-job.ts";

/** How many partners and workers there are: PARTNERS=300 WORKERS=4 is a marketplace; without a number, nothing is measured. */
const [partners, workers] = [Number(process.env.PARTNERS ?? 0), Number(process.env.WORKERS ?? 4)];

if (partners > 0 && !hasPostgres) throw new Error(noPostgres);

/** What applications do: the first is right, the second reads calls in another way than it should. */
const behaviours: Record<string, unknown>[] = [{}, { callsMethod: "POST" }];

const memoryOf = (pid = 0): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test.skipIf(partners === 0)(
  "many partners are judged by several workers, each as assay certify judges it",
  async () => {
    const postgres = await startPostgres();
    const folder = mkdtempSync(join(tmpdir(), "assay-scale-"));
    const [port, ports] = [await freePort(), await freePorts(Math.min(4 * partners, 2_000))];
    const common = ["--data", folder, "--platform-ports", String(ports), "--allow-private"];
    const env = { DATABASE_URL: postgres.url };
    const serving = startProgram(["serve", "--port", String(port), "--jobs", "0", ...common], env);
    const { operator_link: link } = await serving.started;
    const working = Array.from({ length: workers }, () => startProgram(["work", "--jobs", "8", ...common], env));
    try {
      const operator = new Visitor(`http://127.0.0.1:${port}`);
      await operator.join(link ?? "", "operator@market.example");
      const taken = [];
      for (let index = 0; index < partners; index++) {
        const { json } = await operator.api<{ partner: { slug: string; platform: Record<string, string> } }>(
          "POST",
          "/partners",
          { name: `P${index}` },
        );
        const { slug, platform } = json.partner;
        const credentials = (await operator.api<Record<string, string>>("POST", `/partners/${slug}/credentials`)).json;
        const application = await startTestApplication(
          { ...platform, ...credentials },
          behaviours[index % behaviours.length],
        );
        const profile = application.profile(["calls"], { patience: { quiet_s: 1.5, max_s: 10 } });
        await operator.api("PUT", `/partners/${slug}/profile`, { profile });
        taken.push({ slug, credentials, profile, application, index });
      }
      const [began, before] = [performance.now(), memoryOf(serving.child.pid)];
      const runs = await Promise.all(
        taken.map(
          async ({ slug }) => (await operator.api<{ id: string }>("POST", `/partners/${slug}/runs`, {})).json.id,
        ),
      );
      const over = new Map<string, { state: string; outcomes: Record<string, string> }>();
      while (over.size < runs.length) {
        for (const id of runs.filter((run) => !over.has(run))) {
          const { json } = await operator.api<{ state: string; outcomes: Record<string, string> }>(
            "GET",
            `/runs/${id}`,
          );
          if (json.state === "finished" || json.state === "not-measured") over.set(id, json);
        }
        await wait(500);
      }
      const seconds = (performance.now() - began) / 1000;
      console.log(
        `${partners} partners, ${workers} workers: ${seconds.toFixed(0)} s; console ${before.toFixed(0)} MB before, ${memoryOf(serving.child.pid).toFixed(0)} MB after`,
      );
      expect([...over.values()].map(({ state }) => state)).toEqual(runs.map(() => "finished"));
      for (const { index, credentials, profile, application } of taken.slice(0, behaviours.length)) {
        const sandbox = {
          partner_token: credentials.PARTNER_TOKEN,
          system_user_token: credentials.SYSTEM_USER_TOKEN,
          v3_access_token: credentials.V3_ACCESS_TOKEN,
          application_id: Number(credentials.APPLICATION_ID),
        };
        const alone = await certifyPartner(
          partnerProfile({ ...profile, sandbox } as unknown as WrittenPartnerProfile),
          { portBase: ports + 4 * index },
        );
        expect(over.get(runs[index] ?? "")?.outcomes).toEqual(outcomesOf(alone.results));
        application.close();
      }
      for (const { application } of taken) application.close();
    } finally {
      for (const { kill } of [...working, serving]) await kill();
      postgres.stop();
    }
  },
);
