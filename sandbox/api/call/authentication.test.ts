import { describe, expect, test } from "vitest";
import { loadOperations } from "../../../specs/operations.ts";
import { grant, stateOf } from "../../testing/installing.ts";
import { samples } from "../../testing/requests.ts";
import { type Started, start } from "../../testing/start.ts";
import { routes } from "../routes.ts";

const denied = { success: false, data: null, meta: { message: "Authentication needed." } };

/** Sends an operation's sample request under some Authorization header. */
function call({ as }: Started, id: string, authorization?: string) {
  const operation = loadOperations().find((candidate) => candidate.id === id);
  const sample = samples[id];
  if (!operation || !sample || operation.address === "webhook_url") throw new Error(`no sample of ${id}`);
  return as(operation.address, authorization).send(operation.method, sample.path, sample.body);
}

/** The specification's operations of some schemes; what the sandbox serves besides has its place in the route. */
const ofScheme = (...schemes: string[]) =>
  routes.filter(({ scheme, place }) => schemes.includes(scheme) && !place).map(({ operation }) => operation);

describe.each(ofScheme("BearerPartner", "BearerPartnerUser"))("%s", (id) => {
  const headers: [what: string, header: (token: string) => string | undefined][] = [
    ["no header", () => undefined],
    ["another scheme", (token) => `Basic ${token}`],
    ["no scheme", (token) => token],
    ["a token that was never issued", () => "Bearer nobody"],
    ["no token", () => "Bearer "],
    ["a token with more text at its end", (token) => `Bearer ${token} more`],
    ["only a user", (token) => `User ${token}`],
  ];
  test("answers 401 unless the partner is known", async () => {
    const started = await start();
    for (const [what, header] of headers) {
      const { status, body } = await call(started, id, header(started.credentials.partner_token ?? ""));
      expect({ status, body }, what).toEqual({ status: 401, body: denied });
    }
  });
});

test.each(ofScheme("BearerPartnerUser"))("%s answers 401 unless the user is known", async (id) => {
  const started = await start();
  const partner = `Bearer ${started.credentials.partner_token}`;
  for (const header of [partner, `${partner}, User nobody`, `${partner}, User `, `${partner}, ${partner}`]) {
    const { status, body } = await call(started, id, header);
    expect({ status, body }, header).toEqual({ status: 401, body: denied });
  }
});

test.each(ofScheme("none"))("%s needs no token", async (id) => {
  expect((await call(await start(), id)).status).toBe(302);
});

test("the store card needs no token", async () => {
  const { as } = await start();
  expect((await as("base_url").send("GET", "/marketplace/store/200")).status).toBe(200);
});

test("an unknown user cannot make a link", async () => {
  const started = await start();
  await grant({ owner: started.as("base_url", `Bearer ${started.credentials.partner_token}, User nobody`) });
  expect(await stateOf(started)).toBe("uninstalled");
});

describe("v3 credentials", () => {
  const resources = "/locations/100/resources";

  test("are refused with 401 when they are missing, unknown or of another kind", async () => {
    const { as, credentials } = await start();
    const { v3_token, partner_token } = credentials;
    const headers = [undefined, "Bearer nobody", "Bearer ", `Basic ${v3_token}`, `Bearer ${partner_token}`];
    for (const header of headers) {
      const { status, body } = await as("v3_base_url", header).get(resources);
      expect(status, header).toBe(401);
      expect(body).toEqual({ error: { code: "unauthorized", message: "Authentication needed." } });
    }
  });

  test("of OAuth2 need the scope locations:read", async () => {
    const { as, sandbox } = await start();
    const unscoped = [...sandbox.platform.world.people.v3.values()].find(
      ({ kind, scopes }) => kind === "OAuth2" && scopes.length === 0,
    );
    expect((await as("v3_base_url", `Bearer ${unscoped?.token}`).get(resources)).status).toBe(403);
  });

  test("of OAuth2 with the scope, and restricted keys, are served", async () => {
    const { v3, otherV3 } = await start();
    expect((await v3.get(resources)).status).toBe(200);
    expect((await otherV3.get(resources)).status).toBe(200);
  });

  test.each([102, 109, 999_999_999])("get 404 for Location %i, which they do not see", async (id) => {
    const { v3, otherV3 } = await start();
    expect((await v3.get(`/locations/${id}/resources`)).status).toBe(404);
    expect((await otherV3.get(`/locations/${id}/resources`)).status).toBe(404);
  });

  test("do not work on the other surfaces", async () => {
    const { as, credentials } = await start();
    expect((await as("base_url", `Bearer ${credentials.v3_token}`).get("/countries")).status).toBe(401);
  });
});
