import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "../cli/testing/certifying.ts";
import { untilOver } from "./testing/agreeing-app.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";

let served: TestConsole;

beforeAll(async () => {
  const platformPlace = { host: "127.0.0.1", firstPort: await freePorts(8), url: "http://127.0.0.1:{port}" };
  names.on("message", (query, { port, address }) => names.send(unknownName(query), port, address)).bind(0, "127.0.0.1");
  await once(names, "listening");
  served = await testConsole({ platformPlace, nameServers: [`127.0.0.1:${names.address().port}`] });
});
afterAll(async () => {
  names.close();
  await served?.close();
});

/** A name server that knows no name. */
const names = createSocket("udp4");
const unknownName = (query: Buffer): Buffer => {
  const answer = Buffer.from(query);
  answer.writeUInt16BE(0x8183, 2);
  return answer;
};

const sql = <T>(text: string) => served.context.database.query<T>(text);

/** Judges a certified application at night, and returns how that ended, with the event that it left. */
async function judgeAtNight(profile: object, { allowsPrivate = true } = {}) {
  const { operator } = served;
  await operator.api("PUT", "/partners/acme/profile", { profile: { name: "acme", claims: ["webhooks"], ...profile } });
  await sql("UPDATE assay.partners SET state = 'certified'");
  served.context.settings.allowsPrivate = allowsPrivate;
  await operator.api("POST", "/nightly");
  const [run] = await sql<{ id: string }>("SELECT id FROM assay.runs ORDER BY created_at DESC LIMIT 1");
  const { state, verdict } = await untilOver(operator, run?.id ?? "");
  served.context.settings.allowsPrivate = true;
  const [event] = await sql<{ kind: string; why: string }>(
    "SELECT kind, why FROM assay.events ORDER BY id DESC LIMIT 1",
  );
  return { state, verdict, event };
}

const patience = { quiet_s: 0.5, max_s: 2 };

test("no partner keeps its certified application from being judged at night", async () => {
  await served.operator.api("POST", "/partners", { name: "Acme" });
  await sql(`INSERT INTO assay.certificates (partner_id, envelope, results, digest, issued_at, expires_at)
    SELECT id, '{}', '{}', 'sha256:x', now(), now() + interval '300 days' FROM assay.partners`);
  const failed = { state: "finished", verdict: "fail" };
  expect(await judgeAtNight({ webhook_url: "http://127.0.0.1:9/", patience })).toMatchObject(failed);
  // A name that leads nowhere by then, where private networks are closed.
  const closed = { allowsPrivate: false };
  expect(await judgeAtNight({ webhook_url: "http://nobody.invalid/", patience }, closed)).toMatchObject(failed);
});

test("one that needs a person by day is announced at night", async () => {
  const byHand = { claims: ["install"], patience };
  const { event, ...ended } = await judgeAtNight(byHand);
  expect(ended).toEqual({ state: "finished", verdict: "inconclusive" });
  expect(event).toMatchObject({ kind: "not-judged", why: expect.stringContaining("INST-29") as string });
});

test("one that no night judges does not stay certified", async () => {
  await sql(`INSERT INTO assay.events (kind, partner_id, after, why)
    SELECT 'not-judged', id, 'at night', 'x' FROM assay.partners, generate_series(1, 12)`);
  const { event } = await judgeAtNight({ claims: ["install"], patience });
  expect(event).toMatchObject({ kind: "state", why: "14 nightly runs in a row did not come to a verdict" });
  expect(await sql("SELECT state FROM assay.partners")).toEqual([{ state: "degraded" }]);
});
