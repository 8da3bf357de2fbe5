import { test } from "vitest";
import { expectJudged } from "./testing/torture/judge-hostile.ts";

/** A few; hostile-providers.slow.test.ts tries them all. */
const sample = [
  "resources nested 4,000 levels deep",
  "a new cursor for ever",
  "a cursor of 500,000 characters",
  "a refusal nested 60 levels deep",
];

test.each(sample)("a provider with %s is judged to the end, and reported", (name) => expectJudged(name));
