import { expect, test } from "vitest";
import { Traffic } from "./traffic.ts";

test("only the latest of many large requests are remembered", () => {
  const traffic = new Traffic();
  const large = "x".repeat(1_000_000);
  for (let turn = 1; turn <= 1000; turn++) {
    traffic.add(traffic.note({ surface: "base", method: "POST", url: "/", rawHeaders: [] }), large);
    expect(traffic.after(0).length).toBeLessThan(65);
  }
  expect(traffic.after(0).at(-1)?.n).toBe(1000);
});
