import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { trackRunner } from "./run-tracks.ts";
import type { Scenario } from "./scenario.ts";

const named = (title: string): Scenario => ({ title, claim: "install", judges: [], run: async () => undefined });

const [long, short, after] = [named("long"), named("short"), named("after")];

test("a scenario that is named again is played once, and waited for there", async () => {
  const log: string[] = [];
  await trackRunner(async ({ title }) => {
    log.push(`${title} begins`);
    if (title === "long") await sleep(20);
    log.push(`${title} ends`);
  })([[[long], [short, long, after]]]);
  expect(log).toEqual(["long begins", "short begins", "short ends", "long ends", "after begins", "after ends"]);
});

test("what fails where it is played fails where it is waited for, once all tracks have ended", async () => {
  const log: string[] = [];
  const running = trackRunner(async ({ title }) => {
    if (title === "long") throw new Error("refused");
    log.push(title);
  })([[[long], [long, after], [short]], after]);
  await expect(running).rejects.toThrow("refused");
  expect(log).toEqual(["short"]);
});
