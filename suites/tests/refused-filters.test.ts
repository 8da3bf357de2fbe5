import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import { begin } from "../../record/testing/runs.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { refusingIf } from "../../sandbox/faults/changes/routes.ts";
import { judge } from "../testing/judging.ts";

test("a search whose service_ids are refused is not green, and its other filters are judged", async () => {
  const refusing = refusingIf("searchActivities", 422, ({ query }) => query.has("service_ids"));
  const { entries, failed } = await judge({ behaviour: refusing()(specified()), only: ["ACT-4"] });
  expect(failed).toEqual([]);
  expect(resultsFrom([begin(), ...entries]).requirements.find(({ id }) => id === "ACT-4")).toMatchObject({
    outcome: "untestable",
    cells: { judged: 2, of: 3, open: [{ cell: "ACT-4/service_ids" }] },
  });
});
