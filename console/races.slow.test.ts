import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DsseEnvelope } from "../reports/certificate/envelope.ts";
import type { StatusList } from "../reports/certificate/status-list.ts";
import type { KeySet } from "../reports/certificate/trusted-keys.ts";
import type { Database, Sql } from "./store/database.ts";
import { openPostgres } from "./store/postgres.ts";
import {
  type AgreeingApplication,
  startAgreeingApplication,
  takeIn,
  untilOver,
  untilRun,
} from "./testing/agreeing-app.ts";
import { hasPostgres, noPostgres, startPostgres, type TestPostgres } from "./testing/postgres.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";
import { password } from "./testing/visitor.ts";

if (!hasPostgres) console.warn(noPostgres);

/** PGlite does one transaction at a time; what several do at once shows on PostgreSQL alone. */
describe.skipIf(!hasPostgres)("on PostgreSQL, of what happens at once,", () => {
  let postgres: TestPostgres;
  let served: TestConsole;
  let holder: Database;
  let application: AgreeingApplication;

  beforeAll(async () => {
    postgres = await startPostgres();
    served = await testConsole({ env: { DATABASE_URL: postgres.url }, lease: 60 });
    holder = await openPostgres(postgres.url);
    application = await startAgreeingApplication();
  });
  afterAll(async () => {
    application?.close();
    await holder?.close();
    await served?.close();
    postgres?.stop();
  });

  /** Waits until so many statements wait for a lock. */
  async function untilWaiting(count: number): Promise<void> {
    const waiting = async () =>
      (await holder.query("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).length;
    while ((await waiting()) < count) await wait(20);
  }

  /** Holds a lock until each of some acts, begun one after the other, waits for it; what else is done happens before it is let go. */
  async function inLine<T>(
    lock: string,
    acts: readonly (() => Promise<T>)[],
    last?: (sql: Sql) => Promise<unknown>,
  ): Promise<T[]> {
    const begun: Promise<T>[] = [];
    const events = new EventEmitter();
    const [held, released] = [once(events, "held"), once(events, "released")];
    // Acts are begun outside of the transaction, in which no other machine may be asked.
    const holding = holder.transaction(async (sql) => {
      await sql.script(lock);
      events.emit("held");
      await released;
      await last?.(sql);
    });
    await held;
    for (const act of acts) {
      begun.push(act());
      await untilWaiting(begun.length);
    }
    events.emit("released");
    await holding;
    return Promise.all(begun);
  }

  const rowOf = (at: string) => `SELECT 1 FROM assay.partners WHERE slug = '${at.split("/").at(-1)}' FOR UPDATE`;
  const settings = "LOCK TABLE assay.settings IN SHARE MODE";
  const post = (path: string, body: object = {}) => served.operator.api("POST", path, body);
  const revoke = (at: string) => post(`${at}/revocation`, { reason: "it was sold" });
  const stateOf = async (at: string) => (await served.operator.api("GET", at)).json.state;
  const keys = async () => JSON.parse((await served.visitor().get("/keys.json")).text) as KeySet;
  const list = async () => {
    const { payload } = JSON.parse((await served.visitor().get("/status-list.json")).text) as DsseEnvelope;
    return JSON.parse(Buffer.from(payload, "base64").toString()) as StatusList;
  };

  /** A partner that passed. */
  const passed = async (name: string): Promise<string> => {
    const { at, ask } = await takeIn(served.operator, application, name);
    expect(await untilOver(served.operator, await ask())).toMatchObject({ verdict: "pass" });
    return at;
  };

  test("the first use of the signing key makes one key", async () => {
    const [one, other] = await inLine(settings, [keys, keys]);
    expect(one?.keys).toHaveLength(1);
    expect(other).toEqual(one);
    expect(await keys()).toEqual(one);
  });

  test("two changes of the signing key lose none", async () => {
    const before = (await keys()).keys.length;
    const rotate = () => served.operator.post("/settings/keys");
    await inLine(settings, [rotate, rotate]);
    expect((await keys()).keys).toHaveLength(before + 2);
  });

  test("a revocation stands, though the run passes in the same moment", async () => {
    const { at, ask } = await takeIn(served.operator, application, "sold");
    const id = await ask();
    await untilRun(served.operator, id, "running");
    // The end of the run comes by itself.
    await inLine<unknown>(rowOf(at), [() => revoke(at), () => Promise.resolve()]);
    await untilOver(served.operator, id);
    expect(await stateOf(at)).toBe("revoked");
    expect((await served.operator.get(`${at}/certificate.json`)).status).toBe(404);
  });

  describe("where operators approve,", () => {
    beforeAll(() => served.operator.post("/settings/approval", { approval: "by an operator" }));
    afterAll(() => served.operator.post("/settings/approval", { approval: "at once" }));

    test("a revocation stands, though it is approved in the same moment", async () => {
      const at = await passed("disputed");
      const answers = await inLine(rowOf(at), [() => revoke(at), () => post(`${at}/approval`)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
      expect(await stateOf(at)).toBe("revoked");
    });

    test("two approvals issue one certificate", async () => {
      const at = await passed("doubled");
      const answers = await inLine(rowOf(at), [() => post(`${at}/approval`), () => post(`${at}/approval`)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    });
  });

  /** The answer to someone who waits for a statement of another to be over. */
  const after = async <T>(lock: string, statement: string, values: readonly unknown[], act: () => Promise<T>) =>
    (await inLine(lock, [act], (sql) => sql.query(statement, values)))[0];

  test("a token that is revoked while it makes another makes none", async () => {
    const make = (visitor = served.operator) =>
      visitor.api<{ id: string; token: string }>("POST", "/tokens", { name: "t", scope: "manage", days: 1 });
    const { json } = await make();
    const child = () => make(Object.assign(served.visitor(), { bearer: json.token }));
    const lock = `SELECT 1 FROM assay.api_tokens WHERE id = '${json.id}' FOR UPDATE`;
    expect(await after(lock, "DELETE FROM assay.api_tokens WHERE id = $1", [json.id], child)).toMatchObject({
      status: 409,
    });
  });

  test("an e-mail address that is taken while someone joins with it has one account", async () => {
    const email = "twin@market.example";
    const { json } = await post("/partners", { name: "twins" });
    const join = () => served.visitor().post(new URL(String(json.invitation)).pathname, { email, password });
    const account = "INSERT INTO assay.accounts (role, email, password) VALUES ('operator', $1, 'x')";
    const answer = await after("LOCK TABLE assay.accounts IN SHARE MODE", account, [email], join);
    expect(answer?.status).toBe(409);
  });

  test("a provider that is removed while a run of it is asked for has none", async () => {
    const profile = "name: short-lived\ncontrol: { url: http://127.0.0.1:9/ }";
    const { json } = await post("/providers", { profile, schedule: "never" });
    const lock = `SELECT 1 FROM assay.providers WHERE id = '${String(json.id)}' FOR UPDATE`;
    const ask = () => post(`/providers/${String(json.id)}/runs`);
    expect(await after(lock, "DELETE FROM assay.providers WHERE id = $1", [json.id], ask)).toMatchObject({
      status: 409,
    });
  });

  test("many contracts are added, and no more than fifty are kept", async () => {
    const { at } = await takeIn(served.operator, application, "eager");
    const add = (name: string) =>
      post(`${at}/contracts`, { pact: { consumer: { name }, provider: { name: "p" }, interactions: [] } });
    const added = await Promise.all(Array.from({ length: 55 }, (_, index) => add(String(index))));
    const count = (status: number) => added.filter((answer) => answer.status === status).length;
    // None of them comes too soon, though they come at once.
    expect([count(200), count(409)]).toEqual([50, 5]);
  });

  test("a renewal stands, though its predecessor is found expired in the same moment", async () => {
    const at = await passed("renewed");
    const expire = (days: number) => (sql: Sql) =>
      sql.query(
        `UPDATE assay.certificates SET expires_at = now() + make_interval(days => $1)
         WHERE partner_id = (SELECT id FROM assay.partners WHERE slug = 'renewed')`,
        [days],
      );
    await expire(-1)(holder);
    await inLine(rowOf(at), [() => served.operator.post("/settings/nightly")], expire(300));
    expect(await stateOf(at)).toBe("certified");
  });

  test("two status lists with the same number say the same, and numbers only grow", async () => {
    const at = await passed("listed");
    const before = await list();
    await holder.query("UPDATE assay.certificates SET reason = 'first'");
    const lists = await inLine(settings, [list, () => revoke(at).then(list)]);
    const later = await list();
    expect(lists.every(({ number }) => number > before.number && number <= later.number)).toBe(true);
    const byNumber = new Map([...lists, later].map((one) => [one.number, one]));
    for (const one of lists) expect(one).toEqual(byNumber.get(one.number));
  });
});
