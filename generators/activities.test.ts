import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasFormat } from "../base/formats/formats.ts";
import { envelope } from "../specs/schemas/samples.test-data.ts";
import { activity, resources, schedule, services, staff, wholeSchedule } from "./activities.ts";
import { always } from "./testing/always.ts";
import { errorsIn, page } from "./testing/errors-in.ts";

describe("a group Event", () => {
  test("is one that the specification allows, on a day of the schedule", () => {
    always(activity(), (made) => {
      expect(errorsIn("searchActivities", page, envelope([made], { count: 1 }))).toEqual([]);
      expect(hasFormat("date", made.date)).toBe(true);
      expect(made.date >= wholeSchedule.from && made.date <= wholeSchedule.till).toBe(true);
    });
  });

  test("has a known service and team member, and known resources, each once", () => {
    always(activity(), ({ service_id, staff_id, resource_ids }) => {
      expect(services).toContain(service_id);
      expect(staff).toContain(staff_id);
      expect(resources).toEqual(expect.arrayContaining(resource_ids));
      expect(new Set(resource_ids).size).toBe(resource_ids.length);
    });
  });

  test("has the fields that are pinned", () => {
    always(activity({ service_id: 41 }), ({ service_id }) => expect(service_id).toBe(41));
  });
});

test("a schedule has as many Events as asked for", () => {
  always(
    fc.nat({ max: 40 }).chain((count) => schedule(count).map((made) => ({ count, made }))),
    ({ count, made }) => expect(made).toHaveLength(count),
  );
});
