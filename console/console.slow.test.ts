import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../cli/testing/certifying.ts";
import type { WrittenPartnerProfile } from "../harness/profiles/partner-profile.ts";
import { certifyPartner } from "../library/certify.ts";
import type { Results } from "../record/results.ts";
import { parseKeySet, trustedKeys } from "../reports/certificate/trusted-keys.ts";
import { verifyCertificate } from "../reports/certificate/verify-certificate.ts";
import { settle } from "./partners/life.ts";
import { partnerById, readSecrets } from "./partners/partners.ts";
import { runnableProfile } from "./partners/profile.ts";
import { writeSnapshot } from "./partners/snapshot.ts";
import { startTestApplication, type TestApplication } from "./testing/partner-app.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";
import type { Visitor } from "./testing/visitor.ts";
import { outcomesOf } from "./work/certify-job.ts";

let served: TestConsole;
let partner: Visitor;
let application: TestApplication;

/** Waits for a run to be over. */
async function over(visitor: Visitor, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { json } = await visitor.api("GET", `/runs/${id}`);
    if (json.state === "finished" || json.state === "not-measured") return json;
    await new Promise((later) => setTimeout(later, 100));
  }
}

const keep = (profile: unknown) =>
  partner.api<{ error: { message: string } }>("PUT", "/partners/acme/profile", { profile });

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
  application = await startTestApplication({ ...taken.json.partner.platform, ...credentials.json });
});
afterAll(async () => {
  application?.close();
  await served?.close();
});

describe("a profile", () => {
  test.each([
    ["a start command", { start: { command: "touch /tmp/hacked" } }, "start: the console starts no application"],
    ["an address of the platform", { platform: { listen: "0.0.0.0:80" } }, "platform: the operator says where"],
    ["the console's environment", { name: "${ASSAY_KEY}" }, "name: the console has no environment"],
    ["a claim that there is not", { claims: ["everything"] }, "claims.0: found"],
    ["an unknown key", { webhok_url: "http://a.example/" }, "did you mean webhook_url?"],
  ])("with %s is refused with one line that says what to do", async (_, change, message) => {
    const { status, json } = await keep(application.profile(["calls"], change));
    expect(status).toBe(422);
    expect(json.error.message).toContain(message);
  });

  test("shows what is wrong as it is typed, beside the field", async () => {
    const { text } = await partner.post("/partners/acme/profile/check", {
      as: "form",
      name: "acme",
      claims: ["calls"],
      webhook_url: "nowhere",
      "calls.url": "ftp://x",
    });
    const { complaints } = JSON.parse(text) as { complaints: { field: string; message: string }[] };
    expect(complaints.map(({ field }) => field).toSorted()).toEqual(["calls.url", "webhook_url"]);
  });

  test("keeps its secrets when it is shown and written again, and the database does not show them", async () => {
    const headers = { authorization: "Bearer secret-of-acme" };
    const { connect } = application.profile([]) as { connect: object };
    await keep(application.profile(["calls"], { connect: { ...connect, headers } }));
    const { json } = await partner.api<{ profile: { connect: { headers: object } } }>("GET", "/partners/acme/profile");
    expect(json.profile.connect.headers).toEqual({ authorization: "(kept)" });
    expect((await keep(json.profile)).status).toBe(200);
    const rows = await served.context.database.query("SELECT * FROM assay.partners");
    expect(JSON.stringify(rows)).not.toContain("secret-of-acme");
    expect(served.lines.join("\n")).not.toContain("secret-of-acme");
  });

  test("is checked for connections", async () => {
    await keep(application.profile(["calls"], { webhook_url: "http://127.0.0.1:9/hooks" }));
    const { json } = await partner.api<{ items: { place: string; why: string }[] }>(
      "POST",
      "/partners/acme/connection",
    );
    const why = Object.fromEntries(json.items.map((item) => [item.place, item.why]));
    expect(why).toMatchObject({ "connect.url": "", webhook_url: expect.stringContaining("ECONNREFUSED") });
  });
});

test("what the profile leaves to a person is reported with the time that is left, and a run can be ended", async () => {
  await keep({ name: "acme", claims: ["install"], lifecycle_webhook_url: `${application.url}/lifecycle` });
  const { json: run } = await partner.api<{ id: string }>("POST", "/partners/acme/runs", {});
  const reported = async (): Promise<string[]> => {
    const rows = await served.context.database.query<{ task: string }>(
      "SELECT data->>'task' AS task FROM assay.progress WHERE kind = 'task'",
    );
    return rows.map(({ task }) => task);
  };
  while ((await reported()).length === 0) await new Promise((later) => setTimeout(later, 100));
  expect(await reported()).toEqual([
    expect.stringMatching(
      /^connect application 200 at Location \d+ in your application, as its owner would after granting access$/,
    ),
  ]);
  await partner.post(`/runs/${run.id}/end`);
  expect(await over(partner, run.id)).toMatchObject({ state: "not-measured", why: "ada@acme.example ended it" });
});

describe("a partner whose application is right", () => {
  let runId = "";

  test("has it judged, sees how it goes on, and is certified", async () => {
    await keep(application.profile(["calls"]));
    const asked = await partner.api<{ id: string }>("POST", "/partners/acme/runs", {});
    runId = asked.json.id;
    expect((await partner.api<{ id: string }>("POST", "/partners/acme/runs", {})).json.id).toBe(runId);
    const { text } = await partner.get(`/runs/${runId}/events`);
    expect(text).toContain("event: scenario");
    expect(text).toMatch(/event: request\ndata: \{"path": ?"\/api\/v1\/voip\/integration\/calls"/);
    expect(text).toContain("event: over");
    expect(await over(partner, runId)).toMatchObject({ state: "finished", verdict: "pass", attempt: 1 });
    expect((await partner.get("/partners/acme")).text).toContain("s-certified");
  });

  test("is judged as assay certify judges it", async () => {
    const { database, settings } = served.context;
    const [row] = await database.query<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'acme'");
    const secrets = await readSecrets(served.context, database, row?.id ?? "");
    const alone = await certifyPartner(
      runnableProfile(application.profile(["calls"]) as unknown as WrittenPartnerProfile, secrets.platform),
      { portBase: settings.platformPorts },
    );
    const { json } = await partner.api<{ outcomes: object }>("GET", `/runs/${runId}`);
    expect(json.outcomes).toEqual(outcomesOf(alone.results));
  });

  test("gets its record as files, and a page that is no part of the console's origin", async () => {
    for (const name of ["results.json", "junit.xml", "summary.md", "exchanges.har", "journal.jsonl"])
      expect((await partner.get(`/runs/${runId}/files/${name}`)).status, name).toBe(200);
    const { text, headers } = await partner.get(`/runs/${runId}/files/index.html`);
    expect(text).toMatch(/<title>.*: passed/);
    expect(headers.get("content-security-policy")).toMatch(/^sandbox allow-scripts/);
  });

  test("has a certificate that is genuine by the key set, until it is revoked", async () => {
    const [certificate, results, keys] = await Promise.all(
      ["/partners/acme/certificate.json", "/partners/acme/results.json", "/keys.json"].map(
        async (path) => (await partner.get(path)).text,
      ),
    );
    const verify = async () =>
      verifyCertificate(certificate ?? "", {
        keys: trustedKeys(parseKeySet(keys ?? "", "keys")),
        results: results ?? "",
        status: (await partner.get("/status-list.json")).text,
        now: new Date(),
      });
    expect(await verify()).toHaveProperty("statement");
    expect((await partner.get("/badge/acme.svg")).text).toContain("certified, development: calls");
    await served.operator.api("POST", "/partners/acme/revocation", { reason: "it was sold" });
    expect(await verify()).toMatchObject({ refused: expect.stringContaining("it was sold") });
    expect((await served.visitor().get("/badge/acme.svg")).text).toContain("revoked");
    expect((await partner.api("POST", "/partners/acme/runs", {})).status).toBe(409);
  });

  test("shows its state to anyone who has the link, and to no one else", async () => {
    const { json } = await partner.api<{ link: string }>("POST", "/partners/acme/share");
    expect((await served.visitor().get(new URL(json.link).pathname)).text).toContain("it was sold");
    expect((await served.visitor().get("/shared/guess")).status).toBe(404);
  });
});

describe("nightly runs", () => {
  const verdict = async (is: "pass" | "fail" | "inconclusive") => {
    const { database } = served.context;
    const [row] = await database.query<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'acme'");
    const [last] = await database.query<{ results: string }>(
      "SELECT results FROM assay.runs WHERE results IS NOT NULL LIMIT 1",
    );
    const results = { ...(JSON.parse(last?.results ?? "") as Results), verdict: is };
    await database.transaction(async (sql) => {
      const [run] = await sql.query<{ id: string }>(
        `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, job_id, finished_at)
         VALUES ($1, 'nightly', 'finished', $2, gen_random_uuid(), now()) RETURNING id`,
        [row?.id, is],
      );
      await writeSnapshot(served.context, sql, { id: run?.id ?? "", partner_id: row?.id ?? "", claims: null });
      await settle(served.context, sql, row?.id ?? "", {
        runId: run?.id ?? "",
        askedBy: "nightly",
        results,
        text: last?.results ?? "",
      });
    });
    return (await partnerById(database, row?.id ?? ""))?.state;
  };

  test("take a partner down after two failures each, up again after a pass, and leave an event for each step", async () => {
    await served.operator.api("POST", "/partners/acme/readmission");
    const states = [];
    for (const is of ["pass", "fail", "inconclusive", "fail", "fail", "fail", "pass"] as const)
      states.push(await verdict(is));
    expect(states).toEqual(["certified", "certified", "certified", "degraded", "degraded", "suspended", "certified"]);
    const { json } = await partner.api<{ items: { kind: string; after: string; why: string }[] }>(
      "GET",
      "/partners/acme/events",
    );
    const steps = json.items.filter(({ kind }) => kind === "state").map(({ after, why }) => `${after}: ${why}`);
    expect(steps.slice(0, 3)).toEqual([
      "certified: it passed again",
      "suspended: 2 nightly runs failed within 48 hours",
      "degraded: 2 nightly runs failed within 48 hours",
    ]);
  });
});

/** Someone who takes requests, and answers with the statuses that are given, one after the other, and then with the last. */
async function receiver(statuses: readonly number[], headers: Record<string, string> = {}) {
  const taken: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => {
      body += String(text);
    });
    request.on("end", () => {
      response.writeHead(statuses[Math.min(taken.length, statuses.length - 1)] ?? 204, headers).end();
      taken.push({ body, headers: request.headers });
    });
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  onTestFinished(() => void server.close());
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((later) => setTimeout(later, 50));
};

test("events are sent to the operator's systems, signed, and again until they are taken", async () => {
  const { taken, url } = await receiver([500, 204]);
  const { json: hook } = await served.operator.api<{ secret: string; id: string }>("POST", "/hooks", { url });
  await served.operator.api("POST", "/partners/acme/revocation", { reason: "for the test" });
  await until(() => taken.length > 0);
  const hurry = () =>
    served.context.database.query(
      "UPDATE assay.deliveries SET due_at = now() WHERE state = 'waiting' AND answer = '500' RETURNING id",
    );
  await until(async () => (await hurry()).length > 0);
  await until(() => taken.length > 1);
  const [earlier, later] = taken;
  expect(later?.headers["webhook-id"]).toBe(earlier?.headers["webhook-id"]);
  for (const { body, headers } of taken) {
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const key = Buffer.from(hook.secret.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  }
  expect(JSON.parse(later?.body ?? "")).toMatchObject({
    format: "assay-event/1",
    partner: "acme",
    after: "revoked",
    why: "for the test",
  });
  await served.operator.api("DELETE", `/hooks/${hook.id}`);
});

test("a redirect is not followed, neither of an application nor of a webhook's receiver", async () => {
  const inside = await receiver([200]);
  const outside = await receiver([307], { location: inside.url });
  const ask = { url: outside.url };
  await served.operator.api("POST", "/partners", { name: "Elsewhere" });
  const profile = {
    name: "elsewhere",
    claims: ["webhooks", "calls"],
    connect: ask,
    webhook_url: outside.url,
    actions: { calls: ask },
    patience: { quiet_s: 1, max_s: 2 },
  };
  expect(await served.operator.api("PUT", "/partners/elsewhere/profile", { profile })).toMatchObject({ status: 200 });
  await served.operator.api("POST", "/partners/elsewhere/connection");
  const { json: run } = await served.operator.api<{ id: string }>("POST", "/partners/elsewhere/runs", {});
  const { json: hook } = await served.operator.api<{ id: string }>("POST", "/hooks", { url: outside.url });
  await served.operator.api("POST", "/partners/acme/readmission");
  await until(() => outside.taken.some(({ headers }) => headers["webhook-id"] !== undefined));
  await until(() => outside.taken.filter(({ headers }) => headers["webhook-id"] === undefined).length > 3);
  await served.operator.post(`/runs/${run.id}/end`);
  await over(served.operator, run.id);
  expect(inside.taken).toEqual([]);
  await served.operator.api("DELETE", `/hooks/${hook.id}`);
});

test("an application on another machine has the platform at the operator's address, and is judged there", async () => {
  const { settings } = served.context;
  settings.platformPlace = { host: "127.0.0.1", firstPort: await freePorts(8), url: "http://localhost:{port}" };
  onTestFinished(() => {
    settings.platformPlace = undefined;
  });
  const taken = await served.operator.api<{ partner: { platform: Record<string, string> } }>("POST", "/partners", {
    name: "Remote",
  });
  const { platform } = taken.json.partner;
  expect(platform.BASE_URL).toMatch(/^http:\/\/localhost:\d+\/[0-9a-f]{32}\/api\/v1$/);
  const credentials = await served.operator.api<Record<string, string>>("POST", "/partners/remote/credentials");
  const remote = await startTestApplication({ ...platform, ...credentials.json });
  onTestFinished(remote.close);
  await served.operator.api("PUT", "/partners/remote/profile", { profile: remote.profile(["calls"]) });
  const { json: run } = await served.operator.api<{ id: string }>("POST", "/partners/remote/runs", {});
  expect(await over(served.operator, run.id)).toMatchObject({ state: "finished", verdict: "pass" });
});

test("health and metrics say how the console is", async () => {
  const { status, text } = await served.visitor().get("/healthz");
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { status: "ok", database: true, workers: 1, nightly_overdue: false },
  ]);
  const metrics = (await served.visitor().get("/metrics")).text;
  expect(metrics).toMatch(/^assay_workers_seen 1$/m);
  expect(metrics).toMatch(/# EOF\n$/);
});
