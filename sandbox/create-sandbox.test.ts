import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSandbox } from "./create-sandbox.ts";
import type { Received } from "./traffic.ts";
import { start } from "./testing/start.ts";

/** A port that is free, together with the three after it. */
async function freePorts(): Promise<number> {
  const sandbox = await createSandbox();
  const ports = Object.values({ ...sandbox.urls, control: sandbox.control.url }).map((url) => Number(new URL(url).port));
  await sandbox.close();
  return Math.min(60_000, Math.max(...ports) + 10);
}

describe("a sandbox", () => {
  test("has addresses in the forms that the specification gives them", async () => {
    const { urls, control } = (await start()).sandbox;
    const { origin } = new URL(urls.base_url);
    expect(urls.base_url).toBe(`${origin}/api/v1`);
    expect(urls.api_root).toBe(`${origin}/api`);
    expect(new URL(urls.app_url).pathname).toBe("/");
    expect(urls.v3_base_url).toMatch(/\/v3$/);
    expect(control.url).toMatch(/\/control$/);
    expect(new Set([urls.base_url, urls.app_url, urls.v3_base_url, control.url].map((url) => new URL(url).port)).size).toBe(
      4,
    );
  });

  test("takes four ports in a row where the first is named", async () => {
    const portBase = await freePorts();
    const { urls, control } = (await start({ portBase })).sandbox;
    const ports = [urls.base_url, urls.app_url, urls.v3_base_url, control.url].map((url) => Number(new URL(url).port));
    expect(ports).toEqual([portBase, portBase + 1, portBase + 2, portBase + 3]);
  });

  test("gives up every port when one of them is taken", async () => {
    const portBase = await freePorts();
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(portBase + 2, "127.0.0.1", listening));
    onTestFinished(() => void taken.close());
    await expect(createSandbox({ portBase })).rejects.toMatchObject({ code: "EADDRINUSE" });
    const again = createServer();
    await new Promise<void>((listening) => again.listen(portBase, "127.0.0.1", listening));
    expect((again.address() as AddressInfo).port).toBe(portBase);
    again.close();
  });

  test("is not reached once it is closed", async () => {
    const { sandbox } = await start();
    await sandbox.close();
    await expect(request(sandbox.urls.base_url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(request(sandbox.control.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("is not controlled from outside unless its token was set by hand", async () => {
    await expect(createSandbox({ host: "0.0.0.0" })).rejects.toThrow("without a token that was set by hand");
    const sandbox = await createSandbox({ host: "0.0.0.0", controlToken: "by hand" });
    await sandbox.close();
  });

  test("has a control token of its own each time", async () => {
    const [one, other] = [await start(), await start()];
    expect(one.sandbox.control.token).not.toBe(other.sandbox.control.token);
  });

  test("tells its listener of each request that it answered", async () => {
    const told: Received[] = [];
    const { partner, control } = await start({ onAnswer: (received) => told.push(received) });
    await partner.get("/countries");
    await control.get("");
    expect(told).toMatchObject([{ method: "GET", url: "/api/v1/countries", status: 200 }]);
  });
});
