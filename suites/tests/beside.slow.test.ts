import { expect, test } from "vitest";
import { specified } from "../../sandbox/api/specified.ts";
import { besideEventFaults } from "../../sandbox/faults/areas/events-beside.ts";
import { besideListFaults } from "../../sandbox/faults/areas/lists-beside.ts";
import { all } from "../../sandbox/faults/changes/fault.ts";
import { judge } from "../testing/judging.ts";

/** Requirements that another fault of the same provider may hide. */
const hidden = ["HOOK-2"];

test("a provider that is right in every dedicated reading, and wrong in sixty ways beside it, is not conformant", async () => {
  const faults = Object.values({ ...besideListFaults, ...besideEventFaults });
  expect(faults.length).toBeGreaterThanOrEqual(60);
  const { failed } = await judge({ behaviour: all(...faults.map(({ change }) => change))()(specified()) });
  const broken = [...new Set(faults.map(({ breaks }) => breaks))].filter((id) => !hidden.includes(id));
  expect(broken.length).toBeGreaterThan(30);
  expect(broken.filter((id) => !failed.includes(id))).toEqual([]);
  expect(failed).not.toContain("RATE-7");
});
