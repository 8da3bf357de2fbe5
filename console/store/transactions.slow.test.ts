import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { dataFolder } from "../testing/served.ts";
import { whyRefused, withinPublicNetworks } from "../vault/private-networks.ts";
import type { Database } from "./database.ts";
import { openStore } from "./open-store.ts";

describe("a transaction", () => {
  let database: Database;
  const server = createServer((_, reply) => reply.end("there"));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    database = await openStore({ folder: `${await dataFolder()}/database` });
  });
  afterAll(async () => {
    server.close();
    await database?.close();
  });

  test.each<[string, () => Promise<unknown>]>([
    ["resolves a name", () => whyRefused("http://localhost/")],
    ["sends a request", () => request(url())],
    ["sends a request by fetch", () => fetch(url())],
    ["sends a request to public networks", () => withinPublicNetworks({ allowsPrivate: false }, () => request(url()))],
    ["sends a request later on", () => new Promise((later) => setTimeout(later, 1)).then(() => request(url()))],
  ])("that %s is refused, and rolled back", async (_, act) => {
    const given = database.transaction(async (sql) => {
      await sql.query("INSERT INTO assay.settings (name, value) VALUES ('tried', '1')");
      await act();
    });
    const { message, cause } = await given.then(
      () => new Error("it was done"),
      (error: Error) => error,
    );
    expect(`${message} ${(cause as Error | undefined)?.message}`).toContain("within a transaction");
    expect(await database.query("SELECT 1 FROM assay.settings WHERE name = 'tried'")).toEqual([]);
  });

  test("leaves what comes after it alone", async () => {
    await database.transaction((sql) => sql.query("SELECT 1"));
    expect((await request(url())).statusCode).toBe(200);
  });
});

test("whatever the console asks other machines by is in a file that refuses to within a transaction", () => {
  const folder = packageFile("console");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes("test"),
  );
  const asking = files.filter((file) =>
    /from "(node:(dns|https?|http2|tls|dgram)|.*undici|.*diagnosis\.ts)|\bfetch\(/.test(
      // A server of one's own asks no other machine.
      readFileSync(join(folder, file), "utf8").replace(/import \{ createServer\b.*from "node:http";/, ""),
    ),
  );
  expect(asking.toSorted()).toEqual([
    "messages/webhooks.ts",
    "partners/ownership.ts",
    "vault/private-networks.ts",
    "work/tasks/connection.ts",
  ]);
  for (const file of asking)
    expect(readFileSync(join(folder, file), "utf8"), file).toMatch(/withinPublicNetworks|refuseWithinTransaction/);
});
