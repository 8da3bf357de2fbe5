import { test, vi } from "vitest";
import { expectVariantFound, readsRecords, triedAgain, variants } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 24 });

const names = Object.keys(variants).filter((name) => !readsRecords(name));

test.concurrent.each(names)('the variant "%s" is found by the requirement that it breaks', triedAgain, (name) =>
  expectVariantFound(name),
);
