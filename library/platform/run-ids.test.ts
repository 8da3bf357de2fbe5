import { expect, test } from "vitest";
import { firstOfAll, freshFirst, idsPerRun, isElsewhere, linkedLocations } from "./run-ids.ts";

const now = Date.UTC(2026, 10, 18);

test("certifications that begin within one moment share no id, and neither does one whose clock was set back", () => {
  const first = freshFirst(undefined, now);
  const second = freshFirst(first, now);
  const third = freshFirst(second, now - 86_400_000);
  expect(second - first).toBeGreaterThanOrEqual(idsPerRun);
  expect(third - second).toBeGreaterThanOrEqual(idsPerRun);
});

test("certifications ten seconds apart link other Locations, though neither knows of the other", () => {
  const [before, after] = [now, now + 10_000].map((at) => linkedLocations(freshFirst(undefined, at)));
  expect(before?.filter((location) => after?.includes(location))).toEqual([]);
});

test("ids fit into 31 bits until 2041", () => {
  expect(freshFirst(undefined, Date.UTC(2041, 0)) + idsPerRun).toBeLessThan(2 ** 31);
});

test("a Location that an earlier certification may have linked is distinguished from any other that does not exist", () => {
  const first = freshFirst(undefined, now);
  const is = isElsewhere(first);
  for (const other of [firstOfAll, freshFirst(undefined, now - 1e9)])
    expect(linkedLocations(other).map(is)).not.toContain(false);
  for (const own of [first, freshFirst(first, now)]) expect(linkedLocations(own).map(is)).not.toContain(true);
  // The blocked Location of another, one of a Chain that it does not link, and ids that are none.
  expect([firstOfAll + 1, first - 5, 200, 777, -1, 0, 1.5, Number.NaN].filter(is)).toEqual([]);
});
