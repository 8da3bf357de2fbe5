import { test } from "vitest";
import { expectPactFails, pactFaults } from "./testing/pact-faults.ts";

test.each(pactFaults)("where %s, the pact of the %s fails on: %s", (...fault) => expectPactFails(...fault));
