import { expect, test } from "vitest";
import { watched } from "../testing/watched.ts";
import { times } from "../times.ts";

/** The reports on an application that does something after some time, while it is at work for some time, and how long that takes in seconds. */
async function reported(doneAfter: number, busyFor: number, lost = 0): Promise<[isReported: boolean, seconds: number]> {
  const { undone, clock, send } = watched();
  let [isDone, isReported] = [false, false];
  undone.unlessLater(
    () => isDone,
    () => {
      isReported = true;
    },
  );
  const began = clock.now();
  for (let at = 0; at < busyFor; at += 250) clock.after(at, () => send("/x"));
  clock.after(doneAfter, () => {
    isDone = true;
  });
  clock.after(100, () => clock.lose(lost));
  await undone.reportLeft();
  return [isReported, Math.round((clock.now() - began) / 1000)];
}

test("what is done late is not reported", async () => {
  expect(await reported(2_000, 0)).toEqual([false, 2]);
});

test("what an idle application leaves undone is reported soon", async () => {
  expect(await reported(20_000, 0)).toEqual([true, times.undone.min]);
});

test("an application that is at work is waited for", async () => {
  expect(await reported(20_000, 25_000)).toEqual([false, 20]);
});

test("one that is at work for ever is reported in the end", async () => {
  expect(await reported(90_000, 100_000)).toEqual([true, times.undone.max]);
});

test("time that is lost is not checked against the application", async () => {
  expect(await reported(8_000, 0, 7_000)).toEqual([false, 8]);
});
