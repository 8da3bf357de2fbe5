import { expect, test } from "vitest";
import { seconds } from "../../../base/durations.ts";
import { Settling } from "./settling.ts";

/** A clock that moves only when it is waited on. */
function createClock() {
  let time = 0;
  return {
    now: () => time,
    advanceTo(to: number): Promise<void> {
      time = Math.max(time, to);
      return Promise.resolve();
    },
  };
}

test("a write settles within its span and a second, and not before", async () => {
  const clock = createClock();
  const settling = new Settling(seconds(2), clock);
  expect(settling.isUnderWay).toBe(false);
  settling.noteWrite();
  await settling.awaitSecond();
  expect(settling.isUnderWay).toBe(true);
  await settling.awaitEnd();
  expect(clock.now()).toBe(seconds(3));
  expect(settling.isUnderWay).toBe(false);
});

test("without a span nothing is waited for", () => {
  const settling = new Settling(0, createClock());
  settling.noteWrite();
  expect(settling.isUnderWay).toBe(false);
});

test("a lag is reported in whole seconds, and remembered", async () => {
  const settling = new Settling(seconds(2), createClock());
  settling.noteWrite();
  await settling.awaitSecond();
  expect(settling.noteLag("listCalls")).toEqual({ what: "listCalls", seconds: 1 });
  expect(settling.hasLagged).toBe(true);
});
