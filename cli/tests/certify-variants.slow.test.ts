import { test, vi } from "vitest";
import { mayRepeat } from "../testing/may-repeat.ts";
import { rowsOf } from "../testing/rows.ts";
import { expectVariantFound, others } from "../testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

test.concurrent.each(rowsOf(others))(
  'the variant "%s" is found by the requirement that it breaks',
  mayRepeat('the variant "%s" is found by the requirement that it breaks'),
  (name) => expectVariantFound(name),
);
