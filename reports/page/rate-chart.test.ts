import { expect, test } from "vitest";
import { rateChart, type TimedRequest } from "./rate-chart.ts";

const at = (...times: number[]): TimedRequest[] => times.map((time) => ({ time, status: 200 }));
const descriptionOf = (requests: TimedRequest[], most = 5): string =>
  /aria-label="([^"]+)"/.exec(rateChart(requests, { name: "second", milliseconds: 1000, most }).text)?.[1] ?? "";

test("requests count while they are within the window before the last one", () => {
  expect(descriptionOf(at(0, 100, 999))).toContain("at most 3");
  expect(descriptionOf(at(0, 100, 1000))).toContain("at most 2");
});

test("a clock that goes back begins anew", () => {
  expect(descriptionOf(at(5000, 5001, 0, 1))).toContain("at most 2");
});

test("refusals are counted and drawn, and so is what rises above the limit", () => {
  const requests = [...at(0, 1, 2), { time: 3, status: 429 }];
  expect(descriptionOf(requests, 3)).toBe("Requests within a second: at most 4; the limit is 3. 1 refusal.");
  const { text } = rateChart(requests, { name: "second", milliseconds: 1000, most: 3 });
  expect(text.match(/class="(over|refused)"/g)).toEqual(['class="over"', 'class="refused"']);
});
