import { expect, test } from "vitest";
import { watched } from "../testing/watched.ts";
import { times } from "../times.ts";

const never = () => false;

test("a wait takes as long as it may, and what is lost besides", async () => {
  const { watcher, clock } = watched();
  const began = clock.now();
  clock.after(500, () => clock.lose(3_000));
  await watcher.until(never, 5);
  expect((clock.now() - began) / 1000).toBeCloseTo(8, 0);
});

test.each([
  [2, 6],
  [20, 50],
])("a wait of %i seconds ends after %i, however much is lost", async (seconds, longest) => {
  const { watcher, clock } = watched();
  const began = clock.now();
  const starve = () => {
    clock.lose(1_000);
    if (clock.now() - began < 60_000) clock.after(50, starve);
  };
  starve();
  await watcher.until(never, seconds);
  expect((clock.now() - began) / 1000).toBeGreaterThanOrEqual(longest);
  expect((clock.now() - began) / 1000).toBeLessThan(longest + 4);
});

test("what comes while time is lost is seen, however long that is", async () => {
  const { watcher, clock, traffic, send } = watched();
  clock.after(100, () => clock.lose(60_000));
  clock.after(200, () => send("/x"));
  await watcher.until(() => traffic.requests.length > 0, 1);
  expect(traffic.requests).toHaveLength(1);
});

test("an application that never settles is waited for once", async () => {
  const { watcher, clock, send } = watched();
  for (let at = 0; at < 60_000; at += 300) clock.after(at, () => send("/v3/locations/100/resources"));
  const began = clock.now();
  await watcher.settle();
  await watcher.settle();
  expect((clock.now() - began) / 1000).toBeCloseTo(times.maxSettling, 0);
});
