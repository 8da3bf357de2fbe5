import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequirementResult, Results } from "../../record/results.ts";
import { checkRevision } from "../../reports/certificate/revision-check.ts";
import { statementOf } from "../../reports/certificate/statement.ts";
import { loadRequirementSets } from "../../specs/ledger/requirement-sets.ts";
import { envelopeOf, latestCertificate } from "../partners/certificates.ts";
import { judgedByDecisions } from "../partners/contests.ts";
import type { StoredRun } from "../runs/runs.ts";
import { judgeBy, musts, resultsWith, suites } from "../testing/judging.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import type { Visitor } from "../testing/visitor.ts";

let served: TestConsole;
let operator: Visitor;
let acme: Visitor;
let beta: Visitor;

beforeAll(async () => {
  served = await testConsole({ atOnce: 0 });
  operator = served.operator;
  const join = async (name: string): Promise<Visitor> => {
    const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name });
    const visitor = served.visitor();
    await visitor.join(json.invitation, `ada@${name}.example`);
    const profile = { name, claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/hooks" };
    await visitor.api("PUT", `/partners/${name}/profile`, { profile });
    return visitor;
  };
  [acme, beta] = [await join("acme"), await join("beta")];
});
afterAll(() => served?.close());

const [one = "", other = ""] = musts.slice(-2);

const judged = (name: string, askedBy: StoredRun["asked_by"], failing: readonly string[]) =>
  judgeBy(served, name, askedBy, failing);

const stateOf = async (name: string): Promise<string> =>
  (await operator.api<{ state: string }>("GET", `/partners/${name}`)).json.state;
const certificateOf = async (name: string) => {
  const { database } = served.context;
  const [partner] = await database.query<{ id: string }>("SELECT id FROM assay.partners WHERE slug = $1", [name]);
  return latestCertificate(database, partner?.id ?? "");
};
const contest = (visitor: Visitor, run: string, requirement: string, comment = "our answer was right") =>
  visitor.api<{ id: string; finding: RequirementResult }>("POST", `/runs/${run}/contests`, { requirement, comment });
const decide = (visitor: Visitor, id: string | undefined, decision: object) =>
  visitor.api("POST", `/contests/${id}/decision`, decision);

test("a finding that is the suite's fault is set aside, and certificate and state come back", async () => {
  await judged("acme", "person", []);
  expect(await stateOf("acme")).toBe("certified");
  await judged("acme", "nightly", [one]);
  const run = await judged("acme", "nightly", [one]);
  expect(await stateOf("acme")).toBe("degraded");
  for (let count = 0; count < 2; count++) await judged("acme", "nightly", [one]);
  expect([await stateOf("acme"), (await certificateOf("acme"))?.status]).toEqual(["suspended", "suspended"]);

  expect((await contest(beta, run, one)).status).toBe(404);
  expect((await contest(acme, run, other)).status).toBe(422);
  expect((await contest(acme, run, one, " ")).status).toBe(422);
  const made = await contest(acme, run, one);
  expect([made.status, made.json.finding.id]).toEqual([201, one]);
  expect((await contest(acme, run, one)).status).toBe(409);
  expect((await decide(acme, made.json.id, { decision: "suite's fault", reason: "mine" })).status).toBe(403);
  expect(
    (await decide(operator, made.json.id, { decision: "suite's fault", reason: "the judge was wrong" })).status,
  ).toBe(200);
  expect((await decide(operator, made.json.id, { decision: "upheld", reason: "no" })).status).toBe(409);

  expect([await stateOf("acme"), (await certificateOf("acme"))?.status]).toEqual(["certified", "valid"]);
  const { json } = await acme.api<Results>("GET", `/runs/${run}/results`);
  expect([json.verdict, json.requirements.find(({ id }) => id === one)?.outcome]).toEqual(["pass", "not-applicable"]);
  const kept = JSON.parse((await acme.get(`/contests/${made.json.id}/results.json`)).text) as Results;
  expect([kept.verdict, kept.requirements.find(({ id }) => id === one)?.outcome]).toEqual(["fail", "fail"]);
  const { json: audit } = await operator.api<{ items: { act: string; about: string }[] }>("GET", "/audit");
  expect(audit.items.map(({ act, about }) => `${act}: ${about}`)).toEqual(
    expect.arrayContaining([
      `contested a finding: acme: ${one}: open`,
      `decided on a contest: acme: ${one}: suite's fault`,
    ]),
  );
});

test("another suite judges again what was another suite's fault", async () => {
  const { database } = served.context;
  const { partner_id = "" } = (await certificateOf("acme")) ?? {};
  const verdictBy = async (suite: string) =>
    (await judgedByDecisions(database, partner_id, resultsWith([one], "acme", suite))).verdict;
  expect([await verdictBy(suites[0]), await verdictBy(suites[1])]).toEqual(["pass", "fail"]);
});

test("a waiver stands on the certificate and its page, and ends with its day", async () => {
  const run = await judged("beta", "person", [other]);
  expect([await stateOf("beta"), await certificateOf("beta")]).toEqual(["new", undefined]);
  const made = await contest(beta, run, other);
  const reason = "fixed with the next release";
  for (const until of [undefined, "2020-01-01", "soon", "2099-02-31x"])
    expect((await decide(operator, made.json.id, { decision: "waived", reason, until })).status).toBe(422);
  expect((await decide(operator, made.json.id, { decision: "waived", reason, until: "2099-01-31" })).status).toBe(200);

  const certificate = await certificateOf("beta");
  if (!certificate) throw new Error("there is no certificate");
  const statement = statementOf(envelopeOf(certificate));
  expect(statement.predicate.waivers).toEqual([{ id: other, reason, until: "2099-01-31" }]);
  expect((await served.visitor().get("/partners/beta/certificate")).text).toContain("is waived until 2099-01-31");
  const { text } = await beta.get("/partners/beta/results.json");
  expect(checkRevision(statement, text, loadRequirementSets())).not.toHaveProperty("refused");
  const { waivers: _waivers, ...predicate } = statement.predicate;
  expect(checkRevision({ ...statement, predicate }, text, loadRequirementSets())).toHaveProperty("refused");

  const { database } = served.context;
  const verdict = async () =>
    (await judgedByDecisions(database, certificate.partner_id, resultsWith([other], "beta"))).verdict;
  expect(await verdict()).toBe("pass");
  await database.query("UPDATE assay.contests SET until = now() - interval '2 days' WHERE decision = 'waived'");
  expect(await verdict()).toBe("fail");
});

test("the directory shows what is certified to everybody, once an operator makes it public", async () => {
  const stranger = served.visitor();
  expect([(await stranger.get("/directory")).status, (await stranger.api("GET", "/directory")).status]).toEqual([
    404, 404,
  ]);
  expect((await acme.api("PUT", "/settings/directory", { directory: "public" })).status).toBe(403);
  expect((await operator.api("PUT", "/settings/directory", { directory: "public" })).status).toBe(200);
  const find = async (query = "") =>
    (
      await stranger.api<{ items: { partner: string; claims: string[]; waivers: object[] }[] }>(
        "GET",
        `/directory${query}`,
      )
    ).json.items;
  expect((await find()).map(({ partner, claims, waivers }) => [partner, claims, waivers.length])).toEqual([
    ["acme", ["webhooks"], 0],
    ["beta", ["webhooks"], 1],
  ]);
  expect((await find("?after=acme")).map(({ partner }) => partner)).toEqual(["beta"]);
  expect((await find("?search=ACM")).map(({ partner }) => partner)).toEqual(["acme"]);
  expect((await stranger.get("/directory")).text).toContain("/partners/beta/certificate");
  await operator.api("POST", "/partners/acme/revocation", { reason: "it was sold" });
  expect((await find()).map(({ partner }) => partner)).toEqual(["beta"]);
  await operator.api("PUT", "/settings/directory", { directory: "closed" });
  expect((await stranger.get("/directory")).status).toBe(404);
});

test("a finding that is upheld changes nothing, and every page about contests can be read by those who may", async () => {
  const run = await judged("beta", "person", [one, other]);
  const made = await contest(beta, run, other);
  expect((await beta.get(`/runs/${run}`)).text).toContain(`Contest ${one}`);
  expect((await decide(operator, made.json.id, { decision: "upheld", reason: "it did fail" })).status).toBe(200);
  const { json } = await beta.api<Results>("GET", `/runs/${run}/results`);
  expect(json.verdict).toBe("fail");
  for (const [visitor, path, status] of [
    [operator, "/contests", 200],
    [operator, `/contests/${made.json.id}`, 200],
    [beta, `/contests/${made.json.id}`, 200],
    [acme, `/contests/${made.json.id}`, 404],
    [beta, "/contests", 403],
  ] as const)
    expect((await visitor.get(path)).status, path).toBe(status);
});
