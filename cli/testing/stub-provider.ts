import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { failure } from "../../specs/schemas/samples.test-data.ts";

/** The token that a stub wants, and that profiles of it carry. */
export const stubToken = "secret-token";

/** Serves HTTP on loopback until the test is over; returns the address. */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers every path with one body, to anyone who has the token. */
export const answering =
  (body: unknown, status = 200): RequestListener =>
  (request, response) => {
    const isIn = request.headers.authorization === `Bearer ${stubToken}`;
    response.writeHead(isIn ? status : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isIn ? body : failure("Authentication needed.")));
  };

/** Writes a target profile to a file of its own. */
export function profileFile(profile: object): string {
  const file = join(mkdtempSync(join(tmpdir(), "assay-target-")), "target.yaml");
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

/** A profile of a stub that has the base surface alone. */
export const stubProfile = (url: string, name = "stub"): object => ({
  name,
  urls: { base_url: `${url}/api/v1` },
  credentials: { partner_token: stubToken },
});

/** Starts a stub and returns the file of its profile. */
export const stubTarget = async (answer: RequestListener, name?: string): Promise<string> =>
  profileFile(stubProfile(await serve(answer), name));
