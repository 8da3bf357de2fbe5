import { test } from "vitest";
import { expectPactFails, pactFaults } from "./testing/pact-faults.ts";

// The first fault of each consumer; `npm run test:all` plants them all.
const sample = pactFaults.filter(
  ([, consumer], index) => pactFaults.findIndex(([, other]) => other === consumer) === index,
);

test.each(sample)("where %s, the pact of the %s fails on: %s", (...fault) => expectPactFails(...fault));
