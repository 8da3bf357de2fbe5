import { describe, expect, test } from "vitest";
import { condense, evidenceOf, type FindingGroup, placesOf, reasonOf, shownPlaces } from "./findings.ts";
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
    [
      "found 1, expected 2: GET /countries (200) at /data/0/id, and in 2 more places",
      [finding(), finding({ where: "GET /cities (200)" }), finding({ where: "GET /a (200)" })],
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

describe("findings of one exchange", () => {
  const items = (count: number, field = "id") =>
    Array.from({ length: count }, (_, index) => finding({ pointer: `/data/${index}/${field}` }));

  test("are all written down up to fifty", () => {
    expect(condense(items(50))).toEqual(items(50));
  });

  test("beyond that, ten of each place are, of which the last stands for the rest", () => {
    const written = condense([...items(51), ...items(10, "title"), ...items(9, "code")]);
    expect(written.map(({ pointer, times }) => [pointer, times])).toEqual([
      ...items(9).map(({ pointer }) => [pointer, undefined]),
      ["/data/9/id", 42],
      ...items(10, "title").map(({ pointer }) => [pointer, undefined]),
      ...items(9, "code").map(({ pointer }) => [pointer, undefined]),
    ]);
  });

  test("are of fifty places at most", () => {
    const fields = Array.from({ length: 60 }, (_, index) => finding({ pointer: `/data/field${index}` }));
    expect(condense(fields)).toEqual(fields.slice(0, 50));
  });
});
