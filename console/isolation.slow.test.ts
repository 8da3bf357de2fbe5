import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { hostileEnvironment } from "./testing/hostile-task.ts";
import { startTestApplication, type TestApplication } from "./testing/partner-app.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";

/** Takes a partner in; returns its application. */
async function takeIn({ operator }: TestConsole, name: string): Promise<TestApplication> {
  const taken = await operator.api<{ partner: { platform: Record<string, string> } }>("POST", "/partners", { name });
  const credentials = await operator.api<Record<string, string>>("POST", `/partners/${name}/credentials`);
  const application = await startTestApplication({ ...taken.json.partner.platform, ...credentials.json });
  await operator.api("PUT", `/partners/${name}/profile`, { profile: application.profile(["calls"]) });
  return application;
}

interface ShownRun {
  id: string;
  state: string;
  verdict: string | null;
  attempt: number;
  why: string | null;
}

test("a run that hangs its judge stops neither another run nor the pages, and ends as not measurable", async () => {
  const served = await testConsole({ env: hostileEnvironment, silence: 6 });
  const { operator } = served;
  const applications = [await takeIn(served, "spins"), await takeIn(served, "right")];
  const ask = async (slug: string) => (await operator.api<ShownRun>("POST", `/partners/${slug}/runs`, {})).json.id;
  const [hanging, passing] = [await ask("spins"), await ask("right")];
  const look = async (id: string) => (await operator.api<ShownRun>("GET", `/runs/${id}`)).json;
  const over = async (id: string): Promise<ShownRun> => {
    for (;;) {
      const run = await look(id);
      if (run.state === "finished" || run.state === "not-measured") return run;
      expect((await operator.get("/partners")).status).toBe(200);
      await wait(200);
    }
  };
  expect(await over(passing)).toMatchObject({ state: "finished", verdict: "pass", attempt: 1 });
  const why = "not measurable: stopped the judge: it gave no sign for 6 seconds";
  expect(await over(hanging)).toMatchObject({ state: "not-measured", verdict: null, attempt: 2, why });
  const { json } = await operator.api<{ items: { kind: string; why: string; partner: string }[] }>("GET", "/events");
  expect(json.items.filter(({ partner }) => partner === "spins")).toMatchObject([{ kind: "stopped-the-judge", why }]);
  expect((await operator.get(`/runs/${hanging}`)).text).toContain("Not measurable: stopped the judge");
  const { text } = await operator.get("/events");
  expect(text).toContain(why);

  // A worker that is stopped ends what hangs, and hands the run back.
  const again = await ask("spins");
  while ((await look(again)).state !== "running") await wait(100);
  for (const { close } of applications) close();
  await served.close();
  const reopened = await testConsole({ folder: served.folder, atOnce: 0 });
  const [run] = await reopened.context.database.query("SELECT state, why FROM assay.runs WHERE id = $1", [again]);
  expect(run).toMatchObject({ state: "queued", why: "it was interrupted" });
  await reopened.close();
});
