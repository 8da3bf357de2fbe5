import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Control } from "../control/control.ts";
import { timerOf } from "./target-timer.ts";

test("a running clock is never later than the latest that is said of it, however long its answers take", async () => {
  const ahead = 3_600_000;
  let moved = ahead;
  const now = () => Date.now() + moved;
  const iso = () => new Date(now()).toISOString();
  const advance = async (seconds: number) => {
    moved += seconds * 1000;
    const answer = { now: iso() };
    await sleep(25);
    return answer;
  };
  const description = { protocol: "assay-control/1", capabilities: ["clock"], clock: "running" as const, now: iso() };
  const timer = timerOf({ advance } as unknown as Control, description);
  for (let move = 0; move < 3; move++) {
    expect(timer.latest?.()).toBeGreaterThanOrEqual(now());
    expect(timer.now()).toBeLessThanOrEqual(now() + 1);
    await timer.wait(1000);
  }
  expect(timer.latest?.()).toBeGreaterThanOrEqual(now());
});
