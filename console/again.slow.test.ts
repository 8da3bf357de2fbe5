import { expect, test } from "vitest";
import { freePort, freePorts } from "../cli/testing/certifying.ts";
import { isWhole } from "../cli/testing/rows.ts";
import { untilOver } from "./testing/killing.ts";
import { startProgram } from "./testing/processes.ts";
import { startRemembering } from "./testing/remembering.ts";
import { dataFolder } from "./testing/served.ts";
import { Visitor } from "./testing/visitor.ts";

/** How many runs there are, and in which of them the worker is killed. */
const [times, killed] = isWhole ? [5, 3] : [2, 1];

const all = ["install", "webhooks", "lifecycle", "resources", "calls"];

test("an application that keeps running passes all its runs, though the worker is killed in one", async () => {
  const [port, ports, folder] = [await freePort(), await freePorts(4), await dataFolder()];
  const places = ["--port", String(port), "--data", folder, "--platform-ports", String(ports)];
  const serve = () => startProgram(["serve", "--jobs", "1", "--lease", "6", "--allow-private", ...places]);
  let served = serve();
  const { operator_link } = await served.started;
  const operator = new Visitor(`http://127.0.0.1:${port}`);
  await operator.join(operator_link ?? "", "operator@market.example");
  const { json: taken } = await operator.api<{ partner: { platform: Record<string, string> } }>("POST", "/partners", {
    name: "Acme",
  });
  const { json: credentials } = await operator.api<Record<string, string>>("POST", "/partners/acme/credentials");
  const application = await startRemembering({ ...taken.partner.platform, ...credentials });
  try {
    await operator.api("PUT", "/partners/acme/profile", { profile: application.profile(all) });
    const runs: unknown[] = [];
    for (let count = 1; count <= times; count++) {
      const confirmed = application.confirms(4);
      const { json: run } = await operator.api<{ id: string }>("POST", "/partners/acme/runs", {});
      if (count === killed) {
        await confirmed;
        await served.kill();
        expect(application.linked().size).toBeGreaterThan(0);
        served = serve();
        await served.started;
      }
      const [ended] = await untilOver(operator, new Set([run.id]));
      runs.push([ended?.verdict, ended?.attempt]);
    }
    expect(runs).toEqual(runs.map((_, index) => ["pass", index + 1 === killed ? 2 : 1]));
    expect(runs).toHaveLength(times);
    expect([...application.linked()]).toEqual([]);
  } finally {
    await served.kill();
    application.close();
  }
});
