import { afterAll, beforeAll, expect, test } from "vitest";
import { statementOf } from "../../reports/certificate/statement.ts";
import { envelopeOf, latestCertificate } from "../partners/certificates.ts";
import { pruneByRetention } from "../runs/retention.ts";
import { judgeBy, musts } from "../testing/judging.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import type { Visitor } from "../testing/visitor.ts";
import { judgeByHour, nightly } from "../work/schedules.ts";

let served: TestConsole;
let operator: Visitor;
let acme: Visitor;

beforeAll(async () => {
  served = await testConsole({ atOnce: 0 });
  operator = served.operator;
  acme = served.visitor();
  await acme.join(await takeIn("Acme"), "ada@acme.example");
});
afterAll(() => served?.close());

const query = <T>(text: string, values: unknown[] = []) => served.context.database.query<T>(text, values);
async function takeIn(name: string): Promise<string> {
  const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name });
  const profile = { name, claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/" };
  await operator.api("PUT", `/partners/${name.toLowerCase()}/profile`, { profile });
  return json.invitation;
}
const listOf = async <T>(path: string, by = operator): Promise<T[]> =>
  (await by.api<{ items: T[] }>("GET", path)).json.items;
const stateOf = async (slug: string) => (await operator.api<{ state: string }>("GET", `/partners/${slug}`)).json.state;

test("each list is looked through by text and choice, and comes page by page", async () => {
  for (const name of ["Beta", "Gamma"]) await takeIn(name);
  await query(
    `INSERT INTO assay.partners (slug, name, slot) SELECT 'many-' || n, 'Many ' || n, 100 + n FROM generate_series(100, 249) n`,
  );
  const first = await listOf<{ slug: string }>("/partners?search=many");
  const next = await listOf<{ slug: string }>(`/partners?search=many&after=${first.at(-1)?.slug}`);
  expect([first.length, next.length, next[0]?.slug]).toEqual([100, 50, "many-200"]);
  expect((await operator.get("/partners?search=many")).text).toContain("?search=many&amp;after=many-199");
  await query("DELETE FROM assay.partners WHERE slug LIKE 'many-%'");

  await query(
    `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, outcomes, results, job_id, created_at, finished_at)
     SELECT id, CASE WHEN n % 2 = 0 THEN 'nightly' ELSE 'person' END, 'finished', CASE WHEN n % 3 = 0 THEN 'fail' ELSE 'pass' END, '{"INST-3": "fail"}', '{}',
       gen_random_uuid(), now() - make_interval(hours => n), now() - make_interval(hours => n)
     FROM assay.partners, generate_series(0, 59) n WHERE slug IN ('beta', 'gamma')`,
  );
  const runs = await listOf<{ id: string; partner: string }>("/runs");
  const older = await listOf<{ id: string }>(`/runs?before=${runs.at(-1)?.id}`);
  expect([runs.length, new Set([...runs, ...older].map(({ id }) => id)).size]).toEqual([50, 100]);
  expect(await listOf("/runs?search=BETA&outcome=fail&asked_by=nightly")).toHaveLength(10);
  expect(await listOf("/partners/gamma/runs?outcome=fail")).toHaveLength(20);
  expect((await operator.get("/runs?outcome=pass")).text).toContain("?outcome=pass&amp;before=");
  expect((await acme.get("/runs")).status).toBe(403);
  const current = (await acme.get("/partners/acme/runs")).text.match(/<a href="[^"]*" aria-current="page">/g);
  expect(current).toEqual(['<a href="/partners/acme/runs" aria-current="page">']);

  expect((await listOf<{ about: string }>("/audit?search=GAMMA")).map(({ about }) => about)).toEqual([
    "gamma",
    "gamma",
  ]);
  await operator.api("POST", "/partners/acme/notes", { text: "welcome" });
  expect(await listOf("/events?kind=note-to-partner&search=welc")).toHaveLength(1);
  expect(await listOf("/events?kind=note-to-operators")).toEqual([]);
  expect((await operator.api("GET", "/events?kind=unheard")).status).toBe(422);
  expect(await listOf("/deliveries?state=failed&search=x")).toEqual([]);
  for (const path of ["/audit?search=x", "/events?search=x", "/messages?state=waiting", "/revisions?search=x"])
    expect((await operator.get(path)).status).toBe(200);
  expect(await listOf("/partners/acme/notes?search=WELC")).toHaveLength(1);
  expect(await listOf("/partners/acme/notes?search=farewell")).toEqual([]);
});

test("contests are looked through by decision and text, page by page, by operators and by their partner", async () => {
  await query(
    `INSERT INTO assay.contests (partner_id, requirement, finding, suite, results, comment, contested_by, contested_at, decision, reason, decided_at)
     SELECT id, 'INST-' || n, '{"title": "", "evidence": []}', '', '{}', 'it answered in time ' || n, 'ada', now() - make_interval(hours => n),
       CASE WHEN n % 2 = 0 THEN 'upheld' END, CASE WHEN n % 2 = 0 THEN 'it did not' END, CASE WHEN n % 2 = 0 THEN now() END
     FROM assay.partners, generate_series(0, 59) n WHERE slug IN ('beta', 'gamma')`,
  );
  const pages = [await listOf<{ id: string }>("/contests")];
  for (let last = pages[0]; last && last.length > 0; last = pages.at(-1))
    pages.push(await listOf<{ id: string }>(`/contests?before=${last.at(-1)?.id}`));
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20, 0]);
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120);
  expect(await listOf("/contests?decision=open&search=BETA")).toHaveLength(30);
  expect(await listOf("/contests?decision=upheld&search=INST-58")).toHaveLength(2);
  expect(await listOf("/contests?search=in%20time%207")).toHaveLength(2);
  expect(await listOf("/partners/gamma/contests?decision=upheld")).toHaveLength(30);
  expect((await operator.api("GET", "/contests?decision=lost")).status).toBe(422);
  expect((await operator.get("/contests?decision=open")).text).toContain("?decision=open&amp;before=");
  expect((await operator.get("/partners/gamma/contests")).text).toContain('<a href="/partners/gamma">Gamma</a>');
  expect((await acme.get("/partners/gamma/contests")).status).toBe(404);
  await query("DELETE FROM assay.contests");
});

test("providers come page by page, by name and by how often they are judged, and each names the partners that are looked for", async () => {
  await query(
    `INSERT INTO assay.providers (name, profile_sealed, schedule) SELECT 'Provider ' || n, '', CASE WHEN n % 2 = 0 THEN 'daily' ELSE 'never' END
     FROM generate_series(100, 159) n`,
  );
  const first = await listOf<{ id: string; name: string }>("/providers");
  const next = await listOf<{ name: string }>(`/providers?after=${first.at(-1)?.id}`);
  expect([first.length, next.length, next[0]?.name]).toEqual([50, 10, "Provider 150"]);
  expect(await listOf("/providers?search=VIDER%2015&schedule=daily")).toHaveLength(5);
  expect((await operator.get("/providers")).text).toContain(`?after=${first.at(-1)?.id}`);
  await query(
    `UPDATE assay.providers SET contracts = (SELECT jsonb_build_object('partners',
       jsonb_object_agg(id, '{"verdict": "pass", "interactions": 1, "says": []}'::jsonb)) FROM assay.partners WHERE slug IN ('beta', 'gamma'))`,
  );
  const shown = async (search: string) =>
    (await operator.get(`/providers/${first[0]?.id}?search=${search}`)).text.match(/href="\/partners\/\w+"/g);
  expect([await shown(""), await shown("gam"), await shown("acme")]).toEqual([
    ['href="/partners/beta"', 'href="/partners/gamma"'],
    ['href="/partners/gamma"'],
    null,
  ]);
  await query("DELETE FROM assay.providers");
});

test("partner and operators write notes to each other, which others do not see", async () => {
  const written = await acme.api("POST", "/partners/acme/notes", { text: "our webhook moves on Monday" });
  expect(written.status).toBe(201);
  expect((await acme.api("POST", "/partners/acme/notes", { text: " " })).status).toBe(422);
  const notes = await listOf<{ who: string; text: string }>("/partners/acme/notes");
  expect(notes.map(({ who, text }) => `${who}: ${text}`)).toEqual([
    "ada@acme.example: our webhook moves on Monday",
    "operator@market.example: welcome",
  ]);
  expect((await operator.get("/partners/acme")).text).toContain("our webhook moves on Monday");
  expect((await acme.get("/partners/acme/notes")).text).toContain("welcome");
  expect((await acme.get("/partners/beta/notes")).status).toBe(404);
});

test("a partner that is renamed has the new name on its next certificate, and its addresses stay", async () => {
  await judgeBy(served, "acme", "person");
  const rename = (name: string) => operator.api("PUT", "/partners/acme/name", { name });
  expect((await rename("Beta")).status).toBe(409);
  expect((await acme.api("PUT", "/partners/acme/name", { name: "Mine" })).status).toBe(403);
  expect((await rename("Acme International")).status).toBe(200);
  await judgeBy(served, "acme", "nightly");
  const [partner] = await query<{ id: string }>("SELECT id FROM assay.partners WHERE slug = 'acme'");
  const certificate = await latestCertificate(served.context.database, partner?.id ?? "");
  if (!certificate) throw new Error("there is no certificate");
  expect(statementOf(envelopeOf(certificate)).predicate.application).toBe("Acme International");
  expect((await operator.api("POST", "/partners", { name: "ACME international" })).status).toBe(409);
});

test("a partner with an hour of its own is judged from then on in its time zone, once a day", async () => {
  const set = (wanted: object) => acme.api("PUT", "/partners/acme/schedule", wanted);
  for (const wrong of [{ hour: 24, time_zone: "UTC" }, { hour: 3, time_zone: "Nowhere" }, { hour: 3 }])
    expect((await set(wrong)).status).toBe(422);
  const open = () => query<{ id: string; job_id: string }>("SELECT id, job_id FROM assay.runs WHERE state = 'queued'");
  expect((await set({ hour: 0, time_zone: "Asia/Kathmandu" })).status).toBe(200);
  await judgeByHour(served.context);
  await nightly(served.context);
  expect(await open()).toEqual([]);
  await query("UPDATE assay.partners SET judged_on = judged_on - 1 WHERE slug = 'acme'");
  await judgeByHour(served.context);
  const [run] = await open();
  expect(run).toBeDefined();
  await operator.api("POST", `/runs/${run?.id}/end`);
  await judgeByHour(served.context);
  expect(await open()).toEqual([]);
  expect((await operator.get("/partners/acme")).text).toContain("from 0:00 on (Asia/Kathmandu)");

  // While a person's run is open, the hour's run is not asked for, and comes an hour later.
  await query("UPDATE assay.partners SET judged_on = judged_on - 1 WHERE slug = 'acme'");
  const { json } = await acme.api<{ id: string }>("POST", "/partners/acme/runs", {});
  await judgeByHour(served.context);
  await acme.api("POST", `/runs/${json.id}/end`);
  await judgeByHour(served.context);
  const [later] = await open();
  await operator.api("POST", `/runs/${later?.id}/end`);
  expect(later).toBeDefined();
  await set({ time_zone: "UTC" });
  await nightly(served.context);
  const [usual] = await open();
  await operator.api("POST", `/runs/${usual?.id}/end`);
  expect(usual).toBeDefined();
});

test("an archived partner is revoked, out of the lists and not judged; deleted, it is gone but for audit log and status list", async () => {
  const { json: waiting } = await acme.api<{ id: string }>("POST", "/partners/acme/runs", {});
  expect((await operator.api("DELETE", "/partners/acme", { confirm: "acme" })).status).toBe(409);
  const archive = () => operator.api("POST", "/partners/acme/archive", { reason: "it left the marketplace" });
  expect([(await archive()).status, (await archive()).status, await stateOf("acme")]).toEqual([200, 409, "revoked"]);
  expect((await acme.api<{ state: string }>("GET", `/runs/${waiting.id}`)).json.state).toBe("not-measured");
  const slugs = async (path: string) => (await listOf<{ slug: string }>(path)).map(({ slug }) => slug);
  expect([await slugs("/partners?search=acme"), await slugs("/partners?state=archived")]).toEqual([[], ["acme"]]);
  expect((await acme.api("POST", "/partners/acme/runs", {})).status).toBe(409);
  expect((await acme.get("/partners/acme")).status).toBe(200);
  expect((await operator.api("POST", "/partners/acme/readmission")).status).toBe(409);

  expect((await operator.api("DELETE", "/partners/acme/archive")).status).toBe(200);
  expect([(await operator.api("POST", "/partners/acme/readmission")).status, await stateOf("acme")]).toEqual([
    200,
    "new",
  ]);
  await archive();
  expect((await operator.get("/partners/acme")).text).toContain("Short name of what is deleted: acme");
  const listed = async () => {
    const { payload } = JSON.parse((await operator.get("/status-list.json")).text) as { payload: string };
    return (JSON.parse(Buffer.from(payload, "base64").toString()) as { certificates: { reason?: string }[] })
      .certificates;
  };
  const before = await listed();
  expect(before.length).toBeGreaterThan(1);
  expect((await operator.api("DELETE", "/partners/acme", { confirm: "beta" })).status).toBe(422);
  expect((await operator.api("DELETE", "/partners/acme", { confirm: "acme" })).status).toBe(200);
  expect(await listed()).toEqual(before);
  expect([(await operator.get("/partners/acme")).status, (await acme.get("/tokens")).status]).toEqual([404, 303]);
  const acts = await listOf<{ act: string; who: string }>("/audit?search=acme");
  expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(["deleted a partner", "joined"]));
});

test("every day, runs beyond an age or a count are thrown away, but the latest and the latest pass", async () => {
  const set = (wanted: object) => operator.api("PUT", "/settings/retention", wanted);
  const ages = async () =>
    (
      await query<{ age: number }>(
        `SELECT round(extract(epoch FROM now() - finished_at) / 86400)::int AS age FROM assay.runs r
         JOIN assay.partners p ON p.id = r.partner_id WHERE slug = 'beta' ORDER BY finished_at DESC`,
      )
    ).map(({ age }) => age);
  await query("DELETE FROM assay.runs");
  await query(
    `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, outcomes, job_id, created_at, finished_at)
     SELECT id, 'nightly', 'finished', CASE WHEN n = 9 THEN 'pass' ELSE 'fail' END, '{}', gen_random_uuid(), now() - make_interval(days => n), now() - make_interval(days => n)
     FROM assay.partners, generate_series(1, 10) n WHERE slug = 'beta'`,
  );
  expect([(await set({ days: 1 })).status, (await acme.api("PUT", "/settings/retention", {})).status]).toEqual([
    422, 401,
  ]);
  await pruneByRetention(served.context);
  expect(await ages()).toHaveLength(10);
  await set({ runs: 6 });
  await pruneByRetention(served.context);
  expect(await ages()).toEqual([1, 2, 3, 4, 5, 6, 9]);
  await set({ days: 4 });
  await pruneByRetention(served.context);
  expect(await ages()).toEqual([1, 2, 3, 9]);
  expect((await operator.get("/settings")).text).toContain('value="4"');
  await set({});
});

test("trends count the nightly runs of each day, and name what failed most", async () => {
  const id = musts.at(-1) ?? "";
  await judgeBy(served, "gamma", "nightly", [id]);
  const { json } = await operator.api<{
    days: { failed: number }[];
    requirements: { requirement: string; partners: number }[];
  }>("GET", "/trends");
  expect([json.days.length, json.days.at(-1)?.failed]).toEqual([30, 1]);
  expect(json.requirements[0]).toMatchObject({ requirement: id, partners: 1 });
  expect((await operator.get("/trends")).text).toContain(`/requirements/${id}`);
  expect((await operator.get("/runs")).text).toContain('<a href="/runs" aria-current="page">');
});
