import { test } from "vitest";
import { expectPactFails, pactFaults } from "./testing/pact-faults.ts";

// `npm run test:all` plants them all.
test.each(pactFaults.slice(0, 2))("where %s, the pact of the %s fails on: %s", (...fault) => expectPactFails(...fault));
