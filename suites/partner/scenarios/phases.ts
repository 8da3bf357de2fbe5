import { allCallPages, callsRequested } from "./calls.ts";
import { installation, reconnection, reinstallation } from "./installation.ts";
import { lifecycle } from "./lifecycle.ts";
import { rateLimit } from "./rate-limit.ts";
import { refusals } from "./refusals.ts";
import { resources } from "./resources.ts";
import type { Scenario } from "./scenario.ts";
import { webhooks } from "./webhooks.ts";

/** Scenarios that run one after the other. */
export type Track = readonly Scenario[];

/**
 * A certification: phases one after the other, the tracks of a phase side by side. Scenarios that mostly wait go side by side, but never two
 * that make an application send much.
 */
export const phases: readonly (readonly Track[])[] = [
  [installation],
  [refusals, [...webhooks, ...resources, callsRequested]],
  // The clock moves on by half a day here, so nobody may hold a cursor meanwhile.
  [[reconnection]],
  [[lifecycle], [rateLimit], [allCallPages]],
  [[reinstallation]],
];

/** Every scenario, in order. */
export const scenarios: readonly Scenario[] = phases.flat(2);
