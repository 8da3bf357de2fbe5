import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Untestable } from "../../../base/errors.ts";
import { manualClock } from "../../../harness/testing/manual-clock.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { plainDialect } from "../dialects/dialect.ts";
import type { PartnerFinding } from "../recorder.ts";
import { deliver, sendInTime } from "./webhook-delivery.ts";

/** Sends something over two and a half seconds that is always refused, while so many milliseconds are lost each time. */
async function refusedAfter(losses: readonly number[]) {
  const clock = manualClock();
  let sends = 0;
  const send = async () => {
    clock.after(1, () => clock.lose(losses[sends++] ?? 0));
    await clock.wait(2_500);
    return { status: 408, took: 0 };
  };
  return sendInTime(clock, 2_500, send).then(
    ({ status }) => ({ status, sends }),
    (error: unknown) => ({ error, sends }),
  );
}

test("a webhook that was sent as slowly as it was to be, and refused, is sent once", async () => {
  expect(await refusedAfter([400])).toEqual({ status: 408, sends: 1 });
});

test("one that came even slower is sent again", async () => {
  expect(await refusedAfter([60_000, 0])).toEqual({ status: 408, sends: 2 });
});

test("an answer is not late for the time in which it could not be read", async () => {
  const clock = manualClock();
  const send = async () => {
    clock.after(1, () => clock.lose(12_000));
    await clock.wait(5_000);
    return { status: 200, took: 17_000 };
  };
  expect(await sendInTime(clock, 0, send)).toEqual({ status: 200, took: 5_000 });
});

test("where it comes too slowly each time, no one is blamed", async () => {
  expect(await refusedAfter([60_000, 60_000, 60_000])).toEqual({ error: expect.any(Untestable), sends: 3 });
});

test("a webhook whose connection was lost in what cannot be played again is sent again alone", async () => {
  let requests = 0;
  const application = createServer((request, response) => {
    if (++requests === 1) request.destroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((listening) => application.listen(0, "127.0.0.1", listening));
  const { port } = application.address() as AddressInfo;
  const findings: PartnerFinding[] = [];
  const certifier = {
    profile: { webhook_url: `http://127.0.0.1:${port}/hooks` },
    clock: manualClock(),
    watcher: { look: () => undefined, passedSince: () => 0 },
    readings: { sentWebhook: () => undefined },
    recorder: {
      step: () => undefined,
      judged: () => undefined,
      curl: () => "",
      finding: (_: string, finding: PartnerFinding) => void findings.push(finding),
    },
    tries: 1,
    dialect: plainDialect,
  } as unknown as Certifier;
  await deliver(certifier, ["HOOK-16"], [{ name: "ClientEvent", body: {} }], { isAgainAlone: true });
  expect(findings).toHaveLength(1);
  const [{ again } = {}] = findings;
  expect(typeof again === "function" && (await again())).toBe(true);
  application.close();
});
