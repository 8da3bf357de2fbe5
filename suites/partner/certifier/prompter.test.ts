import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ReportedRequest } from "../../../harness/control.ts";
import { startServer } from "../../../harness/testing/server.ts";
import { stall } from "../../../harness/testing/stall.ts";
import { type CertificationContext, noNetwork } from "../context.ts";
import { Prompter } from "./prompter.ts";

const origin = "http://127.0.0.1:9";
const urls = { base_url: origin, api_root: origin, app_url: origin, v3_base_url: `${origin}/v3` };

/** An application that reads a page after each pause, once its other work is done, and whoever watches it. */
async function watching(
  pauses: readonly number[],
  otherWork: readonly number[] = [],
): Promise<{ prompter: Prompter; sent: ReportedRequest[] }> {
  const sent: ReportedRequest[] = [];
  const send = (surface: ReportedRequest["surface"], path: string) => {
    const [n, at] = [sent.length + 1, new Date().toISOString()];
    sent.push({ n, at, surface, method: "GET", url: `${path}${n}`, headers: [], body: "", status: 200 });
  };
  const read = async () => {
    for (const pause of otherWork) {
      await sleep(pause);
      send("v3", "/v3/locations/103/resources?cursor=");
    }
    for (const pause of pauses) {
      await sleep(pause);
      send("base", "/voip/integration/calls?salon_id=100&page=");
    }
  };
  const application = await startServer((response) => {
    response.writeHead(202).end();
    void read();
  });
  const context: Partial<CertificationContext> = {
    urls,
    shownUrls: urls,
    network: noNetwork,
    isElsewhere: () => false,
    ended: () => undefined,
    interruption: new AbortController().signal,
    application_id: 1,
    recorder: { step: () => undefined } as never,
    control: {} as never,
    trafficFrom: 0,
    traffic: (after: number) => sent.filter(({ n }) => n > after),
    profile: {
      actions: { calls: { url: application.url } },
      patience: { quiet_s: 0.3, max_s: 10, callback_s: 10 },
    } as never,
  };
  const prompter = new Prompter(context as CertificationContext);
  onTestFinished(() => prompter.stalls.end());
  return { prompter, sent };
}

test("an application that pauses longer and longer between pages is waited for", async () => {
  const { prompter } = await watching([0, 250, 500, 900]);
  const { requests } = await prompter.askToRead("calls", 100);
  expect(requests).toHaveLength(4);
});

test("an application that has read quickly and is quiet is done", async () => {
  const { prompter, sent } = await watching([0, 5, 5, 1500]);
  const { requests, isUnfinished } = await prompter.askToRead("calls", 100);
  expect(requests).toHaveLength(3);
  expect(isUnfinished).toBe(false);
  expect(sent).toHaveLength(3);
});

test("time in which this process could not run is not held against the application", async () => {
  const { prompter } = await watching([0, 5, 700]);
  setTimeout(() => stall(600), 50);
  const { requests } = await prompter.askToRead("calls", 100);
  expect(requests).toHaveLength(3);
});

test("an application that works through its webhooks first is waited for", async () => {
  const { prompter } = await watching(
    [0, 5],
    Array.from({ length: 12 }, () => 200),
  );
  for (let sent = 0; sent < 12; sent++) prompter.sentWebhook();
  const { requests } = await prompter.askToRead("calls", 100);
  expect(requests).toHaveLength(2);
});

test("an application that does something else for ever is not waited for", async () => {
  const { prompter, sent } = await watching(
    [],
    Array.from({ length: 40 }, () => 200),
  );
  const { requests } = await prompter.askToRead("calls", 100);
  expect(requests).toEqual([]);
  expect(sent.length).toBeLessThan(20);
});

test("what is still waited for ends with the certification", async () => {
  const { prompter } = await watching([60_000]);
  setTimeout(() => prompter.end(), 200);
  await expect(prompter.askToRead("calls", 100, { isBeside: true })).rejects.toThrow("the certification is over");
});

describe("what an application sends", () => {
  const requestOf = (n: number, more: Partial<ReportedRequest> = {}): ReportedRequest => ({
    n,
    at: new Date().toISOString(),
    surface: "base",
    method: "GET",
    url: "/x",
    headers: [],
    body: "",
    status: 200,
    ...more,
  });

  test("is judged though it carries the header of the certifier's own requests", async () => {
    const { prompter, sent } = await watching([]);
    sent.push(requestOf(1, { headers: [["X-Assay-Certifier", "1"]] }));
    await prompter.look();
    expect(prompter.requests).toHaveLength(1);
  });

  test("is missed where it is forgotten before the first look", async () => {
    const { prompter, sent } = await watching([]);
    sent.push(requestOf(8), requestOf(9));
    await expect(prompter.look()).rejects.toThrow("7 requests are lost");
  });

  test("is not missed where it is forgotten once it was seen with its answer", async () => {
    const { prompter, sent } = await watching([]);
    sent.push(requestOf(1, { status: null }), requestOf(2));
    await prompter.look();
    sent.splice(1, 1, requestOf(3));
    await prompter.look();
    expect(prompter.requests).toHaveLength(3);
  });
});
