import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApplication, type TestApplication } from "./testing/partner-app.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";
import type { Visitor } from "./testing/visitor.ts";

let served: TestConsole;
let partner: Visitor;
let application: TestApplication;
let platform: Record<string, string>;

/** Waits for a run to be over. */
async function over(visitor: Visitor, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { json } = await visitor.api("GET", `/runs/${id}`);
    if (json.state === "finished" || json.state === "not-measured") return json;
    await new Promise((later) => setTimeout(later, 100));
  }
}

beforeAll(async () => {
  served = await testConsole();
  const taken = await served.operator.api<{ invitation: string; partner: { platform: Record<string, string> } }>(
    "POST",
    "/partners",
    { name: "Acme" },
  );
  partner = served.visitor();
  await partner.join(taken.json.invitation, "ada@acme.example");
  const credentials = await partner.api<Record<string, string>>("POST", "/partners/acme/credentials");
  platform = { ...taken.json.partner.platform, ...credentials.json };
  application = await startTestApplication(platform);
});
afterAll(async () => {
  application?.close();
  await served?.close();
});

test("a partner describes its application, has it certified, and gets a certificate", async () => {
  const kept = await partner.api("PUT", "/partners/acme/profile", { profile: application.profile(["calls"]) });
  expect(kept).toEqual({ status: 200, json: { done: true } });
  const began = performance.now();
  const asked = await partner.api<{ id: string }>("POST", "/partners/acme/runs", {});
  expect(asked.status).toBe(202);
  const run = await over(partner, asked.json.id);
  console.log(performance.now() - began, run.state, run.why, served.lines);
  expect(run).toMatchObject({ state: "finished", verdict: "pass", attempt: 1 });
  expect((await partner.get("/partners/acme")).text).toContain("certified");
});
