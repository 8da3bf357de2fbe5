import { expect, test } from "vitest";
import { Untestable } from "../../../base/errors.ts";
import { manualClock } from "../../../harness/testing/manual-clock.ts";
import { sendInTime } from "./webhook-delivery.ts";

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
