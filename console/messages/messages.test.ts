import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { noticeEnds } from "../partners/certificates.ts";
import { type ParsedMail, startMailServer, type TestMailServer } from "../testing/mail-server.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import type { Visitor } from "../testing/visitor.ts";
import { deliverDue } from "./deliver.ts";
import { writeEvent } from "./events.ts";
import { maxAttempts } from "./outbox.ts";

let served: TestConsole;
let mails: TestMailServer;
let acme: Visitor;
let beta: Visitor;
let partnerId: string;

beforeAll(async () => {
  mails = await startMailServer();
  served = await testConsole({ atOnce: 0, mail: { url: mails.url, from: "assay <assay@market.example>" } });
  const join = async (name: string): Promise<Visitor> => {
    const { json } = await served.operator.api<{ invitation: string }>("POST", "/partners", { name });
    const visitor = served.visitor();
    await visitor.join(json.invitation, `ada@${name.toLowerCase()}.example`);
    return visitor;
  };
  [acme, beta] = [await join("Acme"), await join("Beta")];
  const [row] = await query<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'acme'");
  partnerId = row?.id ?? "";
});
afterAll(async () => {
  await served?.close();
  await mails?.close();
});

const query = <T>(text: string, values: unknown[] = []) => served.context.database.query<T>(text, values);
const deliver = () => deliverDue(served.context);
const happen = (after: string) =>
  writeEvent(served.context.database, { kind: "state", partnerId, before: "certified", after, why: "for the test" });
const recipients = (all: readonly ParsedMail[]) => all.map(({ to }) => to).toSorted();

interface Log {
  items: { id: number; state: string; receiver: string; answer: string; attempts: number; kind: string | null }[];
}

/** A receiver of webhooks that answers with these statuses, one after the other. */
async function startReceiver(statuses: number[]) {
  const taken: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      taken.push({ body: await readAll(request), headers: request.headers });
      response.writeHead(statuses[taken.length - 1] ?? 204).end();
    };
    void take();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("partners and operators hear by mail of a change of state, each once, and others do not", async () => {
  await happen("degraded");
  await deliver();
  await deliver();
  const all = mails.take();
  expect(recipients(all)).toEqual(["ada@acme.example", "operator@market.example"]);
  expect(all[0]).toMatchObject({ from: "assay@market.example", subject: "acme: certified → degraded" });
  expect(all[0]?.text).toContain("for the test");
  expect(all[0]?.text).toContain(`${served.url}/partners/acme`);
});

test("several events come in one mail, and quiet hours and a daily mail hold them back", async () => {
  const hour = new Date().getUTCHours();
  const choose = (mail: string) =>
    acme.api("PUT", "/account/mail", { mail, quiet_from: hour, quiet_until: (hour + 2) % 24, time_zone: "UTC" });
  expect(
    (await acme.api("PUT", "/account/mail", { mail: "at once", quiet_from: 1, quiet_until: 2, time_zone: "Nowhere" }))
      .status,
  ).toBe(422);
  expect((await choose("at once")).status).toBe(200);
  await happen("suspended");
  await happen("revoked");
  await deliver();
  const [operators, ...others] = mails.take();
  expect([operators?.to, operators?.subject, others.length]).toEqual([
    "operator@market.example",
    "2 events: acme: certified → suspended, …",
    0,
  ]);
  await choose("daily");
  await happen("new");
  const due = await query<{ hour: number }>(
    "SELECT extract(hour FROM due_at AT TIME ZONE 'UTC')::int AS hour FROM assay.deliveries WHERE state = 'waiting' AND due_at > now() ORDER BY id",
  );
  expect(due.map((row) => row.hour)).toEqual([(hour + 2) % 24, (hour + 2) % 24, 7]);
  await choose("never");
  await happen("certified");
  await deliver();
  await query("UPDATE assay.deliveries SET due_at = now() WHERE state = 'waiting'");
  await deliver();
  const subjects = mails.take().map(({ to, subject }) => `${to} ${subject}`);
  expect(subjects.toSorted()).toEqual([
    "ada@acme.example 3 events: acme: certified → suspended, …",
    "operator@market.example 2 events: acme: certified → new, …",
  ]);
  await acme.api("PUT", "/account/mail", { mail: "at once", quiet_from: 0, quiet_until: 0, time_zone: "UTC" });
});

test("a webhook is signed as Standard Webhooks says, and sent again until it is taken", async () => {
  const { taken, url } = await startReceiver([500, 204, 204]);
  const made = await acme.api<{ id: string; secret: string }>("POST", "/partners/acme/hooks", { url });
  expect([made.status, made.json.secret.slice(0, 6)]).toEqual([201, "whsec_"]);
  await happen("degraded");
  await deliver();
  await query("UPDATE assay.deliveries SET due_at = now() WHERE state = 'waiting'");
  await deliver();
  expect(taken).toHaveLength(2);
  expect(new Set(taken.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  for (const { body, headers } of taken) {
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const key = Buffer.from(made.json.secret.slice(6), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    expect(Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]))).toBeLessThan(60);
    expect(JSON.parse(body)).toMatchObject({ format: "assay-event/1", partner: "acme", after: "degraded" });
  }
  const { json } = await acme.api<Log>("GET", "/partners/acme/deliveries");
  const own = json.items.find(({ receiver }) => receiver === url);
  expect(own).toMatchObject({ state: "delivered", attempts: 2, answer: "204", kind: "state" });
  expect((await beta.api("POST", `/deliveries/${own?.id}/again`)).status).toBe(404);
  expect((await acme.api("POST", `/deliveries/${own?.id}/again`)).status).toBe(200);
  await deliver();
  await acme.api("DELETE", `/hooks/${made.json.id}`);
  expect(taken[2]?.headers["webhook-id"]).toBe(taken[0]?.headers["webhook-id"]);
  mails.take();
});

test("a partner's webhook hears of no one else, and a trial arrives on request", async () => {
  const { taken, url } = await startReceiver([]);
  const { json } = await beta.api<{ id: string }>("POST", "/partners/beta/hooks", { url });
  await happen("suspended");
  await deliver();
  expect(taken).toEqual([]);
  expect((await acme.api("POST", `/hooks/${json.id}/trial`)).status).toBe(404);
  expect((await beta.api("POST", `/hooks/${json.id}/trial`)).status).toBe(200);
  await deliver();
  expect(JSON.parse(taken[0]?.body ?? "")).toMatchObject({ kind: "trial" });
  mails.take();
  await beta.api("POST", "/account/mail/trial");
  await deliver();
  expect(mails.take().map(({ to, subject }) => [to, subject])).toEqual([
    ["ada@beta.example", "A trial of assay's mail"],
  ]);
  const page = await beta.get("/partners/beta/messages");
  expect([page.status, page.text.includes(url), page.text.includes("ada@acme.example")]).toEqual([200, true, false]);
  expect((await served.operator.get("/messages")).text).toContain("ada@acme.example");
  expect((await beta.api("DELETE", `/hooks/${json.id}`)).status).toBe(200);
});

test("a mail server that is away costs nothing but time, and one that refuses is given up after many attempts", async () => {
  mails.refuse(true);
  await happen("degraded");
  await deliver();
  const waiting = () =>
    query<{ answer: string; wait: number }>(
      "SELECT answer, round(extract(epoch FROM due_at - now()))::int AS wait FROM assay.deliveries WHERE state = 'waiting' AND account_id IS NOT NULL",
    );
  const [first, ...others] = await waiting();
  expect([others.length, first?.wait]).toEqual([1, 30]);
  expect(first?.answer).toContain("not now");
  await query("UPDATE assay.deliveries SET due_at = now(), attempts = $1 WHERE state = 'waiting'", [maxAttempts - 1]);
  await deliver();
  expect(await waiting()).toEqual([]);
  mails.refuse(false);
  const { json } = await served.operator.api<Log>("GET", "/deliveries");
  const failed = json.items.filter(({ state, receiver }) => state === "failed" && receiver.includes("@"));
  expect(failed.map(({ receiver }) => receiver).toSorted()).toEqual(["ada@acme.example", "operator@market.example"]);
  await served.operator.api("POST", `/deliveries/${failed[0]?.id}/again`);
  await deliver();
  expect(mails.take()).toHaveLength(1);
});

test("what a worker took that died is sent by another", async () => {
  await happen("suspended");
  await query(
    "UPDATE assay.deliveries SET attempts = 1, due_at = now() + interval '2 minutes' WHERE state = 'waiting'",
  );
  await deliver();
  expect(mails.take()).toEqual([]);
  await query("UPDATE assay.deliveries SET due_at = now() WHERE state = 'waiting'");
  await Promise.all([deliver(), deliver()]);
  expect(recipients(mails.take())).toEqual(["ada@acme.example", "operator@market.example"]);
});

test("the end of a certificate is announced thirty, seven and one day before it, once each", async () => {
  const add = `INSERT INTO assay.certificates (partner_id, envelope, results, digest, issued_at, expires_at)
    VALUES ($1, '{}', '{}', 'x', now(), now() + interval '31 days')`;
  await query(add, [partnerId]);
  const notices: string[] = [];
  for (const days of [31, 29, 20, 7, 6, 1, 0.5]) {
    await query("UPDATE assay.certificates SET expires_at = now() + make_interval(secs => $1)", [days * 86_400 - 60]);
    await noticeEnds(served.context.database);
    const [latest] = await query<{ after: string; count: number }>(
      "SELECT max(after) FILTER (WHERE id = (SELECT max(id) FROM assay.events WHERE kind = 'expiring')) AS after, count(*)::int AS count FROM assay.events WHERE kind = 'expiring'",
    );
    notices.push(`${latest?.count} ${latest?.after}`);
  }
  expect(notices).toEqual([
    "0 null",
    "1 within 30 days",
    "1 within 30 days",
    "2 within 7 days",
    "2 within 7 days",
    "3 within 1 day",
    "3 within 1 day",
  ]);
  await deliver();
  expect(mails.take().find(({ to }) => to === "ada@acme.example")?.text).toContain("its certificate ends");
});

test("anyone who forgot the password gets a link by mail, and strangers do not learn who has an account", async () => {
  const visitor = served.visitor();
  expect((await visitor.get("/sign-in")).text).toContain("/forgotten");
  const asked = await visitor.post("/forgotten", { email: "Ada@beta.example" });
  const stranger = await visitor.post("/forgotten", { email: "nobody@beta.example" });
  expect([asked.status, stranger.text]).toEqual([200, asked.text]);
  await expect.poll(() => mails.arrived()).toBe(1);
  const [mail] = mails.take();
  const [, token = ""] = /\/reset\/([\w-]+)/.exec(mail?.text ?? "") ?? [];
  expect(mail?.to).toBe("ada@beta.example");
  const reset = await visitor.post(`/reset/${token}`, { password: "another horse battery" });
  expect([reset.status, reset.location]).toEqual([303, "/sign-in"]);
  const again = await visitor.post("/sign-in", { email: "ada@beta.example", password: "another horse battery" });
  expect(again.status).toBe(303);
});
