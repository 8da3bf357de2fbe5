import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { startSandbox } from "../library/start-sandbox.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";

let served: TestConsole;
beforeAll(async () => {
  served = await testConsole();
});
afterAll(() => served?.close());

const until = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    await wait(200);
  }
};

test("a provider is judged as assay run judges it, gets a baseline, an event when its verdict turns, and the partners' contracts", async () => {
  const good = await startSandbox({ clock: "running" });
  const { operator, context } = served;
  // A target that offers little is judged by few requests.
  const { urls, credentials } = good;
  const profile = JSON.stringify({
    name: "staging",
    urls: { base_url: urls.base_url },
    credentials: { partner_token: credentials.partner_token },
  });
  const { json: provider } = await operator.api<{ id: string }>("POST", "/providers", { profile, schedule: "daily" });
  await context.database.query(
    `INSERT INTO assay.runs (provider_id, asked_by, state, verdict, job_id, finished_at)
     VALUES ($1, 'schedule', 'finished', 'fail', gen_random_uuid(), now() - interval '1 day')`,
    [provider.id],
  );
  const { json: asked } = await operator.api<{ id: string }>("POST", `/providers/${provider.id}/runs`);
  const judged = await until(async () => {
    const { json: run } = await operator.api<{ state: string; verdict: string }>("GET", `/runs/${asked.id}`);
    return run.state === "finished" || run.state === "not-measured" ? run : undefined;
  });
  expect(judged).toMatchObject({ state: "finished", verdict: "pass" });
  const { json: listed } = await operator.api<{ items: { baseline_at: string | null }[] }>("GET", "/providers");
  expect(listed.items[0]?.baseline_at).not.toBeNull();
  const { json: events } = await operator.api<{ items: { kind: string; why: string }[] }>("GET", "/events");
  expect(events.items.map(({ kind, why }) => `${kind}: ${why}`)).toContain(
    "provider-verdict: staging was fail, and is pass",
  );
  expect((await operator.get(`/providers/${provider.id}`)).text).toContain("Judge now");

  const pact = JSON.stringify({
    consumer: { name: "reader" },
    provider: { name: "platform" },
    interactions: [
      {
        description: "something that there is not",
        request: { method: "GET", path: "/api/v1/nothing" },
        response: { status: 200 },
      },
    ],
    metadata: { pactSpecification: { version: "2.0.0" } },
  });
  await operator.api("POST", "/partners", { name: "Reader" });
  expect((await operator.api("POST", "/partners/reader/contracts", { pact })).status).toBe(200);
  expect((await operator.api("POST", `/providers/${provider.id}/contracts`)).status).toBe(202);
  const contracts = await until(async () => {
    const { json } = await operator.api<{ items: { contracts: object | null }[] }>("GET", "/providers");
    return json.items[0]?.contracts ?? undefined;
  });
  expect(Object.values((contracts as { partners: object }).partners)).toEqual([
    { verdict: "fail", interactions: 1, says: [expect.stringContaining("fail: something that there is not")] },
  ]);
  expect((await operator.get(`/providers/${provider.id}`)).text).toContain("✕ not kept");
  await good.close();
});

test("the matrix shows whom a revision breaks, by the partners' contracts", async () => {
  const { operator } = served;
  const pact = readFileSync(packageFile("contracts/pacts/installer.json"), "utf8");
  const document = readFileSync(packageFile("examples/regression/callback-next.yaml"), "utf8");
  await operator.api("POST", "/partners", { name: "Caller" });
  await operator.api("POST", "/partners", { name: "Silent" });
  expect((await operator.api("POST", "/partners/caller/contracts", { pact })).status).toBe(200);
  await operator.api("POST", "/revisions", { name: "1.1.0", document });
  const impact = await until(async () => {
    const { json } = await operator.api<{
      items: { impact: { partners?: Record<string, { outcome: string }>; failed?: string } | null }[];
    }>("GET", "/revisions");
    return json.items[0]?.impact ?? undefined;
  });
  expect(impact.failed).toBeUndefined();
  expect(Object.values(impact.partners ?? {}).map(({ outcome }) => outcome)).toContain("breaks");
  const { text } = await operator.get("/revisions");
  expect(text).toContain("✕ breaks");
  expect(text).toContain("no contract");
});
