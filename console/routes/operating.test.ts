import { afterAll, beforeAll, expect, test } from "vitest";
import { needed } from "../store/migrations.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import type { Visitor } from "../testing/visitor.ts";

let served: TestConsole;
let operator: Visitor;
let acme: Visitor;

beforeAll(async () => {
  served = await testConsole({ atOnce: 0, env: { ASSAY_METRICS_TOKEN: "a token for metrics" } });
  operator = served.operator;
  const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name: "Acme Ltd" });
  acme = served.visitor();
  await acme.join(json.invitation, "ada@acme.example");
  await operator.api("POST", "/partners", { name: "Beta" });
  const profile = { name: "acme", claims: ["install", "webhooks", "calls"], webhook_url: "http://127.0.0.1:9/hooks" };
  await acme.api("PUT", "/partners/acme-ltd/profile", { profile });
});
afterAll(() => served?.close());

test("a console without a worker lives and is ready, and is ready no more on a schema that is too old", async () => {
  const ask = async (path: string) => {
    const { status, text } = await served.visitor().get(path);
    return [status, JSON.parse(text)] as const;
  };
  expect(await ask("/livez")).toEqual([200, { status: "ok" }]);
  expect(await ask("/readyz")).toEqual([200, { status: "ok", database: true, migrations: true, disk: true }]);
  const { database } = served.context;
  const gone = await database.query<{ number: number }>(
    "DELETE FROM assay.migrations WHERE number >= $1 RETURNING number",
    [needed],
  );
  expect(await ask("/readyz")).toEqual([503, { status: "failing", database: true, migrations: false, disk: true }]);
  for (const { number } of gone) await database.query("INSERT INTO assay.migrations (number) VALUES ($1)", [number]);
});

test("metrics need their token where there is one, and hold the age of the oldest run that waits", async () => {
  const ask = (authorization?: string) => served.visitor().get("/metrics", authorization ? { authorization } : {});
  expect((await ask()).status).toBe(403);
  expect((await ask("Bearer another")).status).toBe(403);
  const { status, text } = await ask("Bearer a token for metrics");
  expect(status).toBe(200);
  expect(text).toMatch(/^assay_oldest_run_seconds 0$/m);
});

test("partners are found by a part of their name and by their state", async () => {
  const found = async (query: string) =>
    (await operator.api<{ items: { slug: string }[] }>("GET", `/partners?${query}`)).json.items?.map(
      ({ slug }) => slug,
    );
  expect(await found("search=ACME")).toEqual(["acme-ltd"]);
  expect(await found("search=%25")).toEqual([]);
  expect(await found("state=new")).toEqual(["acme-ltd", "beta"]);
  expect(await found("state=revoked")).toEqual([]);
  expect((await operator.api("GET", "/partners?state=unheard")).status).toBe(422);
  const { text } = await operator.get("/partners?search=bet&state=");
  expect([text.includes("/partners/beta"), text.includes("/partners/acme-ltd")]).toEqual([true, false]);
  expect(text).toContain('<a href="/partners" aria-current="page">');
});

test("a run judges the claims that were chosen, and no others than those of the profile", async () => {
  expect((await acme.api("POST", "/partners/acme-ltd/runs", { claims: ["resources"] })).status).toBe(422);
  const { status, json } = await acme.api<{ id: string; claims: string[]; partner: string }>(
    "POST",
    "/partners/acme-ltd/runs",
    { claims: ["calls"] },
  );
  expect([status, json.claims, json.partner]).toEqual([202, ["install", "calls"], "acme-ltd"]);
  expect((await acme.api("POST", `/runs/${json.id}/end`)).status).toBe(200);
  const whole = await acme.api<{ id: string; claims: string[] | null }>("POST", "/partners/acme-ltd/runs", {
    claims: ["calls", "webhooks", "install"],
  });
  expect(whole.json.claims).toBeNull();
  await acme.api("POST", `/runs/${whole.json.id}/end`);
});

test("what an operator suspended stays so until an operator lifts it", async () => {
  const state = async () => (await operator.api<{ state: string }>("GET", "/partners/acme-ltd")).json.state;
  const suspend = (by: Visitor, reason = "under examination") =>
    by.api("POST", "/partners/acme-ltd/suspension", { reason });
  expect((await suspend(operator)).status).toBe(409);
  await served.context.database.query("UPDATE assay.partners SET state = 'certified' WHERE slug = 'acme-ltd'");
  expect((await suspend(acme)).status).toBe(403);
  expect((await suspend(operator, " ")).status).toBe(422);
  expect([(await suspend(operator)).status, await state()]).toEqual([200, "suspended"]);
  expect((await suspend(operator)).status).toBe(409);
  expect((await operator.get("/partners/acme-ltd")).text).toContain("Suspended by an operator: under examination");
  const lift = () => operator.api("DELETE", "/partners/acme-ltd/suspension");
  expect([(await lift()).status, await state(), (await lift()).status]).toEqual([200, "certified", 409]);
  const { json } = await operator.api<{ items: { act: string }[] }>("GET", "/audit");
  expect(json.items.map(({ act }) => act).slice(0, 2)).toEqual(["lifted a suspension", "suspended"]);
});

test("one requirement is shown across all partners, failures first", async () => {
  const { database } = served.context;
  const add = (slug: string, outcome: string, hoursAgo: number) =>
    database.query(
      `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, outcomes, results, job_id, finished_at)
       SELECT id, 'nightly', 'finished', 'pass', $2, '{}', gen_random_uuid(), now() - make_interval(hours => $3)
       FROM assay.partners WHERE slug = $1`,
      [slug, JSON.stringify({ "INST-3": outcome }), hoursAgo],
    );
  await add("acme-ltd", "pass", 2);
  await add("beta", "pass", 2);
  await add("beta", "fail", 1);
  const { json } = await operator.api<{ items: { partner: string; outcome: string }[] }>("GET", "/requirements/INST-3");
  expect(json.items.map(({ partner, outcome }) => [partner, outcome])).toEqual([
    ["beta", "fail"],
    ["acme-ltd", "pass"],
  ]);
  const find = async (query: string) =>
    (await operator.api<{ items: { partner: string }[] }>("GET", `/requirements/INST-3?${query}`)).json.items.map(
      ({ partner }) => partner,
    );
  expect(await find("after=beta")).toEqual(["acme-ltd"]);
  expect(await find("after=acme-ltd")).toEqual([]);
  expect(await find("outcome=pass")).toEqual(["acme-ltd"]);
  expect(await find("search=BET")).toEqual(["beta"]);
  expect((await operator.get("/requirements/INST-3")).text).toContain("INST-3 across partners");
  expect((await acme.api("GET", "/requirements/INST-3")).status).toBe(403);
});
