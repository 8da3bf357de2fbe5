import { expect, test } from "vitest";
import { rowsOf } from "../../cli/testing/rows.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { tryFaults } from "./known.ts";

// The kill matrix: it has no survivor.
test.concurrent.each(rowsOf(Object.keys(faults)))(
  "the fault is found by the requirement that it breaks: %s",
  async (name) => {
    const [trial] = await tryFaults([name], 42);
    expect(trial).toMatchObject({ fault: name, found: true });
  },
);
