import { expect, test } from "vitest";
import { replay } from "./replay.ts";
import { profileOf, withFaultyRun } from "./testing/faulty-runs.ts";

test("a sequence of random steps is shrunk to those that matter, and tried again as it was reported", () =>
  withFaultyRun(
    "a repeated callback makes the link pending",
    async (run, sandbox) => {
      const examples = run.entries.flatMap((entry) =>
        entry.kind === "finding" && entry.example ? [[entry.requirement, entry.example.value]] : [],
      );
      const steps = [
        "GrantAccess(here, owner)",
        "Confirm(here, rightly)",
        "Confirm(here, rightly)",
        "ReadStatus(here, readInstallationStatus)",
      ];
      expect(Object.fromEntries(examples)).toEqual({ "INST-40": steps, "STAT-9": steps });
      const entries = run.entries.filter((entry) => entry.kind !== "finding" || entry.example);
      const { failures, requests } = await replay({ ...run, entries }, profileOf(sandbox));
      expect(failures).toContainEqual(expect.objectContaining({ id: "INST-40", state: "still failing" }));
      expect(requests).toBeLessThan(30);
    },
    { only: ["INST-40"], stopAtFirstFailure: false },
  ));
