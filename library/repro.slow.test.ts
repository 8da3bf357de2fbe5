import { expect, test } from "vitest";
import { faults } from "../sandbox/faults/faults.ts";
import { runScripts } from "./testing/run-scripts.ts";

/** Failures that plain requests cannot show, and that assay repeats. */
const repeated = ["webhooks lack data", "v1 allows three a second"];

/** Those, and a sample of all areas. */
const tried = new Set([...repeated, ...Object.keys(faults).filter((_, index) => index % 203 === 0)]);

test.concurrent.each([...tried])(
  'every script of "%s" distinguishes the broken sandbox from one that obeys',
  async (fault) => {
    const exits = await runScripts(fault);
    expect(exits.filter(({ broken, fixed }) => broken !== 1 || fixed === 1)).toEqual([]);
    if (repeated.includes(fault))
      expect(exits).toContainEqual(expect.objectContaining({ id: faults[fault]?.breaks, broken: 1, fixed: 0 }));
  },
);
