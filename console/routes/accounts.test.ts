import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../cli/testing/certifying.ts";
import { codeAt, stepAt } from "../accounts/totp.ts";
import type { OpenIdProvider } from "../context.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import { password, Visitor } from "../testing/visitor.ts";

let served: TestConsole;
let operator: Visitor;
let admin: Visitor;
const openId: OpenIdProvider = {
  issuer: "",
  clientId: "assay",
  clientSecret: "a secret of the client",
  name: "Example",
};
let endProvider: () => void;

beforeAll(async () => {
  endProvider = await startProvider();
  served = await testConsole({ atOnce: 0, openId });
  operator = served.operator;
  const { json } = await operator.api<{ invitation: string }>("POST", "/partners", { name: "Acme" });
  admin = await joined(json.invitation, "ada@acme.example");
  await operator.api("POST", "/partners", { name: "Other" });
});
afterAll(async () => {
  endProvider?.();
  await served?.close();
});

async function joined(link: string, email: string): Promise<Visitor> {
  const visitor = served.visitor();
  await visitor.join(link, email);
  return visitor;
}

async function invited(by: Visitor, path: string, role: string, email: string): Promise<Visitor> {
  const { status, json } = await by.api<{ invitation: string }>("POST", path, { role });
  expect(status).toBe(201);
  return joined(json.invitation, email);
}

async function idOf(email: string): Promise<string> {
  const [row] = await served.context.database.query<{ id: string }>("SELECT id FROM assay.accounts WHERE email = $1", [
    email,
  ]);
  return row?.id ?? "";
}

const signIn = async (email: string, given = password): Promise<{ visitor: Visitor; status: number; text: string }> => {
  const visitor = served.visitor();
  const { status, text } = await visitor.post("/sign-in", { email, password: given });
  if (status === 303) await visitor.get("/account");
  return { visitor, status, text };
};

const statusOf = async (visitor: Visitor, method: string, path: string, body?: object): Promise<number> =>
  (await visitor.api(method, path, body)).status;

test("an operator who only reads sees all, changes nothing, and is offered no form that does", async () => {
  const reader = await invited(operator, "/operators", "reader", "reader@market.example");
  expect(await statusOf(reader, "GET", "/partners")).toBe(200);
  expect(await statusOf(reader, "POST", "/partners", { name: "Mine" })).toBe(403);
  expect(await statusOf(reader, "POST", "/partners/acme/runs", {})).toBe(403);
  expect(await statusOf(reader, "POST", "/tokens", { name: "x", scope: "manage", days: 1 })).toBe(422);
  expect(await statusOf(reader, "POST", "/tokens", { name: "x", scope: "read", days: 1 })).toBe(201);
  const forms = [...(await reader.get("/settings")).text.matchAll(/action="([^"]+)"/g)].map(([, action]) => action);
  expect(forms).toEqual(["/sign-out"]);
});

test("a member of a partner asks for runs, and manages neither people nor secrets", async () => {
  const member = await invited(admin, "/partners/acme/invitations", "member", "max@acme.example");
  expect(await statusOf(member, "POST", "/partners/acme/runs", {})).toBe(409);
  expect(await statusOf(member, "POST", "/partners/acme/credentials")).toBe(403);
  expect(await statusOf(member, "POST", "/partners/acme/invitations", { role: "partner" })).toBe(403);
  expect(await statusOf(member, "DELETE", `/accounts/${await idOf("ada@acme.example")}`)).toBe(403);
});

test("an administrator manages the people of the own partner alone", async () => {
  const { json } = await admin.api<{ items: { email: string; role: string }[] }>("GET", "/partners/acme/accounts");
  expect(json.items.map(({ email, role }) => [email, role])).toEqual([
    ["ada@acme.example", "partner"],
    ["max@acme.example", "member"],
  ]);
  expect(await statusOf(admin, "GET", "/partners/other/accounts")).toBe(404);
  expect(await statusOf(admin, "POST", "/partners/other/invitations", {})).toBe(404);
  for (const id of [await idOf("operator@market.example"), "none"])
    for (const [method, path] of [
      ["DELETE", `/accounts/${id}`],
      ["POST", `/accounts/${id}/reset`],
      ["DELETE", `/accounts/${id}/second-factor`],
    ] as const)
      expect(await statusOf(admin, method, path)).toBe(404);
});

test("an invitation is listed, and works no more once it is withdrawn", async () => {
  const { json: made } = await admin.api<{ invitation: string }>("POST", "/partners/acme/invitations", {});
  const { json: listed } = await admin.api<{ items: { id: string }[] }>("GET", "/partners/acme/invitations");
  expect(listed.items).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain(new URL(made.invitation).pathname.split("/").at(-1));
  const stranger = await joined(
    (await operator.api<{ invitation: string }>("POST", "/partners/other/invitations", {})).json.invitation,
    "eve@other.example",
  );
  expect(await statusOf(stranger, "DELETE", `/invitations/${listed.items[0]?.id}`)).toBe(404);
  expect(await statusOf(admin, "DELETE", `/invitations/${listed.items[0]?.id}`)).toBe(200);
  expect((await served.visitor().get(new URL(made.invitation).pathname)).status).toBe(410);
});

test("a partner has at most a hundred people, those that were invited included", async () => {
  const { database } = served.context;
  await database.query(
    `INSERT INTO assay.invitations (token_hash, role, partner_id, expires_at)
     SELECT 'crowd ' || n, 'member', id, now() + interval '1 day' FROM assay.partners, generate_series(1, 98) AS n WHERE slug = 'acme'`,
  );
  const { status, json } = await admin.api<{ error: { message: string } }>("POST", "/partners/acme/invitations", {});
  expect(status).toBe(409);
  expect(JSON.stringify(json)).toContain("there are 100 people already; remove one first");
  await database.query("DELETE FROM assay.invitations WHERE token_hash LIKE 'crowd %'");
});

test("a changed password ends every session, and the old one works no more", async () => {
  const { visitor } = await signIn("max@acme.example");
  const other = (await signIn("max@acme.example")).visitor;
  const wrong = await visitor.post("/account/password", { current: "wrong wrong wrong", password: "another battery" });
  expect(wrong.status).toBe(422);
  expect((await visitor.post("/account/password", { current: password, password: "another battery" })).status).toBe(
    303,
  );
  expect(await statusOf(other, "GET", "/account")).toBe(401);
  expect((await signIn("max@acme.example")).status).toBe(401);
  expect((await signIn("max@acme.example", "another battery")).status).toBe(303);
});

test("a link for a new password works once, and the one before no more", async () => {
  const id = await idOf("max@acme.example");
  const make = async () => (await admin.api<{ link: string }>("POST", `/accounts/${id}/reset`)).json.link;
  const [first, second] = [new URL(await make()).pathname, new URL(await make()).pathname];
  expect((await served.visitor().get(first)).status).toBe(410);
  expect((await served.visitor().get(second)).text).toContain("max@acme.example");
  expect((await served.visitor().post(second, { password: "short" })).status).toBe(422);
  expect((await served.visitor().post(second, { password: "a third battery" })).status).toBe(303);
  expect((await served.visitor().post(second, { password: "a fourth battery" })).status).toBe(410);
  expect((await signIn("max@acme.example", "a third battery")).status).toBe(303);
});

test("anyone who signs out everywhere has no session anywhere", async () => {
  const [one, two] = [await signIn("ada@acme.example"), await signIn("ada@acme.example")];
  expect((await one.visitor.post("/account/sessions/end")).location).toBe("/sign-in");
  for (const { visitor } of [one, two]) expect(await statusOf(visitor, "GET", "/account")).toBe(401);
  admin = (await signIn("ada@acme.example")).visitor;
});

/** The bytes of a key in Base32. */
const bytesOf = (key: string): Buffer => {
  const bits = [...key].map((digit) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

test("a second factor is asked for, each code works once, and codes for recovery get in without it", async () => {
  const email = "max@acme.example";
  const { visitor } = await signIn(email, "a third battery");
  const { text } = await visitor.post("/account/second-factor");
  const key = bytesOf(/<code class="secret">([A-Z2-7]+)</.exec(text)?.[1] ?? "");
  const now = stepAt(new Date());
  expect((await visitor.post("/account/second-factor/confirmation", { code: "000000" })).status).toBe(401);
  const confirmed = await visitor.post("/account/second-factor/confirmation", { code: codeAt(key, now) });
  const recovery = [...confirmed.text.matchAll(/<code class="secret">([a-z2-7]+)</g)].map(([, code]) => code ?? "");
  expect(recovery).toHaveLength(10);

  const half = await signIn(email, "a third battery");
  expect(half.text).toContain("One more step");
  expect(await statusOf(half.visitor, "GET", "/account")).toBe(401);
  // The code that confirmed the key was used up.
  expect((await half.visitor.post("/sign-in/code", { code: codeAt(key, now) })).status).toBe(401);
  expect((await half.visitor.post("/sign-in/code", { code: codeAt(key, now + 1), to: "/account" })).location).toBe(
    "/account",
  );
  expect((await half.visitor.get("/account")).text).toContain("Codes are asked for since");

  const lost = (await signIn(email, "a third battery")).visitor;
  expect((await lost.post("/sign-in/code", { code: recovery[0] ?? "" })).status).toBe(303);
  const again = (await signIn(email, "a third battery")).visitor;
  expect((await again.post("/sign-in/code", { code: recovery[0] ?? "" })).status).toBe(401);
  await served.context.database.query("DELETE FROM assay.uses");
  expect(await statusOf(admin, "DELETE", `/accounts/${await idOf(email)}/second-factor`)).toBe(200);
  expect((await signIn(email, "a third battery")).status).toBe(303);
});

test("a wrong code counts, and after many the next has to wait", async () => {
  const { database } = served.context;
  await database.query("DELETE FROM assay.uses");
  const { visitor } = await signIn("max@acme.example", "a third battery");
  await visitor.post("/account/second-factor");
  const guess = async () => (await visitor.post("/account/second-factor/confirmation", { code: "000000" })).status;
  expect(await guess()).toBe(401);
  const counted = await database.query("UPDATE assay.uses SET count = 1000 WHERE action = 'give a code' RETURNING 1");
  expect([counted.length, await guess()]).toEqual([1, 429]);
  await database.query("DELETE FROM assay.uses");
});

test("anyone who is removed has neither session, token nor stream any more", async () => {
  await operator.api("PUT", "/partners/acme/profile", {
    profile: { name: "acme", claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/hooks" },
  });
  const { json: run } = await operator.api<{ id: string }>("POST", "/partners/acme/runs", {});
  const { visitor } = await signIn("max@acme.example", "a third battery");
  const { json: token } = await visitor.api<{ token: string }>("POST", "/tokens", {
    name: "CI",
    scope: "run",
    days: 1,
  });
  const machine = Object.assign(served.visitor(), { bearer: token.token });
  expect(await statusOf(machine, "GET", "/account")).toBe(200);
  const stream = await fetch(`${served.url}/runs/${run.id}/events`, { headers: { cookie: visitor.cookie } });
  expect(stream.status).toBe(200);
  expect(await statusOf(admin, "DELETE", `/accounts/${await idOf("max@acme.example")}`)).toBe(200);
  expect(await stream.text()).not.toContain("event: over");
  expect(await statusOf(machine, "GET", "/account")).toBe(401);
  expect(await statusOf(visitor, "GET", "/account")).toBe(401);
  expect((await signIn("max@acme.example", "a third battery")).status).toBe(401);
});

test("anyone whom the provider of identities vouches for signs in, and no one else", async () => {
  const enter = async (login: string, cookie?: string) => {
    const visitor = served.visitor();
    const begun = await visitor.post("/sign-in/openid", { to: "/account" });
    const back = await throughProvider(begun.location ?? "", login);
    if (cookie !== undefined) visitor.cookie = cookie;
    return { visitor, answer: await visitor.get(back.slice(served.url.length)) };
  };
  const { visitor, answer } = await enter("ada@acme.example");
  expect([answer.status, answer.headers.get("refresh")]).toEqual([200, "0;url=/account"]);
  expect(await statusOf(visitor, "GET", "/account")).toBe(200);
  expect((await enter("ada@acme.example", "")).answer.status).toBe(410);
  expect((await enter("stranger@acme.example")).answer.status).toBe(403);
  expect((await enter("unverified:eve@other.example")).answer.status).toBe(403);
  const { json } = await operator.api<{ items: { act: string; who: string }[] }>("GET", "/audit");
  expect(json.items).toContainEqual(
    expect.objectContaining({ act: "signed in by OpenID Connect", who: "ada@acme.example" }),
  );
});

/** Starts a real provider of identities, whose people give what they are called as their login. */
async function startProvider(): Promise<() => void> {
  const port = await freePort();
  openId.issuer = `http://127.0.0.1:${port}`;
  const name = "oidc-provider";
  const { default: Provider } = (await import(name)) as {
    default: new (issuer: string, configuration: object) => { callback(): Parameters<typeof createServer>[1] };
  };
  const provider = new Provider(openId.issuer, {
    clients: [
      {
        client_id: openId.clientId,
        client_secret: openId.clientSecret,
        redirect_uris: ["http://127.0.0.1/sign-in/openid"],
        application_type: "native",
      },
    ],
    claims: { email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the test"] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id.replace("unverified:", ""), email_verified: !id.startsWith("unverified:") }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return () => void server.close();
}

/** Goes through the provider's own pages as a browser does, and returns where they lead back to. */
async function throughProvider(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [at, form]: [string, URLSearchParams | undefined] = [address, undefined];
  for (let count = 0; count < 12; count++) {
    const answer: Response = await fetch(at, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join("; ") },
      ...(form ? { body: form } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [key = "", value = ""] = (cookie.split(";", 1)[0] ?? "").split("=");
      cookies.set(key, value);
    }
    const location = answer.headers.get("location");
    const text = await answer.text();
    if (location) {
      [at, form] = [new URL(location, at).href, undefined];
      if (at.startsWith(served.url)) return at;
      continue;
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
    if (!prompt) throw new Error(`${at}: ${answer.status} ${text.slice(0, 500)}`);
    at = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? at, at).href;
    form = new URLSearchParams({ prompt, login, password: "any" });
  }
  throw new Error("the provider leads nowhere");
}
