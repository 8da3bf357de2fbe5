import { describe, expect, test } from "vitest";
import { evidenceOf, type FindingGroup, placesOf, reasonOf, shownPlaces } from "./findings.ts";
import type { RecordedFinding } from "./journal.ts";

const finding = (facts: Partial<RecordedFinding> = {}): RecordedFinding => ({
  requirement: "DICT-2",
  pointer: "/data/0/id",
  found: "1",
  expected: "2",
  where: "GET /countries (200)",
  exchange: "e-1",
  ...facts,
});

test("findings at one pointer of the items of a list are in one place", () => {
  const places = placesOf([finding(), finding({ pointer: "/data/12/id" }), finding({ pointer: "/data/0/title" })]);
  expect(places.map(({ length }) => length)).toEqual([2, 1]);
});

describe("the reason", () => {
  const example = { exploration: 0, value: { id: null }, text: "{ id: null }" };

  test.each<[string, FindingGroup]>([
    ["found 1, expected 2: GET /countries (200) at /data/0/id", [finding()]],
    ["found 1, expected 2: GET /countries (200)", [finding({ pointer: "" })]],
    [
      "found 1, expected 2: GET /countries (200) at /data/0/id, 2 times, and in 1 more place",
      [finding(), finding(), finding({ where: "GET /cities (200)" })],
    ],
    ["found 1, expected 2: GET /countries (200) at /data/0/id; example: { id: null }", [finding({ example })]],
    [
      "found 1, expected 2: GET /countries (200) at /data/0/id",
      [finding({ example: { ...example, isSequence: true } })],
    ],
  ])("is %j", (reason, findings) => {
    expect(reasonOf(findings)).toBe(reason);
  });
});

test("evidence is the first finding of each place that names an exchange, up to a number of places", () => {
  const { exchange: _exchange, ...unseen } = finding({ where: "nowhere" });
  expect(evidenceOf([finding(), finding({ exchange: "e-2" }), unseen])).toEqual([
    { exchange: "e-1", pointer: "/data/0/id" },
  ]);
  const everywhere = Array.from({ length: shownPlaces + 5 }, (_, index) => finding({ where: `GET /${index}` }));
  expect(evidenceOf(everywhere)).toHaveLength(shownPlaces);
});
