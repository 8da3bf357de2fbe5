import { describe, expect, test } from "vitest";
import type { SandboxClient } from "../../testing/client.ts";
import { start } from "../../testing/start.ts";
import { defaultPolicy } from "../../world/policy.ts";
import { specified } from "../specified.ts";
import { RateLimit } from "./rate-limit.ts";

const paced = () => start({ behaviour: specified() });

/** Sends requests, and counts the statuses of their responses. */
async function send(client: SandboxClient, path: string, times: number): Promise<Record<number, number>> {
  const count: Record<number, number> = {};
  for (let time = 0; time < times; time++) {
    const { status } = await client.get(path);
    count[status] = (count[status] ?? 0) + 1;
  }
  return count;
}

describe("the v1 rate", () => {
  test("is five requests in a second", async () => {
    const { partner, advance } = await paced();
    expect(await send(partner, "/countries", 6)).toEqual({ 200: 5, 429: 1 });
    await advance(1);
    expect(await send(partner, "/countries", 6)).toEqual({ 200: 5, 429: 1 });
  });

  test("is two hundred requests in a minute", async () => {
    const { partner, advance } = await paced();
    for (let second = 0; second < 40; second++) {
      expect(await send(partner, "/countries", 5)).toEqual({ 200: 5 });
      await advance(1);
    }
    const refusal = await partner.get("/countries");
    expect(refusal.status).toBe(429);
    expect(refusal.headers["retry-after"]).toBe("20");
    await advance(19);
    expect((await partner.get("/countries")).status).toBe(429);
    await advance(1);
    expect(await send(partner, "/countries", 6)).toEqual({ 200: 5, 429: 1 });
  });

  test("is enforced with the error envelope and the wait in seconds", async () => {
    const { partner } = await paced();
    await send(partner, "/countries", 5);
    const { headers, body } = await partner.get("/countries");
    expect(headers["retry-after"]).toBe("1");
    expect(body).toEqual({ success: false, data: null, meta: { message: "Too many requests." } });
  });

  test("counts both v1 addresses together, and v3 not at all", async () => {
    const { partner, app, v3 } = await paced();
    await send(partner, "/countries", 3);
    await send(v3, "/locations/100/resources", 3);
    expect(await send(app, "/marketplace/salon/100/application/200", 3)).toEqual({ 404: 2, 429: 1 });
  });

  test("counts requests that are refused for other reasons", async () => {
    const { as, partner } = await paced();
    expect(await send(as("base_url"), "/countries", 5)).toEqual({ 401: 5 });
    expect((await partner.get("/countries")).status).toBe(429);
  });

  test("does not count requests that it refuses", async () => {
    const { partner, advance } = await paced();
    await send(partner, "/countries", 50);
    await advance(1);
    expect((await partner.get("/countries")).status).toBe(200);
  });

  test("does not count the control protocol", async () => {
    const { partner, control } = await paced();
    expect(await send(control, "/", 10)).toEqual({ 200: 10 });
    expect((await partner.get("/countries")).status).toBe(200);
  });

  test("starts again with a reset", async () => {
    const { partner, control } = await paced();
    await send(partner, "/countries", 6);
    await control.post("/reset", { seed: 1 });
    expect((await partner.get("/countries")).status).toBe(200);
  });

  test("changes nothing when it refuses", async () => {
    const { partner, owner, advance } = await paced();
    await send(partner, "/countries", 5);
    expect((await owner.post("/company/100/marketplace/applications/200/grant_access")).status).toBe(429);
    await advance(1);
    expect((await partner.get("/marketplace/salon/100/application/200")).status).toBe(404);
  });

  test("is counted separately for each address", () => {
    const rates = new RateLimit();
    const policy = defaultPolicy();
    const passes = (address: string) => () => rates.passV1(address, 0, policy);
    for (let time = 0; time < 5; time++) passes("192.0.2.1")();
    expect(passes("192.0.2.1")).toThrow("Too many requests.");
    expect(passes("192.0.2.2")).not.toThrow();
  });
});

describe("the v3 policy", () => {
  const resources = "/locations/100/resources?limit=1";

  test("lets as many requests pass as its header says, counting down", async () => {
    const { v3 } = await paced();
    const { headers } = await v3.get(resources);
    const [, limit = "", window = ""] = /^(\d+);w=(\d+)$/.exec(headers["ratelimit-policy"] ?? "") ?? [];
    expect(headers["ratelimit-remaining"]).toBe(String(Number(limit) - 1));
    expect(headers["ratelimit-reset"]).toBe(window);
    expect(await send(v3, resources, Number(limit) - 2)).toEqual({ 200: Number(limit) - 2 });
    expect((await v3.get(resources)).headers["ratelimit-remaining"]).toBe("0");
    expect((await v3.get(resources)).status).toBe(429);
  });

  test("lets requests pass after the wait that a 429 names, and no second sooner", async () => {
    const { v3, advance } = await start({ behaviour: specified({ v3Limit: 3 }) });
    await send(v3, resources, 2);
    await advance(45);
    await send(v3, resources, 1);
    const { status, headers } = await v3.get(resources);
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      "retry-after": "15",
      "ratelimit-reset": "15",
      "ratelimit-remaining": "0",
      "ratelimit-policy": "3;w=60",
    });
    await advance(14);
    expect((await v3.get(resources)).headers["retry-after"]).toBe("1");
    await advance(1);
    expect(await send(v3, resources, 4)).toEqual({ 200: 3, 429: 1 });
  });

  test("gives the length of its window on success, not a countdown", async () => {
    const { v3, advance } = await start();
    await v3.get(resources);
    await advance(59);
    expect((await v3.get(resources)).headers["ratelimit-reset"]).toBe("60");
  });

  test("is counted separately for each credential", async () => {
    const { v3, otherV3 } = await start({ behaviour: specified({ v3Limit: 1 }) });
    expect(await send(v3, resources, 2)).toEqual({ 200: 1, 429: 1 });
    expect((await otherV3.get(resources)).status).toBe(200);
  });

  test("is enforced with the code rate_limited and a request id", async () => {
    const { v3 } = await start({ behaviour: specified({ v3Limit: 0 }) });
    const { headers, body } = await v3.get(resources);
    expect(headers["x-request-id"]).not.toBe("");
    expect(body).toEqual({ error: { code: "rate_limited", message: "Too many requests." } });
  });
});
