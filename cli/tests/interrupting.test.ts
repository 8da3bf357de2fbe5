import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { httpControl } from "../../harness/control/control.ts";
import { liveSandbox } from "../../library/live-sandbox.ts";
import type { RememberedRequest } from "../../sandbox/api/server/traffic.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { startProcess } from "../testing/processes.ts";
import { profileFile } from "../testing/stub-provider.ts";

test("Ctrl-C ends a run that says what it uninstalls, and a second one does not wait for that", async () => {
  let granted = () => {};
  const isGranted = new Promise<void>((over) => (granted = over));
  const onAnswer = ({ url, status }: RememberedRequest) =>
    void (url.endsWith("/grant_access") && status === 201 && granted());
  const sandbox = await createSandbox({ clock: "running", onAnswer });
  onTestFinished(() => sandbox.close());
  const { location_id, application_id } = sandbox.platform.world.people.fixtures;
  await httpControl(sandbox.control).standIn({
    surface: "base",
    method: "POST",
    path: `/marketplace/salon/${String(location_id)}/application/${String(application_id)}/uninstall`,
    times: 1,
    reply: { status: 200, delay_ms: 600_000 },
  });
  const target = profileFile({ ...liveSandbox(sandbox).profile });
  const out = join(mkdtempSync(join(tmpdir(), "assay-interrupting-")), "out");
  const running = startProcess(["run", "--target", target, "--only", "INST-1", "--out", out]);
  await isGranted;
  running.child.kill("SIGINT");
  const reported = await running.until(/uninstalling application \d+ at Location \d+/, "stderr");
  expect(reported).toMatch(/^assay: interrupted; what was judged so far is kept\n/);
  expect(await running.stop("SIGINT")).toBe(130);
});
