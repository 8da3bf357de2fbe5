import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "../../record/journal.ts";
import { beginAttempt } from "../runs/attempts.ts";
import { createProgress } from "../runs/progress.ts";
import { askRun, runById } from "../runs/runs.ts";
import { judgeBy, musts } from "../testing/judging.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import type { Visitor } from "../testing/visitor.ts";

let served: TestConsole;
let operator: Visitor;
const people: Record<string, Visitor> = {};

beforeAll(async () => {
  served = await testConsole({ atOnce: 0 });
  operator = served.operator;
  for (const name of ["acme", "beta", "gamma"]) {
    const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name });
    const visitor = served.visitor();
    await visitor.join(json.invitation, `ada@${name}.example`);
    people[name] = visitor;
    await describeAs(name, ["install", "webhooks", "calls"]);
  }
});
afterAll(() => served?.close());

const as = (name: string): Visitor => people[name] ?? operator;
const describeAs = (name: string, claims: readonly string[]) =>
  as(name).api("PUT", `/partners/${name}/profile`, { profile: { name, claims, webhook_url: "http://127.0.0.1:9/" } });
const ask = async (name: string, wanted = {}) =>
  (await as(name).api<{ id: string; claims: string[] | null }>("POST", `/partners/${name}/runs`, wanted)).json;
const end = (name: string, id: string) => as(name).api("POST", `/runs/${id}/end`);

interface Outlook {
  ahead: number | null;
  scenario: number | null;
  scenarios: number | null;
  elapsed: number | null;
  expected: number | null;
}
const outlook = async (name: string, id: string): Promise<Outlook> =>
  (await as(name).api<Outlook>("GET", `/runs/${id}/outlook`)).json;

const [one = "", other = ""] = musts.slice(-2);

test("a run that waits says how many are before it, and a partner that had many today lets others go first", async () => {
  const first = await ask("acme");
  await end("acme", first.id);
  const [second, third] = [await ask("acme"), await ask("beta")];
  expect([(await outlook("acme", second.id)).ahead, (await outlook("beta", third.id)).ahead]).toEqual([1, 0]);
  expect((await as("acme").get(`/runs/${second.id}`)).text).toContain("1 run before it in the queue");
  expect((await as("beta").api("GET", `/runs/${second.id}/outlook`)).status).toBe(404);
  await end("acme", second.id);
  await end("beta", third.id);
});

test("a partner has one run at a time, however it is asked for, and while others wait they go before its next one", async () => {
  const { context } = served;
  const asked = [await ask("gamma"), await ask("gamma", { claims: ["install"] })];
  const [partner] = await context.database.query<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'gamma'");
  for (const askedBy of ["operator", "nightly", "person"] as const)
    asked.push(
      await context.database.transaction((sql) => askRun(context, sql, { partnerId: partner?.id ?? "", askedBy })),
    );
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const id = asked[0]?.id ?? "";
  const held = () =>
    context.database.query("SELECT id FROM assay.runs WHERE partner_id = $1 AND state IN ('queued', 'running')", [
      partner?.id,
    ]);
  expect(await held()).toEqual([{ id }]);
  await operator.api("POST", `/runs/${id}/end`);
  for (let count = 0; count < 3; count++) await end("gamma", (await ask("gamma")).id);
  const [greedy, first] = [await ask("gamma"), await ask("beta")];
  expect([(await outlook("gamma", greedy.id)).ahead, (await outlook("beta", first.id)).ahead]).toEqual([1, 0]);
  await end("gamma", greedy.id);
  await end("beta", first.id);
});

test("a run that goes on says its scenario, for how long it has gone on, and how long such runs took", async () => {
  const { context } = served;
  for (const seconds of [40, 60, 80])
    await context.database.query(
      `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, outcomes, results, job_id, started_at, finished_at)
       SELECT id, 'nightly', 'finished', 'pass', '{}', '{}', gen_random_uuid(), now() - make_interval(secs => $1), now()
       FROM assay.partners WHERE slug = 'acme'`,
      [seconds],
    );
  const { id } = await ask("beta");
  const asked = await runById(context.database, id);
  const run = await beginAttempt(context, { runId: id, jobId: asked?.job_id ?? "", workerId: id });
  if (!run) throw new Error("the run was not begun");
  const progress = createProgress(context, run);
  progress.report({ kind: "scenario", title: "it is installed", number: 7, of: 25 });
  await progress.end();
  const found = await outlook("beta", id);
  expect(found).toMatchObject({ ahead: null, scenario: 7, scenarios: 25, expected: 60 });
  expect(found.elapsed).toBeGreaterThanOrEqual(0);
  expect((await as("beta").get(`/runs/${id}`)).text).toContain("7 of 25 scenarios begun");
  await end("beta", id);
});

test("one requirement alone is judged again, with the claims that it takes, and certifies nothing", async () => {
  const wanted = { requirement: "CALL-13" };
  const run = await ask("gamma", wanted);
  expect(run).toMatchObject({ claims: ["install", "calls"], ...wanted });
  expect((await as("gamma").get(`/runs/${run.id}`)).text).toContain("only CALL-13");
  await end("gamma", run.id);
  for (const requirement of ["RES-14", "NONE-1"])
    expect((await as("gamma").api("POST", "/partners/gamma/runs", { requirement })).status).toBe(422);
});

test("a run shows the certificate that it led to, what failed with its evidence, and what another run found otherwise", async () => {
  for (const name of ["acme", "beta"]) await describeAs(name, ["webhooks"]);
  const passed = await judgeBy(served, "acme", "person");
  const { text } = await as("acme").get(`/runs/${passed}`);
  expect(text).toContain('<a href="/partners/acme/certificate">a certificate</a>');
  const failed = await judgeBy(served, "acme", "person", [one]);
  const finding: Entry = {
    kind: "finding",
    requirement: one,
    pointer: "",
    found: "status 418",
    expected: "status 2xx",
  };
  await served.context.database.query("UPDATE assay.runs SET journal = $2 WHERE id = $1", [
    failed,
    gzipSync(`${JSON.stringify(finding)}\n`),
  ]);
  const page = (await as("acme").get(`/runs/${failed}`)).text;
  for (const shown of ["status 418", `Run ${one} again`, `/runs/${failed}/comparison`, `What shows ${one}`])
    expect(page).toContain(shown);

  const compare = (by: Visitor, run: string, to: string) =>
    by.api<{ changes: { requirement: string; before: string; after: string }[] }>(
      "GET",
      `/runs/${run}/comparison?with=${to}`,
    );
  for (const [run, to] of [
    [passed, failed],
    [failed, passed],
  ] as const)
    expect((await compare(as("acme"), run, to)).json).toMatchObject({
      earlier: passed,
      later: failed,
      changes: [{ requirement: one, before: "pass", after: "fail" }],
    });
  expect((await as("acme").get(`/runs/${failed}/comparison?with=${passed}`)).text).toContain("1 requirement changed");
  const foreign = await judgeBy(served, "beta", "person", [other]);
  expect((await compare(operator, passed, foreign)).status).toBe(404);
  expect((await compare(as("beta"), passed, foreign)).status).toBe(404);
});
