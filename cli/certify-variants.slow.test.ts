import { test, vi } from "vitest";
import { expectVariantFound, hasPython, others, pythonVariants, triedAgain } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 48 });

test.concurrent.each(others)('the variant "%s" is found by the requirement that it breaks', triedAgain, (name) =>
  expectVariantFound(name),
);

test.runIf(hasPython).concurrent.each(Object.keys(pythonVariants))('the variant "%s" is found', triedAgain, (name) =>
  expectVariantFound(name),
);
