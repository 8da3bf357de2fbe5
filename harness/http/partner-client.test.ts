import { expect, test } from "vitest";
import { closedAddress, startServer } from "../testing/server.ts";
import { stall } from "../testing/stall.ts";
import { post } from "./partner-client.ts";

const posting = (url: string, body = "{}") => ({ method: "POST", url, headers: { "x-own": "1" }, body });

/** Longer than any test takes. */
const patient = 600_000;

test("an application's status is its answer, and it gets what was sent", async () => {
  const server = await startServer((response) => response.writeHead(202).end());
  expect(await post(posting(`${server.url}/hooks`, '{"a":1}'), patient)).toMatchObject({ status: 202 });
  expect(server.seen).toMatchObject([
    { method: "POST", path: "/hooks", headers: { "x-own": "1", "content-length": "7" }, body: '{"a":1}' },
  ]);
});

test("a body that never ends is not waited for", async () => {
  const server = await startServer((response) => void response.writeHead(200).write("more"));
  expect(await post(posting(server.url), patient)).toMatchObject({ status: 200 });
});

test("without an application the failure has a reason", async () => {
  const url = closedAddress();
  expect(await post(posting(url), patient)).toMatchObject({ status: undefined, failure: "ECONNREFUSED" });
});

test("silence is a failure once the time is over", async () => {
  const server = await startServer(() => undefined);
  expect(await post(posting(server.url), 1)).toMatchObject({
    status: undefined,
    failure: "no answer within 0.001 seconds",
  });
});

test("a body that is sent slowly arrives whole", async () => {
  const server = await startServer((response) => response.end());
  const body = "0123456789".repeat(10);
  expect(await post({ ...posting(server.url, body), over: 20 }, patient)).toMatchObject({ status: 200 });
  expect(server.seen).toMatchObject([{ body }]);
});

test("an answer that came while this process could not look is in time", async () => {
  const server = await startServer((response) => {
    response.end();
    setImmediate(() => stall(400));
  });
  expect(await post(posting(server.url), 200)).toMatchObject({
    status: 200,
    took: expect.toSatisfy((took) => took < 200),
  });
});

test("the time for an answer begins when the last piece of a slow body was sent", async () => {
  const server = await startServer((response) => response.end());
  const answer = post({ ...posting(server.url, "0123456789".repeat(10)), over: 100 }, 200);
  for (let piece = 0; piece < 3; piece++) {
    await new Promise((over) => setTimeout(over, 10));
    stall(150);
  }
  expect(await answer).toMatchObject({ status: 200 });
});
