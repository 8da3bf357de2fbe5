import { type ConnectionOptions, connect } from "node:tls";
import { Agent, request } from "undici";
import { describe, expect, test } from "vitest";
import { type Started, start } from "../../testing/start.ts";

/** The protocol version that a handshake agrees on; rejects if the handshake fails. */
const shakeHands = ({ sandbox }: Started, options: ConnectionOptions) =>
  new Promise<string | null>((agreed, fail) => {
    const { hostname, port } = new URL(sandbox.urls.base_url);
    const trusted = sandbox.ca ? { ca: sandbox.ca } : {};
    const socket = connect({ host: hostname, port: Number(port), ...trusted, ...options }, () => {
      agreed(socket.getProtocol());
      socket.destroy();
    });
    socket.on("error", fail);
  });

describe("a sandbox that speaks TLS", () => {
  test("serves all its surfaces over https", async () => {
    const started = await start({ tls: true });
    const { partner, app, v3, sandbox } = started;
    expect(Object.values(sandbox.urls).map((url) => new URL(url).protocol)).toEqual(Array(4).fill("https:"));
    expect((await partner.get("/countries")).status).toBe(200);
    expect((await app.get("/marketplace/salon/100/application/200")).status).toBe(404);
    expect((await v3.get("/locations/100/resources")).status).toBe(200);
  });

  test("serves the control protocol over plain http", async () => {
    const { control, sandbox } = await start({ tls: true });
    expect(new URL(sandbox.control.url).protocol).toBe("http:");
    expect((await control.get("")).status).toBe(200);
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)("accepts %s", async (version) => {
    const started = await start({ tls: true });
    expect(await shakeHands(started, { minVersion: version, maxVersion: version })).toBe(version);
  });

  test.each(["TLSv1", "TLSv1.1"] as const)("refuses %s", async (version) => {
    const started = await start({ tls: true });
    const old = { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" };
    await expect(shakeHands(started, old)).rejects.toMatchObject({ code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" });
  });

  test("is trusted by clients that know its authority, and by no others", async () => {
    const started = await start({ tls: true });
    expect(await shakeHands(started, { servername: "localhost" })).not.toBeNull();
    await expect(shakeHands(started, { ca: [] })).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/) as string,
    });
    await expect(shakeHands(started, { servername: "other.example" })).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });

  test("refuses plain http, and keeps serving", async () => {
    const started = await start({ tls: true });
    const plain = started.sandbox.urls.base_url.replace("https:", "http:");
    const agent = new Agent();
    await expect(request(`${plain}/countries`, { dispatcher: agent })).rejects.toMatchObject({
      code: expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET|HPE_)/) as string,
    });
    await agent.destroy();
    expect((await started.partner.get("/countries")).status).toBe(200);
  });
});

test("a sandbox without TLS has no authority, and speaks plain http", async () => {
  const { sandbox } = await start();
  expect(sandbox.ca).toBeUndefined();
  expect(new URL(sandbox.urls.base_url).protocol).toBe("http:");
});
