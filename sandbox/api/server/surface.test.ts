import { request } from "node:http";
import { expect, test } from "vitest";
import { start } from "../../testing/start.ts";

test("a request that names the whole address is served like one that names the path", async () => {
  const { sandbox } = await start();
  const { base_url } = sandbox.urls;
  const { partner_token } = sandbox.platform.world.people.credentials;
  const status = await new Promise((answered, failed) => {
    const headers = { accept: "application/vnd.api.v2+json", authorization: `Bearer ${partner_token}` };
    request(base_url, { path: `${base_url}/countries`, headers }, (answer) => answered(answer.resume().statusCode))
      .on("error", failed)
      .end();
  });
  expect(status).toBe(200);
});
