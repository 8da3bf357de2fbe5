import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../create-sandbox.ts";
import { gateUrls, knock } from "./gate.ts";

const secret = "s3cret-part-of-sixteen";

/** A sandbox with a gate on loopback, and the addresses that lead through it. */
async function open(more: { proxy?: string[] } = {}) {
  const sandbox = await createSandbox({ gate: { host: "127.0.0.1", port: 0, secret, ...more } });
  onTestFinished(() => sandbox.close());
  const origin = sandbox.gate?.origin ?? "";
  return { origin, sandbox, urls: gateUrls(() => origin, secret) };
}

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

test("every surface is reached through the gate, and what it gets is recorded as the surface's own", async () => {
  const { urls, sandbox } = await open();
  const { partner_token, v3_token } = sandbox.platform.world.people.credentials;
  const as = (token: string | undefined) => ({ headers: { authorization: `Bearer ${token}` } });
  expect(await statusOf(`${urls.base_url}/countries`, as(partner_token))).toBe(200);
  expect(await statusOf(`${urls.v3_base_url}/locations/100/resources?limit=1`, as(v3_token))).toBe(200);
  expect(await statusOf(`${urls.app_url}/marketplace/partner/callback`, { method: "POST" })).toBe(401);
  expect(sandbox.platform.traffic.after(0).map(({ surface, url }) => `${surface} ${url}`)).toEqual([
    "base /api/v1/countries",
    "v3 /v3/locations/100/resources?limit=1",
    "app /marketplace/partner/callback",
  ]);
});

test("anyone who does not know the secret part finds nothing, and nothing of it is recorded", async () => {
  const { origin, sandbox } = await open();
  for (const path of [
    "/",
    "/api/v1/countries",
    "/control",
    "/s3cret-part-of-sixteen",
    "/other-part-of-sixteen/api/v1/countries",
  ])
    expect(await statusOf(origin + path)).toBe(404);
  expect(sandbox.platform.traffic.after(0)).toEqual([]);
});

test("control is not behind the gate, even for who knows the secret part", async () => {
  const { origin } = await open();
  expect(await statusOf(`${origin}/${secret}/control`)).toBe(404);
});

test("a proxy may keep a prefix before the secret part, and the gate answers a knock", async () => {
  const { origin } = await open();
  expect(await statusOf(`${origin}/tunnel/${secret}${knock}`)).toBe(204);
});

test("where a proxy is named, no one else may connect", async () => {
  const { origin } = await open({ proxy: ["10.1.2.3"] });
  expect(await statusOf(`${origin}/${secret}${knock}`)).toBe(404);
});

test("a proxy that is named is believed what TLS a call came by, and no one else is", async () => {
  const version = { headers: { "x-forwarded-tls-version": "TLSv1.1" } };
  const tlsIn = async (more: { proxy?: string[] }) => {
    const { urls, sandbox } = await open(more);
    await statusOf(`${urls.base_url}/countries`, version);
    return sandbox.platform.traffic.after(0).map(({ tls }) => tls);
  };
  expect(await tlsIn({ proxy: ["127.0.0.1"] })).toEqual(["TLSv1.1"]);
  expect(await tlsIn({})).toEqual([undefined]);
});
