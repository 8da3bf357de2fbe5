import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseKeySet, trustedKeys } from "../reports/certificate/trusted-keys.ts";
import { verifyCertificate } from "../reports/certificate/verify-certificate.ts";
import {
  type AgreeingApplication,
  type AgreeingPartner,
  startAgreeingApplication,
  takeIn,
  untilOver,
  untilRun,
} from "./testing/agreeing-app.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";

let served: TestConsole;
let application: AgreeingApplication;

beforeAll(async () => {
  served = await testConsole();
  application = await startAgreeingApplication();
});
afterAll(async () => {
  await served?.close();
  application?.close();
});

const fiveClaims = ["install", "webhooks", "lifecycle", "resources", "calls"];
const over = (id: string) => untilOver(served.operator, id);

/** The statement of a partner's certificate, checked as `assay verify --status` checks it. */
async function certified(at: string) {
  const [certificate = "", results = "", keys = "", status = ""] = await Promise.all(
    [`${at}/certificate.json`, `${at}/results.json`, "/keys.json", "/status-list.json"].map(
      async (path) => (await served.operator.get(path)).text,
    ),
  );
  return verifyCertificate(certificate, {
    keys: trustedKeys(parseKeySet(keys, "keys")),
    results,
    status,
    now: new Date(),
  });
}

const approve = (at: string) => served.operator.api<{ error?: { message: string } }>("POST", `${at}/approval`, {});

describe("a profile that is changed after its run began", () => {
  test("while the run goes on, leaves the certificate to what was judged", async () => {
    const { at, save, ask } = await takeIn(served.operator, application, "hasty");
    const id = await ask();
    await untilRun(served.operator, id, "running");
    await save(fiveClaims);
    expect(await over(id)).toMatchObject({ verdict: "pass" });
    expect(await certified(at)).toMatchObject({ statement: { predicate: { claims: ["webhooks"], version: "1" } } });
    expect((await served.visitor().get(`/badge${at.replace("/partners", "")}.svg`)).text).toContain(
      "certified, development: webhooks",
    );
  });

  describe("before an operator approves it", () => {
    let waiting: AgreeingPartner;
    beforeAll(async () => {
      await served.operator.post("/settings/approval", { approval: "by an operator" });
      waiting = await takeIn(served.operator, application, "patient");
      await over(await waiting.ask());
    });
    afterAll(() => served.operator.post("/settings/approval", { approval: "at once" }));

    test("is not called certified meanwhile", async () => {
      const { json } = await served.operator.api<{ items: { id: string }[] }>("GET", `${waiting.at}/runs`);
      for (const file of ["", "/files/index.html", "/files/summary.md"]) {
        const { text } = await served.operator.get(`/runs/${json.items[0]?.id}${file}`);
        expect(text, file).toMatch(/passed/i);
        expect(text, file).not.toMatch(/certified/i);
      }
    });

    test("is not approved by a page that showed an earlier run", async () => {
      const shown = async () =>
        /name="run" value="([^"]+)"/.exec((await served.operator.get(waiting.at)).text)?.[1] ?? "";
      const before = await shown();
      await over(await waiting.ask());
      expect(await shown()).not.toBe(before);
      const stale = await served.operator.post(`${waiting.at}/approval`, { run: before });
      expect([stale.status, stale.text]).toEqual([409, expect.stringContaining("another run ended since")]);
      expect((await served.operator.api("POST", `${waiting.at}/approval`, { run: before })).status).toBe(409);
    });

    test("after more than a month, is not approved", async () => {
      const age = (days: number) =>
        served.context.database.query("UPDATE assay.runs SET finished_at = now() - make_interval(days => $1)", [days]);
      await age(31);
      expect((await approve(waiting.at)).json.error?.message).toContain("older than 30 days");
      await age(0);
    });

    test("makes approval impossible, and the refusal says why", async () => {
      const { at, save } = waiting;
      await save(fiveClaims);
      const refused = await approve(at);
      expect(refused.status).toBe(409);
      expect(refused.json.error?.message).toContain("its profile was changed after the run that passed had begun");
      expect((await served.operator.get(`${at}/certificate.json`)).status).toBe(404);
    });

    test("and put back, is approved for what was judged", async () => {
      const { at, save } = waiting;
      await save(["webhooks"]);
      expect((await approve(at)).status).toBe(200);
      expect(await certified(at)).toMatchObject({ statement: { predicate: { claims: ["webhooks"] } } });
    });
  });
});

test("the certificate names the application as the operator does, whatever its profile calls it", async () => {
  const { at, ask } = await takeIn(served.operator, application, "modest");
  await served.operator.api("PUT", `${at}/profile`, { profile: application.profile("Somebody Else", ["webhooks"]) });
  await over(await ask());
  expect(await certified(at)).toMatchObject({ statement: { predicate: { application: "modest" } } });
  expect((await served.visitor().get(`${at}/certificate`)).text).not.toContain("Somebody Else");
});

test("a run that began before a revocation certifies nothing after the readmission", async () => {
  const { at, ask } = await takeIn(served.operator, application, "returning");
  const id = await ask();
  await untilRun(served.operator, id, "running");
  await served.operator.api("POST", `${at}/revocation`, { reason: "it cheated" });
  await served.operator.api("POST", `${at}/readmission`);
  expect(await over(id)).toMatchObject({ verdict: "pass" });
  expect((await served.operator.api("GET", at)).json).toMatchObject({ state: "new" });
  expect(await over(await ask())).toMatchObject({ verdict: "pass" });
  expect((await served.operator.api("GET", at)).json).toMatchObject({ state: "certified" });
});

test("of many profiles that pass within a day, ten get a certificate, and the latest of these stays", async () => {
  const { at, ask } = await takeIn(served.operator, application, "restless");
  await over(await ask());
  await served.context.database.query(
    `INSERT INTO assay.certificates (partner_id, envelope, results, digest, issued_at, expires_at, status)
     SELECT partner_id, envelope, results, 'sha256:' || repeat(md5(n::text), 2), issued_at - interval '1 minute', expires_at, 'superseded'
     FROM assay.certificates, generate_series(1, 9) n WHERE partner_id = (SELECT id FROM assay.partners WHERE slug = 'restless')`,
  );
  const before = await certified(at);
  await served.operator.api("PUT", `${at}/profile`, {
    profile: { ...application.profile("restless", ["webhooks"]), version: "2" },
  });
  expect(await over(await ask())).toMatchObject({ verdict: "pass" });
  expect(await certified(at)).toEqual(before);
  const { json } = await served.operator.api<{ items: { after: string }[] }>("GET", `${at}/events`);
  expect(json.items[0]).toMatchObject({ kind: "certificate", after: "not issued" });
});

test("a run of some claims that passes is not called certified, and certifies nothing", async () => {
  const { at, ask } = await takeIn(served.operator, application, "partial");
  application.answer(500);
  expect(await over(await ask())).toMatchObject({ verdict: "fail" });
  application.answer(200);
  const { json } = await served.operator.api<{ id: string }>("POST", `${at}/runs`, { only: "failed" });
  expect(await over(json.id)).toMatchObject({ claims: ["webhooks"], verdict: "pass" });
  for (const file of ["", "/files/index.html", "/files/summary.md"]) {
    const { text } = await served.operator.get(`/runs/${json.id}${file}`);
    expect(text, file).toMatch(/passed in the selected requirements/i);
    expect(text, file).not.toMatch(/certified/i);
  }
  expect((await served.operator.api("GET", at)).json).toMatchObject({ state: "new" });
});
