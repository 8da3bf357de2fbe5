import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { steadyNow } from "../../base/steady-now.ts";
import { stall } from "../testing/stall.ts";
import { Stalls } from "./stalls.ts";

const watched = () => {
  const stalls = new Stalls();
  onTestFinished(() => stalls.end());
  return stalls;
};

test("what is seen at the end of a stall may have arrived when it began, and what is seen later arrived then", async () => {
  const stalls = watched();
  const began = steadyNow();
  stall(300);
  const ended = steadyNow();
  expect(stalls.earliest(ended)).toBeLessThanOrEqual(began);
  expect(stalls.within(began, ended)).toBeGreaterThanOrEqual(300);
  expect(stalls.earliest(ended + 200)).toBe(ended + 200);
});

test("stalls in a row may have kept something waiting, but not for ever", () => {
  const stalls = watched();
  const began = steadyNow();
  for (let count = 0; count < 3; count++) {
    stall(800);
    stalls.earliest(steadyNow());
  }
  const seen = steadyNow();
  expect(stalls.earliest(seen)).toBeLessThanOrEqual(began);
  stall(800);
  expect(stalls.earliest(steadyNow())).toBeGreaterThan(began);
});

test("a process that runs freely loses nothing", async () => {
  const stalls = watched();
  const began = steadyNow();
  await sleep(0);
  expect(stalls.earliest(began)).toBe(began);
});
