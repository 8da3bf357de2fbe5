import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../harness/testing/server.ts";
import { documentAt } from "./broker.ts";
import { latestPacts } from "./broker-pacts.ts";

const endless = (response: ServerResponse): void => {
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(1_000_000)));
  };
  response.on("drain", more);
  more();
};

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ["answers without end", endless, /cannot reach .* \(an answer of more than 32 MB\)/],
  [
    "nests its answer",
    (response) => response.end(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    /does not answer with JSON/,
  ],
])("a broker that %s is refused in one line", async (_, answer, message) => {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const broker = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(documentAt({ broker, option: "--broker", purpose: "read" }, "GET", "/")).rejects.toThrow(message);
});

test.each<[string, string[], RegExp]>([
  ["an address that is none", ["http://["], /names an address that cannot be read: http:\/\/\[/],
  ["more pacts than anybody has", Array.from({ length: 10_001 }, (_, n) => `/${n}`), /lists more than 10000 pacts/],
])("a broker that names %s is refused in one line", async (_, named, message) => {
  const { url: broker } = await startServer((response, count) => {
    const links =
      count === 1 ? { "pb:latest-provider-pacts": { href: "/list" } } : { "pb:pacts": named.map((href) => ({ href })) };
    response.end(JSON.stringify({ _links: links }));
  });
  await expect(latestPacts({ broker, option: "--broker", purpose: "read" }, "p")).rejects.toThrow(message);
});
