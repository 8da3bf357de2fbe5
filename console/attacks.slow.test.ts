import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { startSandbox } from "../library/start-sandbox.ts";
import { deliverEvent } from "./partners/hooks.ts";
import { startAgreeingApplication, untilOver } from "./testing/agreeing-app.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";
import { password, type Visitor } from "./testing/visitor.ts";
import { JudgeStopped, runForPartners } from "./work/run-task.ts";
import { startWorker, type Worker } from "./work/worker.ts";

let served: TestConsole;
let operator: Visitor;
let [ada, eve] = [] as unknown as [Visitor, Visitor];

const sql = <T = Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
  served.context.database.query<T>(text, values);
const forgetUses = () => sql("DELETE FROM assay.uses");
const plain = { name: "acme", claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/hooks" };
const save = (profile: unknown, visitor = ada, slug = "acme") =>
  visitor.api<{ error?: { message: string } }>("PUT", `/partners/${slug}/profile`, { profile });
const counts = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

async function takeIn(name: string, email: string): Promise<Visitor> {
  const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name });
  const visitor = served.visitor();
  await visitor.join(json.invitation, email);
  return visitor;
}

/** Sends bytes as they are, and answers how the console does within a second. */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((answered) => {
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", () => undefined).on("close", () => answered(text));
    socket.setTimeout(500, () => socket.destroy());
  });

/** Posts a form with headers of one's own. */
const postWith = async (visitor: Visitor, headers: Record<string, string>, body: string): Promise<number> =>
  (
    await fetch(`${served.url}/partners/acme/share`, {
      method: "POST",
      headers: { cookie: visitor.cookie, "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    })
  ).status;

/** A machine of somebody's, and how often it was asked. */
async function startMachine(status: number, headers: Record<string, string> = {}) {
  let asked = 0;
  const server: Server = createServer((request, response) => {
    asked++;
    request.resume();
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, asked: () => asked, close: () => server.close() };
}

/** Does something while private networks are closed. */
async function closed<T>(act: () => Promise<T>): Promise<T> {
  served.context.settings.allowsPrivate = false;
  try {
    return await act();
  } finally {
    served.context.settings.allowsPrivate = true;
  }
}

const certified = () =>
  sql(
    `WITH p AS (UPDATE assay.partners SET state = 'certified' WHERE slug = 'acme' RETURNING id)
     INSERT INTO assay.certificates (partner_id, envelope, results, digest, issued_at, expires_at)
     SELECT id, '{}', '{}', gen_random_uuid()::text, now(), now() + interval '300 days' FROM p`,
  );
const openRun = async () => (await ada.api<{ id: string }>("POST", "/partners/acme/runs", {})).json.id;
const token = async (visitor: Visitor, scope: string, days = 1) =>
  (await visitor.api<{ id: string; token: string; expires_at: string }>("POST", "/tokens", { name: "t", scope, days }))
    .json;
const bearing = (bearer: string): Visitor => Object.assign(served.visitor(), { bearer });
const script = "<img src=x onerror=alert(1)>";

beforeAll(async () => {
  // Nothing is judged until a worker is started below, so that runs stay open.
  served = await testConsole({ atOnce: 0 });
  operator = served.operator;
  [ada, eve] = [await takeIn("Acme", "ada@acme.example"), await takeIn("Evil", "eve@evil.example")];
  await save(plain);
  await save({ ...plain, name: "evil" }, eve, "evil");
});
afterAll(() => served?.close());

/** What somebody tries, and what is true if it failed. */
const attacks: Record<string, () => Promise<void>> = {
  async "a partner ends its nightly run"() {
    await certified();
    await operator.api("POST", "/nightly");
    const [run] = await sql<{ id: string }>("SELECT id FROM assay.runs WHERE asked_by = 'nightly'");
    expect((await ada.api("POST", `/runs/${run?.id}/end`)).status).toBe(403);
    expect((await bearing((await token(ada, "run")).token).api("POST", `/runs/${run?.id}/end`)).status).toBe(403);
    expect((await ada.get(`/runs/${run?.id}`)).text).not.toContain("End this run");
    expect((await operator.api("POST", `/runs/${run?.id}/end`)).status).toBe(200);
  },
  async "a partner keeps the nightly run away by one of its own"() {
    const own = await openRun();
    await operator.api("POST", "/nightly");
    await ada.api("POST", `/runs/${own}/end`);
    const [next] = await sql<{ id: string; asked_by: string }>(
      "SELECT id, asked_by FROM assay.runs WHERE state = 'queued'",
    );
    expect(next?.asked_by).toBe("nightly");
    await operator.api("POST", `/runs/${next?.id}/end`);
  },
  async "a cookie of another name survives signing out"() {
    const visitor = served.visitor();
    await visitor.post("/sign-in", { email: "ada@acme.example", password });
    await visitor.get("/partners/acme");
    const { cookie } = visitor;
    visitor.cookie = `x_assay_session=${"a".repeat(30)}; ${cookie}`;
    await visitor.post("/sign-out");
    visitor.cookie = cookie;
    expect((await visitor.get("/partners/acme")).status).toBe(303);
  },
  async "an @ in a password shows its rest"() {
    await save({ ...plain, webhook_url: "http://user:p@ssw0rd@127.0.0.1:9/" });
    const shown = await Promise.all([
      ada.api("GET", "/partners/acme/profile"),
      ada.api("POST", "/partners/acme/connection"),
    ]);
    expect(JSON.stringify(shown)).not.toContain("ssw0rd");
    expect((await ada.get("/partners/acme/profile")).text).not.toContain("ssw0rd");
    await save(plain);
  },
  async "a stranger sends megabytes to be read"() {
    const body = JSON.stringify({ email: Array.from({ length: 10_000 }, () => []) });
    const headers = { "content-type": "application/json" };
    for (const path of ["/sign-in", "/join/none"])
      expect((await fetch(served.url + path, { method: "POST", headers, body })).status).toBe(413);
  },
  async "strangers make the console hold what they send"() {
    const before = process.memoryUsage().arrayBuffers;
    const bytes = Buffer.alloc(7_800_000);
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(new URL(served.url).port), "127.0.0.1").on("error", () => undefined);
      socket.write("POST /revisions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 7900000\r\n\r\n");
      return new Promise((sent) => socket.write(bytes, () => sent(socket))).then(() => socket);
    });
    const all = await Promise.all(sockets);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000);
    for (const socket of all) socket.destroy();
  },
  async "a partner reads a huge record again and again"() {
    const line = `${JSON.stringify({ kind: "step", at: "", text: "a".repeat(1_000) })}\n`;
    const [run] = await sql<{ id: string }>(
      `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, job_id, results, journal, finished_at)
       SELECT id, 'person', 'finished', 'fail', gen_random_uuid(), '{"kind":"partner","requirements":[]}', $1, now()
       FROM assay.partners WHERE slug = 'acme' RETURNING id`,
      [gzipSync(line.repeat(100))],
    );
    await sql(
      "INSERT INTO assay.uses (action, subject, count) SELECT 'read a record', 'account ' || id || ' at ' || partner_id, 130 FROM assay.accounts WHERE partner_id IS NOT NULL ON CONFLICT (action, subject) DO UPDATE SET count = 130",
    );
    expect((await ada.get(`/runs/${run?.id}/files/journal.jsonl`)).status).toBe(429);
    await forgetUses();
    await sql("DELETE FROM assay.runs WHERE id = $1", [run?.id]);
  },
  async "one partner's refused requests use up what its neighbours have"() {
    await forgetUses();
    for (let count = 0; count < 120; count++) await ada.api("POST", "/tokens", { name: "", scope: "read", days: 1 });
    expect((await eve.api("POST", "/tokens", { name: "t", scope: "read", days: 1 })).status).toBe(201);
    await forgetUses();
  },
  async "an operator uses the API so that nothing is audited"() {
    await sql("DELETE FROM assay.audit");
    await operator.api("POST", "/nightly");
    const profile =
      "name: p\nurls: {base_url: 'http://127.0.0.1:9/', api_root: 'http://127.0.0.1:9/', app_url: 'http://127.0.0.1:9/', v3_base_url: 'http://127.0.0.1:9/'}\ncontrol: {url: 'http://127.0.0.1:9/'}";
    const made = await operator.api<{ id: string }>("POST", "/providers", { profile, schedule: "never" });
    expect(made.status).toBe(201);
    await operator.api("POST", `/providers/${made.json.id}/runs`);
    const acts = (await sql<{ act: string }>("SELECT act FROM assay.audit")).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(["asked for the nightly runs", "asked for a run"]));
    await operator.api("DELETE", `/providers/${made.json.id}`);
    for (const { id } of await sql<{ id: string }>("SELECT id FROM assay.runs WHERE state = 'queued'"))
      await operator.api("POST", `/runs/${id}/end`);
  },
  async "a password in a webhook's address is shown and logged"() {
    expect((await operator.api("POST", "/hooks", { url: "http://user:sekret@127.0.0.1:9/" })).status).toBe(422);
    expect((await operator.get("/audit")).text).not.toContain("sekret");
  },
  async "a webhook is redirected into the network"() {
    const inside = await startMachine(200);
    const outside = await startMachine(307, { location: inside.url });
    const { json } = await operator.api<{ id: string }>("POST", "/hooks", { url: outside.url });
    const [event] = await sql<{ id: number }>(
      "INSERT INTO assay.events (kind, why) VALUES ('x', 'x') RETURNING id::int",
    );
    await expect(deliverEvent(served.context, json.id, event?.id ?? 0)).rejects.toThrow("307");
    expect([outside.asked(), inside.asked()]).toEqual([1, 0]);
    await operator.api("DELETE", `/hooks/${json.id}`);
    inside.close();
    outside.close();
  },
  async "an address was kept while private networks were open"() {
    const inside = await startMachine(200);
    await save({ ...plain, webhook_url: inside.url });
    const { json } = await closed(() => ada.api<{ items: { why: string }[] }>("POST", "/partners/acme/connection"));
    expect(json.items[0]?.why).toContain("private network");
    expect(inside.asked()).toBe(0);
    await save(plain);
    inside.close();
  },
  async "the audit log, a page or a badge runs what a partner wrote"() {
    await save({ ...plain, name: script, version: script });
    await ada.api("POST", "/tokens", { name: script, scope: "read", days: 1 });
    await ada.api("POST", "/partners/acme/contracts", {
      pact: { consumer: { name: script }, provider: { name: script }, interactions: [] },
    });
    await served.visitor().post("/sign-in", { email: script, password });
    const paths = [
      "/partners",
      "/partners/acme",
      "/partners/acme/profile",
      "/audit",
      "/events",
      "/tokens",
      "/revisions",
    ];
    const seen = [...paths.map((path) => operator.get(path)), ada.get("/tokens"), ada.get("/badge/acme.svg")];
    for (const { text } of await Promise.all(seen)) expect(text).not.toContain("<img src=x");
    await save(plain);
  },
  async "a form holds JSON that is nested too deeply"() {
    const body = "[".repeat(1_900) + "]".repeat(1_900);
    const form = {
      as: "form",
      name: "acme",
      claims: "install",
      "connect.url": "http://127.0.0.1:9/",
      "connect.body": body,
    };
    expect((await ada.post("/partners/acme/profile", form)).status).toBe(422);
    expect((await ada.post("/partners/acme/profile/check", form)).text).toContain("connect.body");
  },
  async "two save a profile at once"() {
    const saved = await Promise.all(["a", "b", "c"].map((name) => save({ ...plain, name })));
    const statuses = saved.map(({ status }) => status);
    expect(counts(statuses, 200) + counts(statuses, 409)).toBe(3);
    expect(statuses).toContain(200);
    await save(plain);
  },
  async "one invitation lets many in"() {
    const { json } = await operator.api<{ invitation: string }>("POST", "/partners/acme/invitations");
    const join = (email: string) => served.visitor().post(new URL(json.invitation).pathname, { email, password });
    const joined = await Promise.all(["a@x.example", "b@x.example", "c@x.example"].map(join));
    expect(
      counts(
        joined.map(({ status }) => status),
        303,
      ),
    ).toBe(1);
  },
  async "one e-mail address joins twice at once"() {
    const invite = async () =>
      (await operator.api<{ invitation: string }>("POST", "/partners/acme/invitations")).json.invitation;
    const links = [await invite(), await invite()];
    const join = (link: string) => served.visitor().post(new URL(link).pathname, { email: "twin@x.example", password });
    const statuses = (await Promise.all(links.map(join))).map(({ status }) => status);
    expect([counts(statuses, 303), counts(statuses, 500)]).toEqual([1, 0]);
  },
  async "many runs are asked for at once"() {
    const ids = await Promise.all(Array.from({ length: 10 }, openRun));
    expect(new Set(ids).size).toBe(1);
    await ada.api("POST", `/runs/${ids[0]}/end`);
    for (const { id } of await sql<{ id: string }>("SELECT id FROM assay.runs WHERE state = 'queued'"))
      await operator.api("POST", `/runs/${id}/end`);
  },
  async "a partner approves, revokes or readmits itself"() {
    for (const act of ["approval", "revocation", "readmission", "invitations"])
      expect((await ada.api("POST", `/partners/acme/${act}`, { reason: "x" })).status).toBe(403);
  },
  async "a partner reaches into another's runs"() {
    const run = await openRun();
    for (const path of ["", "/events", "/files/results.json", "/files/index.html"])
      expect((await eve.get(`/runs/${run}${path}`)).status).toBe(404);
    expect((await eve.api("POST", `/runs/${run}/end`)).status).toBe(404);
    expect((await eve.post(`/runs/${run}/tasks`, { task: "x" })).status).toBe(404);
    await ada.api("POST", `/runs/${run}/end`);
  },
  async "a token does more than its scope, or outlives its parent"() {
    const read = bearing((await token(ada, "read", 300)).token);
    expect((await read.api("POST", "/partners/acme/runs", {})).status).toBe(403);
    expect((await read.api("POST", "/tokens", { name: "t", scope: "read", days: 1 })).status).toBe(403);
    const parent = await token(ada, "manage", 1);
    const child = await token(bearing(parent.token), "manage", 300);
    expect(Date.parse(child.expires_at)).toBeLessThanOrEqual(Date.parse(parent.expires_at));
    await ada.api("DELETE", `/tokens/${parent.id}`);
    expect((await bearing(child.token).api("GET", "/account")).status).toBe(401);
    expect((await eve.api("DELETE", `/tokens/${(await token(ada, "read")).id}`)).status).toBe(404);
  },
  async "a token opens pages, or a session acts without its form"() {
    const { token: bearer } = await token(ada, "manage");
    const headers = { authorization: `Bearer ${bearer}` };
    expect((await fetch(`${served.url}/tokens`, { headers, redirect: "manual" })).status).toBe(303);
    expect((await Object.assign(served.visitor(), { cookie: ada.cookie }).api("POST", "/tokens", {})).status).toBe(403);
  },
  async "another site posts a form"() {
    const form = `csrf=${ada.csrf}`;
    const { port } = new URL(served.url);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
      { origin: `https://127.0.0.1:${port}` },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[])
      expect(await postWith(ada, headers, form)).toBe(403);
    expect(await postWith(ada, { "content-type": "text/plain" }, form)).toBe(403);
    expect(await postWith(ada, {}, `csrf=${eve.csrf}`)).toBe(403);
  },
  async "headers are put into an answer"() {
    const to = "/partners\r\nset-cookie: evil=1";
    const answer = await served.visitor().post("/sign-in", { email: "ada@acme.example", password, to });
    expect(String(answer.headers.get("set-cookie"))).not.toContain("evil");
    expect(await sendRaw("GET /partners/a%0d%0aset-cookie:evil=1 HTTP/1.1\r\nhost: localhost\r\n\r\n")).not.toMatch(
      /^set-cookie/im,
    );
  },
  async "requests are smuggled, or name another host"() {
    const post =
      "POST /sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
    expect(await sendRaw(post)).toMatch(/^HTTP\/1.1 400/);
    expect(await sendRaw("GET http://evil.example/sign-in HTTP/1.1\r\nhost: evil.example\r\n\r\n")).toMatch(/ 421 /);
    expect(await sendRaw("GET /sign-in HTTP/1.0\r\n\r\n")).toMatch(/ 421 /);
    expect(await sendRaw(`GET /sign-in HTTP/1.1\r\nhost: localhost\r\ncookie: ${"a".repeat(40_000)}\r\n\r\n`)).toMatch(
      / 431 /,
    );
  },
  async "a link back leads to another site"() {
    const { host } = new URL(served.url);
    const { text } = await ada.get("/partners/none", { referer: `http://${host}//evil.example/` });
    expect(text).not.toContain('href="//evil.example');
  },
  async "the address of a proxy that is not trusted evades limits"() {
    await forgetUses();
    const attempt = (count: number) =>
      fetch(`${served.url}/join/none`, {
        method: "POST",
        headers: { "x-forwarded-for": `198.51.100.${count}`, "content-type": "application/json" },
        body: JSON.stringify({ email: "a@b", password }),
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, count) => attempt(count)));
    expect(
      counts(
        answers.map(({ status }) => status),
        429,
      ),
    ).toBeGreaterThan(0);
    await forgetUses();
  },
  async "an odd mark of the last event stops a stream or the console"() {
    const run = await openRun();
    for (const mark of ["Infinity", "1e400", "-1", "1.5", "9".repeat(30)]) {
      const signal = AbortSignal.timeout(300);
      const headers = { cookie: ada.cookie, "last-event-id": mark };
      const answer = await fetch(`${served.url}/runs/${run}/events`, { headers, signal });
      expect(answer.status).toBe(200);
      await answer.text().catch(() => undefined);
    }
    await ada.api("POST", `/runs/${run}/end`);
    expect((await ada.get("/partners/acme")).status).toBe(200);
  },
  async "two operators revoke at once"() {
    const revoke = () => operator.api("POST", "/partners/evil/revocation", { reason: "x" });
    const statuses = (await Promise.all([revoke(), revoke()])).map(({ status }) => status);
    expect([counts(statuses, 200), counts(statuses, 409)]).toEqual([1, 1]);
    expect((await eve.api("POST", "/partners/evil/runs", {})).status).toBe(409);
  },
  async "links that were replaced still work"() {
    const share = async () => (await eve.api<{ link: string }>("POST", "/partners/evil/share")).json.link;
    const [first, second] = [await share(), await share()];
    expect((await served.visitor().get(new URL(first).pathname)).status).toBe(404);
    expect((await served.visitor().get(new URL(second).pathname)).status).toBe(200);
  },
};

test.each(Object.keys(attacks))("it fails that %s", async (name) => {
  expect.hasAssertions();
  await attacks[name]?.();
});

/** Addresses that lead to this machine or a private network, or are none. */
const inside = `
  http://127.0.0.1/ http://127.1/ http://2130706433/ http://0x7f.1/ http://017700000001/ http://0/ http://[::1]/ http://[::]/
  http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[64:ff9b::7f00:1]/ http://[2002:7f00:1::]/ http://[fe80::1]/ http://[fd00::1]/
  http://169.254.169.254/ http://10.0.0.1/ http://100.64.0.1/ http://localhost/ http://LOCALHOST./ http://user@127.0.0.1/
  http://example.com@127.0.0.1/ http://127.0.0.1%2f@example.invalid/ http:\\\\127.0.0.1/ http:///127.0.0.1/ http://１２７.0.0.1/
  http://127。0。0。1/ http://{location_id}.0.0.1/ http://\\/12{application_id}.0.0.1/ ftp://127.0.0.1/ file:///etc/passwd unix:/tmp/x`;

test.each([...inside.trim().split(/\s+/), "http://127.0.0.1\r\nx: y/"])(
  "the address %s leads nobody into the network",
  async (url) => {
    const { status } = await closed(() => save({ ...plain, claims: ["install"], connect: { url } }));
    expect(status).toBe(422);
    expect((await closed(() => operator.api("POST", "/hooks", { url }))).status).toBe(422);
  },
);

test.each([
  ["a header of the connection", { connect: { url: "http://127.0.0.1:9/", headers: { Host: "x" } } }],
  ["a line break in a header", { connect: { url: "http://127.0.0.1:9/", headers: { "x-a": "b\r\nc: d" } } }],
  ["a program to start", { start: { command: "id" } }],
  ["a platform of its own", { platform: { listen: "0.0.0.0:80" } }],
  ["a variable of the environment", { version: "${ASSAY_KEY}" }],
  ["no claim", { claims: [] }],
  ["a claim twice", { claims: ["webhooks", "webhooks"] }],
  ["a claim of nobody", { claims: ["any"] }],
  ["a key of JavaScript", JSON.parse('{"__proto__": {"claims": ["install"]}}') as object],
])("a profile with %s is refused", async (_, more) => {
  expect((await save({ ...plain, ...more, ...Object.fromEntries(Object.entries(more)) })).status).toBe(422);
});

test.each([
  ["aliases", `a: &a [${"x,".repeat(100)}]\nb: &b [${"*a,".repeat(49)}]\nc: [${"*b,".repeat(40)}]`],
  ["brackets", "[".repeat(90_000)],
  ["braces", "{a: ".repeat(20_000)],
  ["questions", "? ".repeat(45_000)],
  ["dashes", "- ".repeat(45_000)],
  ["quotes", `"${"\\".repeat(90_000)}`],
  ["anchors", "&a ".repeat(30_000)],
  ["merges", `a: &a {b: 1}\n${"<<: *a\n".repeat(10_000)}`],
  ["an address", `{name: a, claims: [webhooks], webhook_url: "http://${"a.".repeat(49_000)}"}`],
])("a profile made of %s is refused in time", async (_, text) => {
  const began = performance.now();
  expect((await save(text.slice(0, 19_900))).status).toBe(422);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a pact that stops its judge keeps no other partner from an outcome", async () => {
  const pacts = ["evil", "good", "odd"].map((partner_id) => ({ id: partner_id, partner_id, pact: "{}" }));
  const options = { env: {}, log: () => undefined, signal: new AbortController().signal };
  const act = async (own: readonly { partner_id: string }[]): Promise<Record<string, string>> => {
    const partners = own.map(({ partner_id }) => partner_id);
    if (partners.includes("evil")) throw new JudgeStopped("it ran out of memory");
    if (partners.includes("odd")) throw new UsageError("it is no pact");
    return Object.fromEntries(partners.map((partner) => [partner, "holds"]));
  };
  expect(await runForPartners(pacts, options, act, (why) => why)).toEqual({
    evil: "not measurable: stopped the judge: it ran out of memory",
    good: "holds",
    odd: "it is no pact",
  });
});

describe("with a worker,", () => {
  let worker: Worker;
  beforeAll(async () => {
    worker = await startWorker(served.context, { atOnce: 1 });
  });
  afterAll(() => worker?.stop());

  test("a pact that is none keeps no other partner's contracts from being replayed", async () => {
    const provider = await startSandbox();
    const { urls, credentials } = provider;
    const profile = JSON.stringify({
      name: "staging",
      urls: { base_url: urls.base_url },
      credentials: { partner_token: credentials.partner_token },
    });
    const { json } = await operator.api<{ id: string }>("POST", "/providers", { profile, schedule: "never" });
    const [request, response] = [{ method: "GET", path: "/api/v1/nothing" }, { status: 200 }];
    const pact = { consumer: { name: "reader" }, provider: { name: "platform" } };
    const interactions = [{ description: "something", request, response }];
    await operator.api("POST", "/partners/evil/contracts", { pact: { ...pact, interactions: 5 } });
    await operator.api("POST", "/partners/acme/contracts", { pact: { ...pact, interactions } });
    await operator.api("POST", `/providers/${json.id}/contracts`);
    const verified = async () =>
      (await sql<{ contracts: object | null }>("SELECT contracts FROM assay.providers WHERE id = $1", [json.id]))[0];
    while (!(await verified())?.contracts) await wait(100);
    const { contracts } = (await verified()) as { contracts: { partners: Record<string, { verdict: string }> } };
    expect(Object.values(contracts.partners).map(({ verdict }) => verdict)).toEqual(
      expect.arrayContaining(["fail", "inconclusive"]),
    );
    await provider.close();
  });

  test("a secret that spells requirements leaves them judged", async () => {
    const application = await startAgreeingApplication();
    application.answer(500);
    const headers = { "x-api-key": ["HOOK-16", "HOOK-17", "HOOK-18", "HOOK-19", "HOOK-22"].join(" ") };
    const profile = application.profile("acme", ["webhooks"]);
    await save({ ...profile, connect: { ...(profile.connect as object), headers } });
    expect(await untilOver(operator, await openRun())).toMatchObject({ verdict: "fail" });
    application.close();
  });
});
