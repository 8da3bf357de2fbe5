import { allCallPages, callPagesAgain, callsRequested } from "./calls.ts";
import { expiredCursor, expiredLater } from "./expired-cursor.ts";
import { failingCalls, failingCallsPage, failingResources, failingResourcesPage } from "./failing-reads.ts";
import {
  installation,
  reconnection,
  reconnectionAgain,
  reinstallation,
  returns,
  secondLocation,
  sideBySide,
} from "./installation.ts";
import {
  lifecycle,
  lifecycleAgain,
  lifecycleComesBack,
  lifecycleConnects,
  lifecycleEndsOnceMore,
  lifecycleLongEnded,
} from "./lifecycle.ts";
import { rateLimit, rateLimitAgain } from "./rate-limit.ts";
import { failed, refused } from "./refusals.ts";
import { allPages, atOnce, notFound } from "./resources.ts";
import type { Scenario } from "./scenario.ts";
import {
  disorderedWebhooks,
  hundredsOfWebhooks,
  slowWebhook,
  unusualWebhooks,
  webhooks,
  webhooksAgain,
} from "./webhooks.ts";

/** Scenarios that run one after the other; where there is a list of tracks, these run side by side. A scenario that is named again is waited for there. */
export type Track = readonly (Scenario | readonly Track[])[];

/**
 * A certification, in phases of a dialect each. Scenarios that mostly wait go side by side; the application is asked to read once at a time, whichever
 * scenario asks.
 */
export const certificationPhases: readonly Track[] = [
  [
    installation,
    [
      [secondLocation],
      [refused],
      [failed],
      [lifecycleConnects],
      [notFound],
      [
        // The application has to be done with its webhooks before it is asked to read much.
        [[webhooks.map((each) => [each]), disorderedWebhooks], [slowWebhook], [callsRequested]],
        ...unusualWebhooks,
        // The longest list is read last, so that Locations have ended by then, and are watched meanwhile.
        [[allPages, allCallPages, notFound, atOnce], [lifecycle]],
      ],
    ],
    // The clock moves on by half a day here, so no cursor is in use meanwhile.
    reconnection,
  ],
  [
    [
      // The ends that are watched for longest begin first.
      [lifecycleComesBack, lifecycleAgain],
      [rateLimit, expiredCursor, reinstallation, expiredLater],
      [lifecycleComesBack, reconnectionAgain, reinstallation],
      [lifecycleComesBack, sideBySide, [[returns], [rateLimitAgain]], lifecycleEndsOnceMore],
    ],
    // An application that takes webhooks of one dialect alone shows it in the second.
    webhooksAgain,
  ],
  // An application that has met a failure may pause, so nothing has to be read after one.
  [
    [
      [lifecycleLongEnded],
      [
        callPagesAgain,
        [[failingResourcesPage], [failingCallsPage], [failingResources], [failingCalls]],
        hundredsOfWebhooks,
      ],
    ],
  ],
];

/** The scenarios of a track, in order. */
export const scenariosIn = (track: Track): Scenario[] =>
  track.flatMap((part) => ("run" in part ? [part] : part.flatMap(scenariosIn)));

/** Every scenario once, in order. */
export const scenarios: readonly Scenario[] = [...new Set(certificationPhases.flatMap(scenariosIn))];
