import { test, vi } from "vitest";
import { expectVariantFound, hasPython, pythonVariants, triedAgain } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

test.runIf(hasPython).concurrent.each(Object.keys(pythonVariants))('the variant "%s" is found', triedAgain, (name) =>
  expectVariantFound(name),
);
