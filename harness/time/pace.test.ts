import fc from "fast-check";
import { expect, test } from "vitest";
import { createStopwatch } from "../testing/stopwatch.ts";
import { createPace } from "./pace.ts";

test("no sliding second or minute ever holds more requests than the pace allows", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ per_second: fc.integer({ min: 1, max: 10 }), per_minute: fc.integer({ min: 5, max: 200 }) }),
      fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 300 }),
      async (rate, idle) => {
        const timer = createStopwatch();
        const pace = createPace(rate, timer);
        const sent: number[] = [];
        for (const pause of idle) {
          await timer.wait(pause);
          await pace.turn();
          sent.push(timer.now());
        }
        const most = (span: number) =>
          Math.max(0, ...sent.map((start) => sent.filter((at) => at >= start && at < start + span).length));
        expect(most(1000)).toBeLessThanOrEqual(rate.per_second);
        expect(most(60_000)).toBeLessThanOrEqual(rate.per_minute);
      },
    ),
    { seed: 42, numRuns: 60 },
  );
});

test("a request counts from the latest moment at which it may have arrived, where the target's clock is known only roughly", async () => {
  const stopwatch = createStopwatch();
  const pace = createPace({ per_second: 1, per_minute: 200 }, { ...stopwatch, latest: () => stopwatch.now() + 40 });
  await pace.turn();
  pace.answered();
  await pace.turn();
  expect(stopwatch.now()).toBe(1040);
});

test("a request that keeps within the pace does not wait", async () => {
  const timer = createStopwatch();
  const pace = createPace({ per_second: 5, per_minute: 200 }, timer);
  for (let turn = 0; turn < 5; turn++) await pace.turn();
  expect(timer.now()).toBe(0);
});
