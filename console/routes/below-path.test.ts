import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestConsole, testConsole } from "../testing/served.ts";
import { Visitor } from "../testing/visitor.ts";

let served: TestConsole;
let url: string;

/** A proxy that has the console below a path of its own, and takes that path away. */
const proxy = createServer((incoming, outgoing) => {
  const path = incoming.url?.replace(/^\/certify(?=\/)/, "");
  if (path === incoming.url) return void outgoing.writeHead(404).end("not below the path");
  const { port } = new URL(served.url);
  const onward = request(
    { host: "127.0.0.1", port, path, method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    },
  );
  return void incoming.pipe(onward);
});

beforeAll(async () => {
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/certify`;
  served = await testConsole({ atOnce: 0, publicUrl: url, isLeftAlone: true });
});
afterAll(async () => {
  proxy.close();
  await served?.close();
});

test("below a path of a name that others share, every address of every page lies below it", async () => {
  const operator = new Visitor(url);
  const link = served.operatorLink ?? "";
  expect(link.startsWith(`${url}/join/`)).toBe(true);
  const joined = await operator.post(link.slice(url.length), {
    email: "o@a.example",
    password: "correct horse battery",
  });
  expect([joined.status, joined.location]).toEqual([303, "/certify/"]);
  expect(joined.headers.get("set-cookie")).toContain("Path=/certify/;");
  await operator.get("/account");
  await operator.post("/partners", { name: 'Acme href="/x' });
  const visited = new Set<string>();
  const waiting = ["/partners"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (visited.has(path)) continue;
    visited.add(path);
    const { status, text } = await operator.get(path);
    expect(`${path} ${status}`).toBe(`${path} 200`);
    for (const [, name, address = ""] of text.matchAll(/ (href|src|action)="(\/[^"#]*)/g)) {
      expect(address, `${name} on ${path}`).toMatch(/^\/certify\//);
      if (name === "href" && !address.includes("/files/"))
        waiting.push(address.slice("/certify".length).replaceAll("&amp;", "&"));
    }
  }
  expect(visited.size).toBeGreaterThan(12);
  expect((await new Visitor(url).get("/partners")).location).toBe("/certify/sign-in?to=%2Fpartners");
});
