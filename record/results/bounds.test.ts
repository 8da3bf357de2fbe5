import { expect, test } from "vitest";
import { days, hours } from "../../base/durations.ts";
import type { Entry } from "../journal.ts";
import { boundsIn } from "./bounds.ts";

const world: Entry = { kind: "world", credentials: {}, fixtures: {} };
const at = (clock: number): Entry => ({ kind: "moment", clock });
const judged = (...ids: string[]): Entry => ({ kind: "judged", ids });
const seed = (location_id: number, count: number): Entry => ({
  kind: "control",
  path: "/seed",
  body: { collection: "clients", location_id, items: Array.from({ length: count }, () => ({})) },
});
const listed = { id: "CLI-10", area: "CLI", says: "The pages together hold each client once." };

test("a requirement of every case says how many items one list held, and for how long its world went on", () => {
  const entries = [
    world,
    at(0),
    seed(1, 20),
    seed(1, 30),
    seed(2, 10),
    judged("CLI-10/first"),
    world,
    at(hours(1)),
    at(hours(1) + days(8)),
    judged("CLI-10"),
  ];
  expect(boundsIn(entries)(listed)).toBe("30 clients, 8 days");
});

test("what was not judged has no bound, nor has what says nothing of every case", () => {
  const entries = [world, at(0), seed(1, 20), at(days(1)), judged("CLI-10")];
  const boundOf = boundsIn(entries);
  expect(boundOf({ ...listed, id: "CLI-11" })).toBeUndefined();
  expect(boundOf({ ...listed, says: "`data` is an array." })).toBeUndefined();
});
