import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../cli/testing/certifying.ts";
import { createLog } from "./log.ts";
import { testConsole } from "./testing/served.ts";
import { password } from "./testing/visitor.ts";

test("figures and signs of life have an address of their own, where there is nothing else", async () => {
  const port = await freePort();
  const served = await testConsole({ atOnce: 1, metricsAt: { host: "127.0.0.1", port } });
  onTestFinished(() => served.close());
  await served.operator.api("POST", "/partners", { name: "Acme" });
  await served.operator.get("/partners/acme");
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  expect([(await ask("/livez")).status, (await ask("/readyz")).status, (await ask("/partners")).status]).toEqual([
    200, 200, 404,
  ]);
  const { text } = await ask("/metrics");
  for (const line of [
    'assay_partners{state="new"} 1',
    'assay_http_requests_total{method="GET",route="/partners/:partner",status="200"} ',
    "assay_workers_seen 1",
    "assay_oldest_run_seconds 0",
    "assay_oldest_delivery_seconds 0",
    "process_resident_memory_bytes ",
  ])
    expect(text).toContain(`\n${line}`);
  expect(text.endsWith("# EOF\n")).toBe(true);
  expect(text).not.toMatch(/acme/i);
});

test("the log is a line of JSON for each request, with its id, and never holds a secret", async () => {
  const lines: string[] = [];
  const log = createLog({ format: "json", level: "info" }, (line) => lines.push(line));
  const served = await testConsole({ atOnce: 0, log });
  onTestFinished(() => served.close());
  const { operator } = served;
  const secrets = [password, new URL(served.operatorLink ?? "").pathname.split("/").at(-1) ?? ""];
  const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name: "Acme" });
  const made = await operator.api<{ token: string }>("POST", "/tokens", { name: "x", scope: "read", days: 1 });
  secrets.push(made.json.token, json.invitation.split("/").at(-1) ?? "", operator.cookie.split("=")[1] ?? "");
  await served.visitor().get(new URL(json.invitation).pathname);
  const { headers } = await served.visitor().post("/sign-in", { email: "operator@market.example", password });
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const request = headers.get("x-request-id");
  expect(written.find((line) => line.request === request)).toMatchObject({
    level: "info",
    message: "POST /sign-in 303",
    milliseconds: expect.any(Number),
  });
  expect(written.map(({ message }) => message)).toContain("GET /join/:token 200");
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(lines.join("\n")).not.toContain(secret);
  }
});

test("a log for people has the lines that matter enough, without what would move a terminal's cursor", () => {
  const lines: string[] = [];
  const log = createLog({ format: "text", level: "warning" }, (line) => lines.push(line));
  log("all is well", "info");
  log("one\u001b[2J\ntwo");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.startsWith("assay: one")).toBe(true);
  expect(lines[0]?.endsWith("\n  two")).toBe(true);
  expect(lines[0]).not.toContain("\u001b");
});
