import { request } from "node:http";
import { expect, test } from "vitest";
import { start } from "../testing/start.ts";

/** The status of a call with headers of one's own, Host among them, which fetch would not send. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((answered, fail) => {
    request(url, { headers }, (response) => {
      response.resume();
      answered(response.statusCode);
    })
      .on("error", fail)
      .end();
  });

test("control refuses what a browser sends for a web page, and names that only lead here", async () => {
  const { control } = (await start()).sandbox;
  const call = (headers: Record<string, string>) =>
    statusOf(control.url, { authorization: `Bearer ${control.token}`, ...headers });
  expect(await call({})).toBe(200);
  expect(await call({ host: "localhost" })).toBe(200);
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { host: "evil.example" },
    { host: "127.0.0.1.evil.example:80" },
  ])
    expect(await call(headers)).toBe(403);
});
