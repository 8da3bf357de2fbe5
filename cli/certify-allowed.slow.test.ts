import { test, vi } from "vitest";
import { allowed, expectCertified, triedAgain } from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 24 });

test.concurrent.each(Object.keys(allowed))(
  "an application that is %s is certified without a warning",
  triedAgain,
  (name) => expectCertified(name),
);
