import { expect, test } from "vitest";
import { Constants } from "./constants.ts";
import { learnZone, namesMoment } from "./moments.ts";

const noon = { earliest: Date.parse("2026-03-01T12:00:00Z"), latest: Date.parse("2026-03-01T12:00:00Z") };

test("times without an offset may be in the zone of their Location, and are in one zone there", () => {
  const constants = new Constants();
  learnZone("2026-03-01 17:30:00", noon, constants.zoneAt(1));
  expect(namesMoment("2026-03-01 09:00:00", noon, constants.zoneAt(2))).toBe(true);
  expect(namesMoment("2026-03-01 09:00:00", noon, constants.zoneAt(1))).toBe(false);
});
