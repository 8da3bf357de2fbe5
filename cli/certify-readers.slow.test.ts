import { test, vi } from "vitest";
import { expectVariantFound, readers, triedAgain } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

test.concurrent.each(readers)('the variant "%s" is found by the requirement that it breaks', triedAgain, (name) =>
  expectVariantFound(name),
);
