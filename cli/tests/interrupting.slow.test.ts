import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { startProcess } from "../testing/processes.ts";
import { resultsIn, withOutcome } from "../testing/results.ts";

/** How a process may end that is interrupted: with 130, or before it could listen by the signal itself, which shells call 130 too. */
const interrupted: unknown[] = [130, "SIGINT"];

const folder = (): string => join(mkdtempSync(join(tmpdir(), "assay-interrupting-")), "out");

/** Milliseconds after the start: while it loads, while it starts, and in mid-run. */
const moments = [40, 250, 500, 800, 1300, 2100];

describe("an interruption becomes no finding", () => {
  const commands: [string, string[], number[]][] = [
    ["run", [], moments],
    ["certify", ["--partner", packageFile("examples/partner-app/profile.yaml")], [900, 2000]],
    ["contracts verify", ["--pact", join(dirname(packageFile("package.json")), "contracts/pacts")], [900, 1500]],
  ];
  const cases = commands.flatMap(([command, args, times]) => times.map((time) => [command, time, args] as const));

  test.each(cases)("%s, after %i ms", async (command, time, args) => {
    const out = folder();
    const running = startProcess([...command.split(" "), ...args, "--out", out]);
    await sleep(time);
    const end = await running.stop("SIGINT");
    // A fast machine may have verified the contracts by then.
    if (command === "contracts verify" && end === 0) return;
    expect(interrupted).toContain(end);
    expect(running.stderr()).toMatch(/^(assay: interrupted.*\n)?$/);
    if (!existsSync(join(out, "results.json"))) return;
    const results = resultsIn(out);
    // Interrupted while it writes its last files, it has nothing to say, and the record is whole.
    expect(results.complete).toBe(running.stderr() === "" ? undefined : false);
    expect(withOutcome(results, "fail")).toEqual([]);
    expect((results.contracts ?? []).filter(({ outcome }) => outcome === "fail")).toEqual([]);
  });
});

test.each([300, 1000])("mutants end after %i ms, in the middle of what they try", async (time) => {
  const running = startProcess(["mutants"]);
  await sleep(time);
  expect(interrupted).toContain(await running.stop("SIGINT"));
  expect(running.stderr()).toBe("");
});

test.each([60, 400])("a sandbox that is starting ends after %i ms", async (time) => {
  const running = startProcess(["sandbox", "--json"]);
  await sleep(time);
  expect([...interrupted, 0]).toContain(await running.stop("SIGINT"));
});
