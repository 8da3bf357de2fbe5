import { test, vi } from "vitest";
import { expectVariantFound, readsRecords, triedAgain, variants } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 24 });

/** Webhooks are tried quickest, so whoever claims those alone comes last. */
const isQuick = (name: string): boolean => variants[name]?.claims[0] === "webhooks";
const names = Object.keys(variants)
  .filter((name) => !readsRecords(name))
  .toSorted((a, b) => Number(isQuick(a)) - Number(isQuick(b)));

test.concurrent.each(names)('the variant "%s" is found by the requirement that it breaks', triedAgain, (name) =>
  expectVariantFound(name),
);
