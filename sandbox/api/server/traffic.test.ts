import { expect, test } from "vitest";
import { Traffic } from "./traffic.ts";

const large = "x".repeat(1_000_000);

const head = (credential: string, connection = credential) => ({
  surface: "base" as const,
  method: "POST",
  url: "/",
  rawHeaders: [],
  sender: { credential, connection },
});

test("only the latest of many large requests are remembered", () => {
  const traffic = new Traffic();
  for (let turn = 1; turn <= 1000; turn++) {
    traffic.add(traffic.note(head(String(turn % 10))), large);
    expect(traffic.after(0).length).toBeLessThan(65);
  }
  expect(traffic.after(0).at(-1)?.n).toBe(1000);
});

test("bodies of requests that are already forgotten are not counted", () => {
  const traffic = new Traffic();
  const slow = Array.from({ length: 200 }, (_, turn) => traffic.note(head(String(turn % 10))));
  for (let turn = 0; turn < 100; turn++) traffic.add(traffic.note(head(String(turn % 10))), large);
  for (const request of slow) traffic.add(request, large);
  expect(traffic.after(0).length).toBeGreaterThan(50);
});

test("a sender who floods the memory forgets its own requests, not those of others", () => {
  const traffic = new Traffic();
  traffic.add(traffic.note(head("quiet")), "small");
  for (let turn = 0; turn < 1000; turn++) traffic.add(traffic.note(head("loud", `loud ${turn % 5}`)), large);
  const kept = traffic.after(0);
  expect(kept[0]?.body).toBe("small");
  expect(kept.length).toBeLessThan(34);
});

test("a connection has a smaller share than its credential", () => {
  const traffic = new Traffic();
  for (let turn = 0; turn < 100; turn++) traffic.add(traffic.note(head("one")), large);
  expect(traffic.after(0).length).toBeLessThan(17);
});
