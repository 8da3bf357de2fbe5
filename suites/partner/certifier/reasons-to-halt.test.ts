import { expect, test } from "vitest";
import { watched } from "../testing/watched.ts";
import { times } from "../times.ts";

const longer = 1000 * (times.triedFor + times.failureAskedEvery);

test("an application that has failed is not tried any longer than it has to be", async () => {
  const { watcher, clock } = watched({ isRefuted: () => true });
  watcher.look();
  await clock.wait(longer);
  expect(() => watcher.look()).toThrow("the application had failed");
});

test("one that has not failed is tried to the end", async () => {
  const { watcher, clock } = watched();
  await clock.wait(longer);
  expect(() => watcher.look()).not.toThrow();
});

test("time that is lost is added, but not without end", async () => {
  const { watcher, clock } = watched({ isRefuted: () => true });
  clock.lose(longer);
  watcher.look();
  clock.lose(longer * (times.slowestTrial - 1));
  expect(() => watcher.look()).toThrow("the application had failed");
});

test("a flood is not waited out", () => {
  const { watcher, send } = watched();
  for (let count = 0; count <= 400; count++) send("/x");
  expect(() => watcher.look()).toThrow("floods the platform");
});
