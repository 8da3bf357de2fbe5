import { test } from "vitest";
import { rowsOf } from "../cli/testing/rows.ts";
import { hostileProviders } from "./testing/torture/hostile-providers.ts";
import { expectJudged } from "./testing/torture/judge-hostile.ts";

test.each(rowsOf(Object.keys(hostileProviders)))("a provider with %s is judged to the end, and reported", (name) =>
  expectJudged(name),
);
