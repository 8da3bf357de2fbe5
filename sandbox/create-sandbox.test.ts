import { createServer } from "node:net";
import { request } from "undici";
import { describe, expect, test } from "vitest";
import type { RememberedRequest } from "./api/server/traffic.ts";
import { createSandbox, type Sandbox } from "./create-sandbox.ts";
import { receive } from "./testing/receiver.ts";
import { start } from "./testing/start.ts";

/** Starts on the first four ports in a row that are free, below those that systems hand out automatically. */
async function startInARow(first = 21_000): Promise<{ sandbox: Sandbox; portBase: number }> {
  try {
    return { sandbox: await createSandbox({ portBase: first }), portBase: first };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return startInARow(first + 4);
  }
}

const portsOf = ({ urls, control }: Sandbox) =>
  [urls.base_url, urls.app_url, urls.v3_base_url, control.url].map((url) => Number(new URL(url).port));

describe("a sandbox", () => {
  test("has addresses in the forms that the specification gives them", async () => {
    const { sandbox } = await start();
    const { urls, control } = sandbox;
    const { origin } = new URL(urls.base_url);
    expect(urls.base_url).toBe(`${origin}/api/v1`);
    expect(urls.api_root).toBe(`${origin}/api`);
    expect(new URL(urls.app_url).pathname).toBe("/");
    expect(urls.v3_base_url).toMatch(/\/v3$/);
    expect(control.url).toMatch(/\/control$/);
    expect(new Set(portsOf(sandbox)).size).toBe(4);
  });

  test("takes four ports in a row where the first is named", async () => {
    const { sandbox, portBase } = await startInARow();
    expect(portsOf(sandbox)).toEqual([portBase, portBase + 1, portBase + 2, portBase + 3]);
    await sandbox.close();
  });

  test("frees every port if one of them is taken", async () => {
    const { sandbox, portBase } = await startInARow();
    await sandbox.close();
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(portBase + 2, "127.0.0.1", listening));
    await expect(createSandbox({ portBase })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await new Promise((closed) => taken.close(closed));
    const again = await createSandbox({ portBase });
    expect(portsOf(again)).toContain(portBase + 2);
    await again.close();
  });

  test("cannot be reached once it is closed", async () => {
    const { sandbox } = await start();
    await sandbox.close();
    await expect(request(sandbox.urls.base_url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(request(sandbox.control.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("sends no webhooks that fall due after it is closed", async () => {
    const { sandbox, control } = await start({ clock: "running" });
    const { url, arrivals } = await receive();
    await control.post("/hooks", { location_id: 100, url, events: ["ClientEvent"] });
    await control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
    await sandbox.close();
    await sandbox.platform.clock.advance(3_600_000);
    expect(arrivals).toEqual([]);
  });

  test("is not controlled from outside unless its token was set by hand", async () => {
    await expect(createSandbox({ host: "0.0.0.0" })).rejects.toThrow("without a token that was set by hand");
    const sandbox = await createSandbox({ host: "0.0.0.0", controlToken: "by hand" });
    await sandbox.close();
  });

  test("has a control token of its own each time", async () => {
    const [first, second] = [await start(), await start()];
    expect(first.sandbox.control.token).not.toBe(second.sandbox.control.token);
  });

  test("reports to its listener each request that it answered", async () => {
    const heard: RememberedRequest[] = [];
    const { partner, control } = await start({ onAnswer: (received) => heard.push(received) });
    await partner.get("/countries");
    await control.get("");
    expect(heard).toMatchObject([{ method: "GET", url: "/api/v1/countries", status: 200 }]);
  });
});
