import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createNetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HarnessError, UsageError } from "../base/errors.ts";
import { rowsOf } from "../cli/testing/rows.ts";
import { startSandbox } from "../library/start-sandbox.ts";
import { issue } from "../reports/certificate/certificates.test-data.ts";
import { sendToWebhook } from "./messages/webhooks.ts";
import { readSecrets } from "./partners/partners.ts";
import { runById } from "./runs/runs.ts";
import type { Sql } from "./store/database.ts";
import { startAgreeingApplication, untilOver } from "./testing/agreeing-app.ts";
import { resultsWith } from "./testing/judging.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";
import { password, type Visitor } from "./testing/visitor.ts";
import { runForAll, runForPartners } from "./work/run-for-partners.ts";
import { JudgeStopped } from "./work/run-task.ts";
import { nightly } from "./work/schedules.ts";
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

/** A machine of someone's, and how often it was asked. */
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

/** Certifies a partner, in words of the database alone. */
const certified = (expires = "now() + interval '300 days'") =>
  sql(
    `WITH p AS (UPDATE assay.partners SET state = 'certified' WHERE slug = 'acme' RETURNING id)
     INSERT INTO assay.certificates (partner_id, envelope, results, digest, issued_at, expires_at)
     SELECT id, $1, '{}', 'sha256:' || repeat(md5(random()::text), 2), ${expires} - interval '1 year', ${expires} FROM p`,
    [JSON.stringify(issue())],
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

/** Attacks, each with the check that it failed. */
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
  async "a partner ends its run while the nightly runs are asked for"() {
    await certified();
    const own = await openRun();
    const { database } = served.context;
    const query: typeof database.query = async (text, values) => {
      // Each partner was asked about by then.
      if (text.includes("clock_timestamp")) await ada.api("POST", `/runs/${own}/end`);
      return database.query(text, values);
    };
    await nightly({ ...served.context, database: { ...database, query } });
    const [next] = await sql<{ id: string; asked_by: string }>(
      "SELECT id, asked_by FROM assay.runs WHERE state = 'queued'",
    );
    expect(next?.asked_by).toBe("nightly");
    await operator.api("POST", `/runs/${next?.id}/end`);
  },
  async "a partner ends, or narrows, the run that an operator asked for beside its own"() {
    const own = await openRun();
    await sql("UPDATE assay.runs SET claims = '[\"install\"]' WHERE id = $1", [own]);
    const { json } = await operator.api("POST", "/partners/acme/runs", {});
    expect(json).toMatchObject({ id: own, asked_by: "operator", claims: null });
    expect((await ada.api("POST", `/runs/${own}/end`)).status).toBe(403);
    expect((await operator.api("POST", `/runs/${own}/end`)).status).toBe(200);
  },
  async "people of one partner check connections together, and leave no place to others"() {
    const silent = createNetServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const { port } = silent.address() as AddressInfo;
    await save({ ...plain, webhook_url: `https://127.0.0.1:${port}/` });
    const { json } = await operator.api<{ invitation: string }>("POST", "/partners/acme/invitations");
    const bob = served.visitor();
    await bob.join(json.invitation, "bob@acme.example");
    const both = await Promise.all([ada, bob].map((one) => one.api("POST", "/partners/acme/connection")));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);
    silent.close();
    await save(plain);
  },
  async "a stranger sends a body without end"() {
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    const closing = new Promise((over) => socket.once("close", over).on("error", () => undefined));
    socket.resume().write("POST /partners HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
    const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const send = (): void => void (socket.writable && socket.write(piece, () => setImmediate(send)));
    send();
    await closing;
    expect(socket.bytesWritten).toBeGreaterThan(10_000_000);
  },
  async "a run is looked for in all runs"() {
    const plan = await served.context.database.transaction(async (inside) => {
      await inside.script("SET LOCAL enable_seqscan = off");
      const explain = { ...inside, query: (text: string, values = []) => inside.query(`EXPLAIN ${text}`, values) };
      return runById(explain as unknown as Sql, "00000000-0000-4000-8000-000000000000");
    });
    expect(JSON.stringify(plan)).toContain("runs_pkey");
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
  async "strangers make the console hold chunks that they send"() {
    const before = process.memoryUsage().arrayBuffers;
    const chunk = Buffer.concat([Buffer.from("f4240\r\n"), Buffer.alloc(1_000_000), Buffer.from("\r\n")]);
    const send = async () => {
      const socket = connect(Number(new URL(served.url).port), "127.0.0.1").on("error", () => undefined);
      socket.write("POST /revisions HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
      for (let count = 0; count < 7; count++) await new Promise((sent) => socket.write(chunk, sent));
      return socket;
    };
    const all = await Promise.all(Array.from({ length: 40 }, send));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000);
    for (const socket of all) socket.destroy();
  },
  async "a body of many values keeps the console busy"() {
    const json = { "content-type": "application/json", cookie: ada.cookie, "x-csrf-token": ada.csrf };
    const form = { ...json, "content-type": "application/x-www-form-urlencoded" };
    const many = Array.from({ length: 300_000 }, (_, index) => `k${index}`);
    for (const [headers, body] of [
      [json, `{"pact":[${"[],".repeat(1_500_000)}[]]}`],
      [json, `{"pact":{${many.map((key) => `"${key}":1`).join()}}}`],
      [json, JSON.stringify({ pact: `[${"[],".repeat(600_000)}[]]` })],
      [form, "a=&".repeat(1_500_000)],
      [form, `${many.join("=&")}=`],
    ] as const) {
      const { status } = await fetch(`${served.url}/api/partners/acme/contracts`, { method: "POST", headers, body });
      expect(status).toBe(400);
    }
    await forgetUses();
  },
  async "somebody asks for records, and reads none of them"() {
    const line = `${JSON.stringify({ kind: "step", at: "", text: "a".repeat(1_000) })}\n`;
    const [run] = await sql<{ id: string }>(
      `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, job_id, results, journal, finished_at)
       SELECT id, 'person', 'finished', 'fail', gen_random_uuid(), $2, $1, now()
       FROM assay.partners WHERE slug = 'acme' RETURNING id`,
      [gzipSync(line.repeat(20_000)), JSON.stringify(resultsWith([], "acme"))],
    );
    const path = `/runs/${run?.id}/files/journal.jsonl`;
    const asked = Array.from({ length: 2 }, async () => {
      const socket = connect(Number(new URL(served.url).port), "127.0.0.1").on("error", () => undefined);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${ada.cookie}\r\n\r\n`);
      await new Promise((began) => socket.once("readable", began));
      return socket;
    });
    const sockets = await Promise.all(asked);
    expect((await ada.get(path)).status).toBe(429);
    expect((await operator.get(path)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    while ((await ada.get(path)).status !== 200) await wait(50);
    expect((await ada.get(path)).text).toHaveLength(20_000 * line.length);
    await sql("DELETE FROM assay.runs WHERE id = $1", [run?.id]);
    await forgetUses();
  },
  async "pages that want headers alone keep streams open"() {
    const run = await openRun();
    const follow = (method: string) =>
      fetch(`${served.url}/runs/${run}/events`, { method, headers: { cookie: ada.cookie } });
    for (let count = 0; count < 12; count++) expect((await follow("HEAD")).status).toBe(200);
    const stream = await follow("GET");
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    await ada.api("POST", `/runs/${run}/end`);
  },
  async "a partner hides what it did behind harmless changes"() {
    await eve.api("POST", "/tokens", { name: "stolen", scope: "manage", days: 300 });
    for (let count = 0; count < 201; count++) await eve.api("POST", "/partners/evil/share");
    const { text } = await operator.get("/audit");
    expect(text).not.toContain("stolen");
    const [, older = ""] = /href="(\?before=\d+)"/.exec(text) ?? [];
    expect((await operator.get(`/audit${older}`)).text).toContain("stolen");
    const { json } = await operator.api<{ items: { id: number }[] }>("GET", "/audit");
    const before = await operator.api("GET", `/audit?before=${json.items.at(-1)?.id}`);
    expect(JSON.stringify(before.json)).toContain("stolen");
    await forgetUses();
  },
  async "what is kept for one machine is sent to another"() {
    const connectTo = (url: string, key: string, more = {}) => ({
      ...plain,
      claims: ["install"],
      connect: { url, headers: { "x-api-key": key }, body: { password: key }, ...more },
    });
    expect((await save(connectTo("http://127.0.0.1:9/a", "sekret-1"))).status).toBe(200);
    expect((await save(connectTo("http://127.0.0.1:9/b", "(kept)"))).status).toBe(200);
    for (const url of ["http://127.0.0.1:8/", "https://127.0.0.1:9/", "http://127.0.0.2:8\\@127.0.0.1:9/"])
      expect((await save(connectTo(url, "(kept)"))).status, url).toBe(422);
    const form = { as: "form", name: "acme", claims: "install", "connect.url": "http://127.0.0.1:8/" };
    expect((await ada.post("/partners/acme/profile", form)).text).toContain("no secret is kept for this address");
    expect((await ada.post("/partners/acme/profile/check", form)).text).toContain("connect.url");
    const [partner] = await sql<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'acme'");
    const { written } = await readSecrets(served.context, served.context.database, partner?.id ?? "");
    expect(written?.connect).toMatchObject({ url: "http://127.0.0.1:9/b", headers: { "x-api-key": "sekret-1" } });
    await save(plain);
  },
  async "a query or a body shows a credential"() {
    const url = "http://127.0.0.1:9/hooks?api_key=sekret-2&page=1";
    await save({ ...plain, webhook_url: url, connect: { url: "http://127.0.0.1:9/", body: { token: "sekret-3" } } });
    const shown = [
      ada.get("/partners/acme/profile"),
      ada.api("GET", "/partners/acme/profile"),
      ada.api("POST", "/partners/acme/connection"),
    ];
    expect(JSON.stringify(await Promise.all(shown))).not.toMatch(/sekret-\d/);
    const { json } = await ada.api<{ profile: object }>("GET", "/partners/acme/profile");
    expect((await save(json.profile)).status).toBe(200);
    const [partner] = await sql<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'acme'");
    const { written } = await readSecrets(served.context, served.context.database, partner?.id ?? "");
    expect(written).toMatchObject({ webhook_url: url, connect: { body: { token: "sekret-3" } } });
    await save(plain);
  },
  async "a partner ends a run that an operator asked for"() {
    const { json } = await operator.api<{ id: string }>("POST", "/partners/acme/runs", {});
    expect((await ada.api("POST", `/runs/${json.id}/end`)).status).toBe(403);
    expect((await operator.api("POST", `/runs/${json.id}/end`)).status).toBe(200);
  },
  async "runs without end keep nightly runs waiting"() {
    const priority = async () =>
      (
        await sql<{ priority: number }>(
          "SELECT j.priority FROM assay_queue.job j JOIN assay.runs r ON r.job_id = j.id WHERE r.id = $1",
          [await openRun()],
        )
      )[0]?.priority;
    const priorities: unknown[] = [];
    for (let count = 0; count < 12; count++) {
      priorities.push(await priority());
      for (const { id } of await sql<{ id: string }>("SELECT id FROM assay.runs WHERE state = 'queued'"))
        await operator.api("POST", `/runs/${id}/end`);
    }
    expect(priorities.at(-1)).toBe(0);
    expect(priorities).toEqual(priorities.toSorted((a, b) => Number(b) - Number(a)));
    await sql("DELETE FROM assay.runs");
  },
  async "an account looks like another in the audit log"() {
    for (const email of [
      "operator@market.example\u200b",
      "\u202eoperator@market.example",
      "operat\u043er@market.example",
    ]) {
      const { json } = await operator.api<{ invitation: string }>("POST", "/partners/acme/invitations");
      expect((await served.visitor().post(new URL(json.invitation).pathname, { email, password })).status).toBe(422);
    }
  },
  async "strangers learn who applies"() {
    const stranger = served.visitor();
    for (const path of ["/badge/NAME.svg", "/partners/NAME/certificate", "/partners/NAME/certificate.json"]) {
      const [applicant, nobody] = [stranger.get(path.replace("NAME", "evil")), stranger.get(path.replace("NAME", "x"))];
      expect((await applicant).status).toBe(404);
      expect((await applicant).text).toBe((await nobody).text);
    }
    await certified();
    await sql("UPDATE assay.certificates SET status = 'revoked'");
    await sql("UPDATE assay.partners SET state = 'awaiting-approval' WHERE slug = 'acme'");
    const { text } = await stranger.get("/partners/acme/certificate");
    expect(text).toContain("s-revoked");
    expect(text).not.toContain("awaiting");
    await sql("DELETE FROM assay.certificates");
    await sql("UPDATE assay.partners SET state = 'new'");
  },
  async "a clock that goes back lets a certificate count that another took the place of"() {
    await certified();
    await sql(`INSERT INTO assay.certificates (partner_id, envelope, results, digest, status, issued_at, expires_at)
      SELECT partner_id, envelope, results, 'sha256:later', 'superseded', now() + interval '1 day', expires_at FROM assay.certificates`);
    expect((await served.visitor().get("/partners/acme/certificate")).text).not.toContain("superseded");
    await sql("DELETE FROM assay.certificates");
    await sql("UPDATE assay.partners SET state = 'new'");
  },
  async "a run judges no claim, once what failed is claimed no more"() {
    await sql(`INSERT INTO assay.runs (partner_id, asked_by, state, verdict, outcomes, results, job_id, finished_at)
      SELECT id, 'person', 'finished', 'fail', '{"CALL-1": "fail"}', '{}', gen_random_uuid(), now() FROM assay.partners WHERE slug = 'acme'`);
    expect((await ada.api("POST", "/partners/acme/runs", { only: "failed" })).status).toBe(409);
    await sql("DELETE FROM assay.runs WHERE verdict = 'fail'");
  },
  async "somebody whose account was ended comes in again"() {
    const { json } = await operator.api<{ invitation: string }>("POST", "/partners/acme/invitations");
    const carl = served.visitor();
    await carl.join(json.invitation, "carl@acme.example");
    const machine = bearing((await token(carl, "manage")).token);
    const { json: people } = await operator.api<{ items: { id: string; email: string }[] }>(
      "GET",
      "/partners/acme/accounts",
    );
    const account = people.items.find(({ email }) => email === "carl@acme.example");
    expect((await operator.get("/partners/acme")).text).toContain(`/accounts/${account?.id}/end`);
    expect((await eve.post(`/accounts/${account?.id}/end`)).status).toBe(404);
    expect((await operator.post(`/accounts/${account?.id}/end`)).location).toBe("/partners/acme");
    expect((await carl.get("/partners/acme")).location).toContain("/sign-in");
    expect((await machine.api("GET", "/account")).status).toBe(401);
    expect((await carl.post("/sign-in", { email: "carl@acme.example", password })).status).toBe(401);
    const { json: operators } = await operator.api<{ items: { id: string }[] }>("GET", "/operators");
    for (const { id } of operators.items) expect((await operator.api("DELETE", `/accounts/${id}`)).status).toBe(409);
    await forgetUses();
  },
  async "a stranger behind the same proxy keeps others from signing in"() {
    await forgetUses();
    await sql("INSERT INTO assay.uses (action, subject, count) VALUES ('sign in', 'address 127.0.0.1', 70)");
    const stranger = { email: "nobody@stranger.example", password };
    expect((await served.visitor().post("/sign-in", stranger)).status).toBe(429);
    expect((await served.visitor().post("/sign-in", { email: "ada@acme.example", password })).status).toBe(303);
    await forgetUses();
  },
  async "strangers have all runs counted again and again"() {
    const runs = async () => (await served.visitor().get("/metrics")).text.match(/^assay_runs.*$/gm);
    const before = await runs();
    await sql(`INSERT INTO assay.runs (partner_id, asked_by, state, verdict, results, job_id, finished_at)
      SELECT id, 'person', 'finished', 'fail', '{}', gen_random_uuid(), now() FROM assay.partners WHERE slug = 'acme'`);
    expect(await runs()).toEqual(before);
    await sql("DELETE FROM assay.runs WHERE verdict = 'fail'");
  },
  async "pages wait until a contract of countless or deeply nested values is read"() {
    const odd = ["[],".repeat(150_000), "[".repeat(400_000) + "]".repeat(400_000)];
    for (const x of odd) {
      const pact = `{"consumer":{"name":"c"},"provider":{"name":"p"},"x":[${x}0]}`;
      expect((await eve.post("/partners/evil/contracts", { pact })).status).toBe(422);
    }
  },
  async "a partner's name hides what it is"() {
    for (const name of ["Acme\u202e", "Pay\u200bPal", "Two\nlines"])
      expect((await operator.api("POST", "/partners", { name })).status).toBe(422);
  },
  async "a certificate is shown as good after its end"() {
    await sql("DELETE FROM assay.certificates");
    await certified("now() - interval '1 day'");
    expect((await served.visitor().get("/badge/acme.svg")).text).toContain("certification: expired");
    expect((await served.visitor().get("/partners/acme/certificate")).text).toContain("s-expired");
    const { payload } = JSON.parse((await served.visitor().get("/status-list.json")).text) as { payload: string };
    expect(JSON.parse(Buffer.from(payload, "base64").toString())).toMatchObject({ certificates: [] });
    await sql("DELETE FROM assay.certificates");
    await sql("UPDATE assay.partners SET state = 'new'");
  },
  async "contracts of one partner fill the memory of whoever replays them"() {
    const add = async (name: string) => {
      const pact = { consumer: { name }, provider: { name: "p" }, interactions: [], x: "a".repeat(1_900_000) };
      return (await eve.api("POST", "/partners/evil/contracts", { pact })).status;
    };
    const statuses = [await add("a"), await add("b"), await add("c"), await add("d"), await add("e"), await add("d")];
    expect(statuses).toEqual([200, 200, 200, 200, 409, 200]);
    await sql("DELETE FROM assay.contracts");
    await forgetUses();
  },
  async "another machine of the domain sets the cookie of a session"() {
    const { settings } = served.context;
    const visitor = served.visitor();
    settings.publicUrl = served.url.replace("http:", "https:");
    await visitor.post("/sign-in", { email: "ada@acme.example", password });
    const { cookie } = visitor;
    expect(cookie).toMatch(/^__Host-assay_session=/);
    expect((await visitor.get("/partners/acme")).status).toBe(200);
    visitor.cookie = cookie.replace("__Host-", "");
    expect((await visitor.get("/partners/acme")).status).toBe(303);
    settings.publicUrl = served.url;
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
  async "words of a subject in the log look like a line of its own, or clear the screen"() {
    served.context.log("a subject said \u001b[2J\nconsole: all is well");
    expect(served.lines.at(-1)).toBe("assay: a subject said \\u001b[2J\n  console: all is well");
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
    expect(await sendToWebhook(served.context, json.id, { id: "msg_1", body: "{}" })).toBe("307");
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
    for (const act of ["approval", "revocation", "readmission", "suspension"])
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
      const over = new AbortController();
      const headers = { cookie: ada.cookie, "last-event-id": mark };
      const answer = await fetch(`${served.url}/runs/${run}/events`, { headers, signal: over.signal });
      expect(answer.status).toBe(200);
      setTimeout(() => over.abort(), 300);
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

test.each(rowsOf(Object.keys(attacks)))("it fails that %s", async (name) => {
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

test.each(rowsOf([...inside.trim().split(/\s+/), "http://127.0.0.1\r\nx: y/"]))(
  "the address %s leads no one into the network",
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
  ["a port that is none", { webhook_url: "http://127.0.0.1:65536/" }],
  ["a port that a placeholder stands in", { connect: { url: "http://127.0.0.1:99{location_id}/" } }],
  ["an endless number", { sandbox: JSON.parse('{"application_id": 1e999}') as object }],
  ["a number that no double holds", { sandbox: { application_id: 2 ** 60 } }],
  ["a sentence for a version", { version: "is endorsed by everybody" }],
  ["a slogan for a version", { version: "endorsed-by-everybody" }],
  ["a version that is read from right to left", { version: "1\u202e0" }],
  ["a secret that was never kept", { connect: { url: "http://127.0.0.1:9/", headers: { "x-key": "(kept)" } } }],
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
  ["keys", Array.from({ length: 4_000 }, (_, index) => `${index}: 1`).join("\n")],
  ["comments", "#\n".repeat(9_900)],
  ["directives", "%A\n".repeat(6_000)],
  ["tags", "!a ".repeat(6_000)],
])("a profile made of %s is refused", async (_, text) => {
  await forgetUses();
  expect((await save(text.slice(0, 19_900))).status).toBe(422);
});

test("contracts are held some at a time", async () => {
  await sql("DELETE FROM assay.contracts");
  const names = ["Large", "Larger", "Largest"];
  for (const name of names) await operator.api("POST", "/partners", { name });
  await sql(`INSERT INTO assay.contracts (partner_id, name, pact) SELECT id, 'x', repeat('a', 20000000) FROM assay.partners
    WHERE slug LIKE 'large%'`);
  const held: number[] = [];
  const options = { env: {}, log: () => undefined, signal: new AbortController().signal };
  const act = async (pacts: readonly { partner_id: string; pact: string }[]) => {
    held.push(pacts.reduce((sum, { pact }) => sum + pact.length, 0));
    return Object.fromEntries(pacts.map(({ partner_id }) => [partner_id, "holds"]));
  };
  expect(Object.keys(await runForAll(served.context.database, options, act, (why) => why))).toHaveLength(3);
  expect(Math.max(...held)).toBeLessThan(50_000_000);
  await sql("DELETE FROM assay.contracts");
});

test.each([new JudgeStopped("it ran out of memory"), new HarnessError("Pact could not run")])(
  "a pact that ends in %s keeps no other partner from an outcome",
  async (failure) => {
    const pacts = ["evil", "good", "odd"].map((partner_id) => ({ id: partner_id, partner_id, pact: "{}" }));
    const options = { env: {}, log: () => undefined, signal: new AbortController().signal };
    const act = async (own: readonly { partner_id: string }[]): Promise<Record<string, string>> => {
      const partners = own.map(({ partner_id }) => partner_id);
      if (partners.includes("evil")) throw failure;
      if (partners.includes("odd")) throw new UsageError("it is no pact");
      return Object.fromEntries(partners.map((partner) => [partner, "holds"]));
    };
    expect(await runForPartners(pacts, options, act, (why) => why)).toEqual({
      evil: expect.stringMatching(/stopped the judge: it ran out of memory|assay itself failed/) as string,
      good: "holds",
      odd: "it is no pact",
    });
  },
);

describe("with a worker,", () => {
  let worker: Worker;
  beforeAll(async () => {
    worker = await startWorker(served.context, { atOnce: 1 });
  });
  afterAll(() => worker?.stop());

  test("no pact keeps another partner's contracts from being replayed", async () => {
    const provider = await startSandbox();
    const { urls, credentials } = provider;
    const profile = JSON.stringify({
      name: "staging",
      urls: { base_url: urls.base_url },
      credentials: { partner_token: credentials.partner_token },
    });
    await operator.api("POST", "/partners", { name: "Odd" });
    const { json } = await operator.api<{ id: string }>("POST", "/providers", { profile, schedule: "never" });
    const [request, response] = [{ method: "GET", path: "/api/v1/nothing" }, { status: 200 }];
    const pact = { consumer: { name: "reader" }, provider: { name: "platform" } };
    const interactions = [{ description: "something".repeat(10_000), request, response }];
    await operator.api("POST", "/partners/evil/contracts", { pact: { ...pact, interactions: 5 } });
    const odd = { description: "\u0000\ud800", request, response };
    const plugins = [{ name: "protobuf", version: "0", configuration: {} }];
    for (const [name, metadata] of Object.entries({
      none: {},
      crashing: { pactSpecification: { version: "4.0" }, plugins },
    }))
      await operator.api("POST", "/partners/odd/contracts", {
        pact: { ...pact, consumer: { name }, interactions: [odd], metadata },
      });
    await operator.api("POST", "/partners/acme/contracts", { pact: { ...pact, interactions } });
    await operator.api("POST", `/providers/${json.id}/contracts`);
    const verified = async () =>
      (await sql<{ contracts: object | null }>("SELECT contracts FROM assay.providers WHERE id = $1", [json.id]))[0];
    while (!(await verified())?.contracts) await wait(100);
    const { contracts } = (await verified()) as { contracts: { partners: Record<string, { verdict: string }> } };
    expect(Object.values(contracts.partners).map(({ verdict }) => verdict)).toEqual(
      expect.arrayContaining(["fail", "inconclusive"]),
    );
    expect(JSON.stringify(contracts).length).toBeLessThan(10_000);
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
