import { test, vi } from "vitest";
import { mayRepeat } from "../testing/may-repeat.ts";
import { rowsOf } from "../testing/rows.ts";
import { expectVariantFound, hasPython, pythonVariants } from "../testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

test.runIf(hasPython).concurrent.each(rowsOf(Object.keys(pythonVariants)))(
  'the variant "%s" is found',
  mayRepeat('the variant "%s" is found'),
  (name) => expectVariantFound(name),
);
