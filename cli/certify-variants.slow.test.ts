import { test, vi } from "vitest";
import { expectVariantFound, others, triedAgain } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

test.concurrent.each(others)('the variant "%s" is found by the requirement that it breaks', triedAgain, (name) =>
  expectVariantFound(name),
);
