import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../accounts/accounts.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import { password, type Visitor } from "../testing/visitor.ts";

let served: TestConsole;
let partner: Visitor;

const email = "ada@acme.example";

beforeAll(async () => {
  // Nothing is judged here, so that runs stay open.
  served = await testConsole({ atOnce: 0 });
  const { json } = await served.operator.api<{ invitation: string }>("POST", "/partners", { name: "Acme" });
  partner = served.visitor();
  await partner.join(json.invitation, email);
  const profile = { name: "acme", claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/hooks" };
  await partner.api("PUT", "/partners/acme/profile", { profile });
});
afterAll(() => served?.close());

const forgetAll = () => served.context.database.query("DELETE FROM assay.uses");

/** Makes the console believe that so many uses were counted just now. */
const pretend = (action: string, subject: string, count: number) =>
  served.context.database.query(
    `INSERT INTO assay.uses (action, subject, count) VALUES ($1, $2, $3)
     ON CONFLICT (action, subject) DO UPDATE SET count = excluded.count, at = now()`,
    [action, subject, count],
  );

describe("joining", () => {
  test("computes no hash for a link that does not work, nor for an e-mail address that is taken", async () => {
    const { settings } = served.context;
    const { json } = await served.operator.api<{ invitation: string }>("POST", "/partners/acme/invitations");
    const usual = settings.passwordCost;
    // A cost that scrypt refuses shows whether it is asked.
    settings.passwordCost = { N: 3, r: 8, p: 1 };
    try {
      const post = (path: string, who: string) => served.visitor().post(path, { email: who, password });
      expect((await post("/join/none", "eve@acme.example")).status).toBe(410);
      expect((await post(new URL(json.invitation).pathname, email)).status).toBe(422);
      expect((await post(new URL(json.invitation).pathname, "eve@acme.example")).status).toBe(500);
    } finally {
      settings.passwordCost = usual;
    }
  });

  test("is refused with Retry-After after many attempts from one address", async () => {
    await forgetAll();
    const attempt = () => served.visitor().post("/join/none", { email: "eve@acme.example", password });
    const answers = await Promise.all(Array.from({ length: 40 }, attempt));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 410).length).toBeLessThan(40);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    await forgetAll();
  });
});

describe("signing in", () => {
  const attempt = (given: string, address: string): Promise<number | string> =>
    signIn(served.context, { email, password: given, address }).then(
      () => "in",
      ({ code, retryAfter }: { code: string; retryAfter?: number }) => retryAfter ?? code,
    );

  test("with a wrong password is in the audit log, with the address that it came from", async () => {
    await forgetAll();
    expect(await attempt("wrong", "198.51.100.1")).toBe("wrong-password");
    const { json } = await served.operator.api<{ items: object[] }>("GET", "/audit");
    expect(json.items).toContainEqual(
      expect.objectContaining({ who: email, act: "failed to sign in", address: "198.51.100.1" }),
    );
  });

  test("waits longer after each failure, and delays strangers alone", async () => {
    await forgetAll();
    const subject = `account ${email} from 198.51.100.1`;
    const waits: number[] = [];
    for (const count of [8, 11, 14, 40]) {
      await pretend("sign in", subject, count);
      waits.push(Number(await attempt(password, "198.51.100.1")));
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(4);
    expect(Math.max(...waits)).toBeLessThanOrEqual(900);
    expect(await attempt(password, "198.51.100.2")).toBe("in");
  });

  test("from where someone signed in before is not delayed by strangers from everywhere", async () => {
    await forgetAll();
    await pretend("sign in from elsewhere", `account ${email}`, 1_000);
    expect(await attempt(password, "203.0.113.77")).toBeGreaterThan(100);
    expect(await attempt(password, "127.0.0.1")).toBe("in");
    await forgetAll();
  });

  test("leads to where someone wanted to go, on this console alone", async () => {
    const asked = await served.visitor().get("/partners/acme/profile");
    expect(asked.location).toBe("/sign-in?to=%2Fpartners%2Facme%2Fprofile");
    const form = await served.visitor().get(asked.location ?? "");
    expect(form.text).toContain('name="to" value="/partners/acme/profile"');
    const enter = (to: string) => served.visitor().post("/sign-in", { email, password, to });
    expect((await enter("/partners/acme/profile")).location).toBe("/partners/acme/profile");
    expect((await enter("//evil.example/")).location).toBe("/");
  });
});

test.each([
  ["POST", "/tokens", { name: "x", scope: "read", days: 1 }, "make a token"],
  ["PUT", "/partners/acme/profile", { profile: {} }, "save a profile"],
  ["POST", "/partners/acme/runs", {}, "ask for a run"],
  ["POST", "/partners/acme/connection", {}, "check a connection"],
  ["POST", "/partners/acme/share", {}, "change something"],
])("%s %s is refused for a while when it comes too often, from an address and for an account", async (...given) => {
  const [method, path, body, action] = given;
  const { database } = served.context;
  const [account] = await database.query<{ id: string; partner_id: string }>(
    "SELECT id, partner_id FROM assay.accounts WHERE email = $1",
    [email],
  );
  const at = path.startsWith("/partners/") ? account?.partner_id : "";
  for (const subject of ["address 127.0.0.1", `account ${account?.id} at ${at}`]) {
    await forgetAll();
    await pretend(action, subject, 100_000);
    expect((await partner.api(method, path, body)).status, subject).toBe(429);
  }
  await forgetAll();
  expect((await partner.api(method, path, body)).status).not.toBe(429);
});

describe("a token", () => {
  const machineWith = (token: string) => Object.assign(served.visitor(), { bearer: token });
  const make = async (visitor: Visitor, days: number) =>
    (
      await visitor.api<{ id: string; token: string; expires_at: string }>("POST", "/tokens", {
        name: "CI",
        scope: "manage",
        days,
      })
    ).json;

  test("makes none that outlives it, and ends those that it made", async () => {
    const parent = await make(partner, 2);
    const child = await make(machineWith(parent.token), 365);
    const grandchild = await make(machineWith(child.token), 365);
    expect([child.expires_at, grandchild.expires_at]).toEqual([parent.expires_at, parent.expires_at]);
    const status = async (token: string) => (await machineWith(token).api("GET", "/account")).status;
    expect(await status(grandchild.token)).toBe(200);
    await partner.api("DELETE", `/tokens/${parent.id}`);
    expect([await status(child.token), await status(grandchild.token)]).toEqual([401, 401]);
  });
});

describe("an event stream", () => {
  const follow = async (visitor: Visitor, run: string) => {
    const abort = new AbortController();
    const answer = await fetch(`${served.url}/runs/${run}/events`, {
      headers: { cookie: visitor.cookie },
      signal: abort.signal,
    });
    return { answer, close: () => abort.abort() };
  };
  const openRun = async () => (await partner.api<{ id: string }>("POST", "/partners/acme/runs", {})).json.id;
  const anotherSession = async () => {
    const visitor = served.visitor();
    await visitor.post("/sign-in", { email, password });
    await visitor.get("/partners/acme");
    return visitor;
  };

  test("ends when its reader signs out, and when the session is taken away", async () => {
    const [run, visitor, other] = [await openRun(), await anotherSession(), await anotherSession()];
    const [signedOut, takenAway] = [await follow(visitor, run), await follow(other, run)];
    await visitor.post("/sign-out");
    expect(await signedOut.answer.text()).not.toContain("event: over");
    await served.context.database.query(
      "UPDATE assay.sessions SET expires_at = now() FROM assay.accounts a WHERE a.id = account_id AND a.email = $1",
      [email],
    );
    expect(await takenAway.answer.text()).not.toContain("event: over");
    partner = await anotherSession();
  });

  test("is refused with Retry-After where an account has many open, and has room again when one is closed", async () => {
    const run = await openRun();
    const open = await Promise.all(Array.from({ length: 12 }, () => follow(partner, run)));
    expect(open.map(({ answer }) => answer.status)).toEqual(open.map(() => 200));
    const { answer } = await follow(partner, run);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "30"]);
    for (const { close } of open) close();
    for (;;) {
      const again = await follow(partner, run);
      again.close();
      if (again.answer.status === 200) break;
      await new Promise((later) => setTimeout(later, 100));
    }
  });
});

describe("a body", () => {
  test.each([100_000, 101])("nested %i levels deep is refused with 400", async (depth) => {
    for (const [method, path] of [
      ["PUT", "/api/partners/acme/profile"],
      ["POST", "/api/partners/acme/contracts"],
      ["POST", "/partners/acme/profile"],
    ] as const) {
      const answer = await fetch(served.url + path, {
        method,
        headers: { "content-type": "application/json", cookie: partner.cookie, "x-csrf-token": partner.csrf },
        body: `{"profile": ${"[".repeat(depth)}${"]".repeat(depth)}}`,
      });
      expect(`${path} ${answer.status}`).toBe(`${path} 400`);
    }
  });

  test("with a text that is too long is refused, whatever the field", async () => {
    const long = "a".repeat(2_001);
    const { operator } = served;
    const asked: [Visitor, string, string, object][] = [
      [operator, "POST", "/partners", { name: long }],
      [operator, "POST", "/partners/acme/revocation", { reason: long }],
      [operator, "POST", "/hooks", { url: `http://127.0.0.1/${long}` }],
      [operator, "POST", "/providers", { profile: "name: a", schedule: long }],
      [operator, "POST", "/revisions", { name: long, document: "{}" }],
      [operator, "PUT", "/settings/approval", { approval: long }],
      [partner, "POST", "/tokens", { name: long, scope: "read", days: 1 }],
      [partner, "PUT", "/partners/acme/profile", { profile: { name: long, claims: ["webhooks"] } }],
      [partner, "PUT", "/partners/acme/profile", { profile: "a".repeat(100_001) }],
      [partner, "POST", "/partners/acme/contracts", { pact: "a".repeat(2_000_001) }],
    ];
    for (const [visitor, method, path, body] of asked)
      expect(`${path} ${(await visitor.api(method, path, body)).status}`).toBe(`${path} 422`);
  });
});
