import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Operation } from "../../specs/operations.ts";
import { httpControl } from "../control/control.ts";
import type { Request } from "../exchange.ts";
import type { Target } from "../target.ts";
import { startServer } from "../testing/server.ts";
import { Client } from "./client.ts";
import { isProxied } from "./proxies.ts";

afterEach(() => vi.unstubAllEnvs());
beforeEach(() => {
  for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"])
    vi.stubEnv(name, undefined);
});

/** A real proxy: whatever host is asked for, it leads to one server. Answers whom it was asked for. */
async function startProxy(url: string, refusal?: string): Promise<string[]> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url: host = "" }, socket) => {
    asked.push(host);
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const tunnel = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      tunnel.pipe(socket).pipe(tunnel);
    });
    socket.on("error", () => tunnel.destroy());
    return tunnel.on("error", () => socket.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void proxy.close());
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  return asked;
}

async function ask(url: string) {
  const client = new Client({ pace: { per_second: 100, per_minute: 100 } } as Target);
  onTestFinished(() => client.close());
  const operation = { address: "base_url", path: "/" } as Operation;
  return client.send({ operation, method: "GET", url, query: {}, headers: [] } satisfies Request);
}

describe("where HTTP_PROXY names a proxy", () => {
  test("a target elsewhere is reached through a tunnel of it, and so is its control protocol", async () => {
    const server = await startServer((response) => void response.end('{"protocol":"another"}'));
    const asked = await startProxy(server.url);
    expect((await ask("http://provider.test/countries")).response.status).toBe(200);
    await expect(httpControl({ url: "http://provider.test:8080/control" }).describe()).rejects.toThrow(
      /speaks another/,
    );
    expect(asked).toEqual(["provider.test:80", "provider.test:8080"]);
    expect(server.seen.map(({ path }) => path)).toEqual(["/countries", "/control"]);
  });

  test("this machine, and what NO_PROXY names, is reached without it", async () => {
    const server = await startServer((response) => void response.end("{}"));
    const asked = await startProxy(server.url);
    vi.stubEnv("NO_PROXY", "provider.test");
    expect((await ask(`${server.url}/here`)).response.status).toBe(200);
    await expect(ask("http://api.provider.test/")).rejects.toThrow(/cannot reach http:\/\/api\.provider\.test/);
    expect(asked).toEqual([]);
  });

  test("a proxy that refuses is reported as such, and is not taken for the provider", async () => {
    await startProxy("http://127.0.0.1:9", "407 Proxy Authentication Required");
    await expect(ask("http://provider.test/")).rejects.toThrow(/cannot reach .* \(Proxy response \(407\)/);
  });
});

test.each([
  ["http://provider.test/", "", true],
  ["https://provider.test/", "", true],
  ["http://127.0.0.1:8080/", "", false],
  ["http://[::1]:8080/", "", false],
  ["http://localhost/", "", false],
  ["http://api.provider.test/", "provider.test", false],
  ["http://api.provider.test/", ".provider.test:8080", true],
  ["http://api.provider.test:8080/", "*.provider.test:8080", false],
  ["http://otherprovider.test/", "provider.test", true],
  ["http://provider.test/", "*", false],
])("%s with NO_PROXY=%s: through a proxy is %s", (url, except, through) => {
  vi.stubEnv("HTTP_PROXY", "http://proxy.test:3128");
  vi.stubEnv("NO_PROXY", except);
  expect(isProxied(url)).toBe(through);
});
