import { mkdtempSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringFormats } from "../../base/formats/string-formats.ts";
import { openDocument } from "../../regression/diff/documents/open-document.ts";
import { askRun } from "../runs/runs.ts";
import { type Fuzzed, fuzzed } from "../testing/fuzz.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import { password, type Visitor } from "../testing/visitor.ts";
import type { ConsoleRoute } from "./action.ts";
import { openApiDocument } from "./openapi.ts";
import { actions, routes } from "./routes.ts";

let served: TestConsole;
let visitors: Record<"nobody" | "operator" | "own" | "other", Visitor>;
let names: Record<string, string>;

beforeAll(async () => {
  // Nothing is judged here, so that what waits stays as it is.
  served = await testConsole({ atOnce: 0 });
  const { operator, visitor } = served;
  const take = async (name: string) =>
    (await operator.api<{ invitation: string }>("POST", "/partners", { name })).json.invitation;
  visitors = { nobody: visitor(), operator, own: visitor(), other: visitor() };
  await visitors.own.join(await take("Acme"), "ada@acme.example");
  await visitors.other.join(await take("Other"), "eve@other.example");
  const profile = { name: "acme", claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/canary-of-acme" };
  await visitors.own.api("PUT", "/partners/acme/profile", { profile });
  const { json: watched } = await operator.api<{ id: string }>("POST", "/providers", {
    profile: "name: staging\ncontrol: { url: http://127.0.0.1:9/control, token: secret-of-control }",
    schedule: "never",
  });
  const pact = JSON.stringify({ consumer: { name: "canary-of-acme" }, provider: { name: "x" }, interactions: [] });
  await visitors.own.api("POST", "/partners/acme/contracts", { pact });
  await visitors.own.api("POST", "/tokens", { name: "canary-of-acme", scope: "read", days: 1 });
  await operator.api("POST", "/tokens", { name: "canary-of-operator", scope: "read", days: 1 });
  await operator.api("POST", "/hooks", { url: "http://127.0.0.1:9/canary-of-operator" });
  await operator.api("POST", "/partners/acme/revocation", { reason: "canary-of-acme" });
  await operator.api("POST", "/partners/acme/readmission");
  const { json: run } = await visitors.own.api<{ id: string }>("POST", "/partners/acme/runs", {});
  names = {
    partner: "acme",
    run: run.id,
    provider: watched.id,
    name: "results.json",
    token: "none",
    hook: "none",
    delivery: "none",
    account: "none",
    invitation: "none",
    contest: "none",
    requirement: "INST-3",
    revision: "none",
  };
});
afterAll(() => served?.close());

const pathOf = ({ path }: ConsoleRoute, there = names): string =>
  path.replace(/:(\w+)/g, (_, name: string) => there[name] ?? "");

/** Asks a route without anything that it needs: who may is answered by something else than a refusal of who asks. */
async function ask(visitor: Visitor, route: ConsoleRoute): Promise<number> {
  const path = pathOf(route);
  if (route.path.startsWith("/api/"))
    return (await visitor.api(route.method, path.slice(4), route.method === "GET" ? undefined : {})).status;
  return (route.method === "GET" ? await visitor.get(path) : await visitor.post(path)).status;
}

/** Routes that would end what others need, or go on for ever. */
const isLeftOut = ({ path, method }: ConsoleRoute): boolean =>
  path.endsWith("/events") && path.startsWith("/runs")
    ? true
    : path === "/sign-out" ||
      path.includes("/account/sessions") ||
      (path.includes("/providers/:provider") && (method === "DELETE" || path.endsWith("/end")));

describe("every route", () => {
  const guarded = routes.filter(({ action: { may } }) => may !== "anyone");

  test("has one place in the table", () => {
    const all = routes.map(({ method, path }) => `${method} ${path}`);
    expect(all.filter((route, index) => all.indexOf(route) !== index)).toEqual([]);
  });

  test("that is not for everybody refuses anyone who is not signed in", async () => {
    for (const route of guarded) {
      const status = await ask(visitors.nobody, route);
      const isPage = route.method === "GET" && !route.path.startsWith("/api/");
      expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} ${isPage ? 303 : 401}`);
    }
  });

  test("of operators refuses partners", async () => {
    for (const route of guarded.filter(({ action: { may } }) => may === "operator"))
      expect(`${route.method} ${route.path} ${await ask(visitors.own, route)}`).toBe(
        `${route.method} ${route.path} 403`,
      );
  });

  test("about a partner or its runs is not there for other partners", async () => {
    for (const route of guarded.filter(({ action: { may } }) => may === "own"))
      expect(`${route.method} ${route.path} ${await ask(visitors.other, route)}`).toBe(
        `${route.method} ${route.path} 404`,
      );
  });

  test("is open to those who may", async () => {
    for (const route of guarded.filter((candidate) => !isLeftOut(candidate))) {
      const allowed = route.action.may === "operator" ? [visitors.operator] : [visitors.operator, visitors.own];
      // A run that the operator asked for on the way is not the partner's to end.
      await served.context.database.query("UPDATE assay.runs SET asked_by = 'person' WHERE asked_by = 'operator'");
      for (const visitor of allowed) {
        const status = await ask(visitor, route);
        expect(
          [401, 403, 500].includes(status),
          `${route.method} ${route.path} ${status}: ${served.lines.join("\n")}`,
        ).toBe(false);
      }
    }
  });

  test("of a partner is not there for a run of a provider", async () => {
    const { database } = served.context;
    const run = await database.transaction((sql) =>
      askRun(served.context, sql, { providerId: names.provider ?? "", askedBy: "schedule" }),
    );
    for (const path of ["", "/files/results.json"])
      expect((await visitors.own.get(`/runs/${run.id}${path}`)).status).toBe(404);
    expect((await visitors.own.api("GET", `/runs/${run.id}`)).status).toBe(404);
  });

  test("that changes something refuses a form that is not ours, and a page of another site", async () => {
    const { own } = visitors;
    const { database } = served.context;
    await own.api("POST", "/partners/acme/invitations", {});
    const idIn = async (table: string): Promise<string> =>
      (await database.query<{ id: string }>(`SELECT id FROM assay.${table} ORDER BY created_at DESC LIMIT 1`))[0]?.id ??
      "";
    const [invitation, account] = [
      await idIn("invitations"),
      (await own.api<{ items: { id: string }[] }>("GET", "/partners/acme/accounts")).json.items[0]?.id ?? "",
    ];
    const { json: hook } = await own.api<{ id: string }>("POST", "/partners/acme/hooks", {
      url: "http://127.0.0.1:9/",
    });
    await own.api("POST", `/hooks/${hook.id}/trial`);
    const sent = await own.api<{ items: { id: string }[] }>("GET", "/partners/acme/deliveries");
    const there = { ...names, invitation, account, hook: hook.id, delivery: String(sent.json.items[0]?.id) };
    for (const route of guarded.filter(
      ({ method, action: { may }, path }) => method === "POST" && may !== "operator" && !path.startsWith("/api/"),
    )) {
      const forged = served.visitor();
      forged.cookie = own.cookie;
      forged.csrf = "0".repeat(43);
      expect(`${route.path} ${(await forged.post(pathOf(route, there))).status}`).toBe(`${route.path} 403`);
    }
    const crossed = await fetch(`${served.url}/sign-in`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: new URLSearchParams({ email: "a@b", password }),
    });
    expect(crossed.status).toBe(403);
  });
});

test("no page shows a secret, nor loads anything from elsewhere", async () => {
  const { operator } = visitors;
  for (const route of routes.filter(
    ({ method, path }) => method === "GET" && !path.startsWith("/api/") && !path.endsWith("/events"),
  )) {
    const { text, headers } = await operator.get(pathOf(route));
    expect(text).not.toMatch(/secret-of-control|ptk_|sut_|v3t_|scrypt\$/);
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).not.toMatch(/(?:src|<link [^>]*href)="(?:https?:)?\/\//);
  }
});

describe("the API", () => {
  const apiRoutes = routes.filter(({ isApi }) => isApi);
  const document = openApiDocument(actions, "http://127.0.0.1");

  test("is described by a document that our own reader of documents takes, with every operation once", () => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-openapi-")), "openapi.json");
    writeFileSync(file, JSON.stringify(document));
    expect(openDocument(file)).toBeDefined();
    const ids = apiRoutes.map(({ action }) => action.id);
    expect(new Set(ids).size).toBe(apiRoutes.length);
    expect(ids).not.toContain(undefined);
  });

  test("answers as its description says, regardless of who asks", async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: stringFormats });
    const { paths } = document as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
    const error = ajv.compile({
      type: "object",
      required: ["error"],
      properties: { error: { type: "object", required: ["code", "message"] } },
    });
    const seen = new Set<number>();
    for (const route of apiRoutes.filter((candidate) => !isLeftOut(candidate))) {
      const fits = ajv.compile(route.action.gives ?? {});
      for (const visitor of Object.values(visitors)) {
        const { status, json } = await visitor.api(
          route.method,
          pathOf(route).slice(4),
          route.method === "GET" ? undefined : {},
        );
        const described = paths[route.path.replace(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()];
        expect(Object.keys(described?.responses ?? {}), `${route.method} ${route.path}`).toContain(String(status));
        const check = status < 300 ? fits : error;
        expect([check(json), route.path, check.errors]).toEqual([true, route.path, null]);
        seen.add(status);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 202, 401, 403, 404, 409, 422]));
  });

  test("takes a token for what its scope covers, until it is revoked", async () => {
    const { json: made } = await visitors.own.api<{ id: string; token: string }>("POST", "/tokens", {
      name: "CI",
      scope: "read",
      days: 1,
    });
    const machine = served.visitor();
    machine.bearer = made.token;
    expect((await machine.api("GET", "/partners/acme")).status).toBe(200);
    expect((await machine.api("POST", "/partners/acme/runs", {})).status).toBe(403);
    expect((await machine.api("GET", "/partners/other")).status).toBe(404);
    expect((await visitors.other.api("DELETE", `/tokens/${made.id}`)).status).toBe(404);
    expect((await visitors.own.api("DELETE", `/tokens/${made.id}`)).status).toBe(200);
    expect((await machine.api("GET", "/partners/acme")).status).toBe(401);
  });
});

test("an invitation works once, and the first operator's link does not come back", async () => {
  const { json } = await visitors.operator.api<{ invitation: string }>("POST", "/partners/acme/invitations");
  const path = new URL(json.invitation).pathname;
  expect((await served.visitor().post(path, { email: "bob@acme.example", password: "short" })).status).toBe(422);
  await served.visitor().join(json.invitation, "bob@acme.example");
  expect((await served.visitor().post(path, { email: "eve2@acme.example", password })).status).toBe(410);
  expect((await served.visitor().get(new URL(served.operatorLink ?? "").pathname)).status).toBe(410);
});

test("a name that is not the console's own is refused, whatever it is asked for", async () => {
  const status = (host: string) =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(served.url);
      get({ hostname, port, path: "/sign-in", headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
    });
  expect([await status("evil.example"), await status("localhost:1"), await status("[::1]:1")]).toEqual([421, 200, 200]);
});

test("who did what is in the audit log", async () => {
  const { json } = await visitors.operator.api<{ items: { who: string; act: string; about: string }[] }>(
    "GET",
    "/audit",
  );
  const acts = json.items.map(({ who, act }) => `${who} ${act}`);
  expect(acts).toEqual(
    expect.arrayContaining([
      "operator@market.example joined",
      "ada@acme.example changed the profile",
      "ada@acme.example asked for a run",
    ]),
  );
});

/** The number of times that each route is asked by each role for anything; FUZZ asks for more. */
const fuzzes = Number(process.env.FUZZ ?? 1);

describe("anything that is sent", () => {
  /** Texts that each role must not see. */
  const foreign = {
    nobody: /canary-of/,
    operator: /secret-of-control/,
    own: /canary-of-operator|secret-of-control/,
    other: /canary-of/,
  };
  const send = async (visitor: Visitor, route: ConsoleRoute, { path, query, body, headers }: Fuzzed) => {
    const given = {
      "content-type": "application/json",
      cookie: visitor.cookie,
      "x-csrf-token": visitor.csrf,
      ...headers,
    };
    const answer = await fetch(`${served.url}${path}${query}`, {
      method: route.method,
      redirect: "manual",
      headers: given,
      ...(route.method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") ?? "/" };
  };

  test.each(["nobody", "other", "own", "operator"] as const)(
    "by %s is answered without a failure, and shows nothing of others",
    async (role) => {
      const failed = () => served.lines.filter((line) => line.startsWith("assay: console:")).join("\n");
      for (const route of routes.filter((candidate) => !isLeftOut(candidate)))
        for (const fuzz of fc.sample(fuzzed(route, names), { numRuns: fuzzes, seed: 1 + routes.indexOf(route) })) {
          const { status, text, location } = await send(visitors[role], route, fuzz);
          const asked = `${route.method} ${fuzz.path} ${JSON.stringify(fuzz.body).slice(0, 400)}`;
          expect(route.path === "/healthz" ? 200 : status, `${asked}: ${failed()}`).toBeLessThan(500);
          expect(text, asked).not.toMatch(foreign[role]);
          expect(location, asked).toMatch(/^\/(?!\/)/);
        }
    },
  );
});
