import { activityFaults } from "./areas/activities.ts";
import { authenticationFaults } from "./areas/authentication.ts";
import { callFaults } from "./areas/calls.ts";
import { clientFaults } from "./areas/clients.ts";
import { connectedLocationFaults } from "./areas/connected-locations.ts";
import { cornerFaults } from "./areas/corners.ts";
import { cursorFaults } from "./areas/cursors.ts";
import { dictionaryFaults } from "./areas/dictionaries.ts";
import { envelopeFaults } from "./areas/envelopes.ts";
import { errorFaults } from "./areas/errors.ts";
import { besideEventFaults } from "./areas/events-beside.ts";
import { installationFaults } from "./areas/installation.ts";
import { installationStatusFaults } from "./areas/installation-status.ts";
import { lifecycleFaults } from "./areas/lifecycle.ts";
import { besideListFaults } from "./areas/lists-beside.ts";
import { marketplaceFaults } from "./areas/marketplace.ts";
import { meetingFaults } from "./areas/meetings.ts";
import { rateFaults } from "./areas/rates.ts";
import { resourceFaults } from "./areas/resources.ts";
import { serviceFaults } from "./areas/services.ts";
import { telephonyFaults } from "./areas/telephony.ts";
import { tokenFaults } from "./areas/tokens.ts";
import { versionFaults } from "./areas/versions.ts";
import { webhookFaults } from "./areas/webhooks.ts";
import type { Faults } from "./changes/fault.ts";

/** The known faults of each area, in the order of the specification. */
export const faultsByArea: readonly Faults[] = [
  envelopeFaults,
  errorFaults,
  authenticationFaults,
  tokenFaults,
  installationFaults,
  installationStatusFaults,
  connectedLocationFaults,
  dictionaryFaults,
  callFaults,
  telephonyFaults,
  activityFaults,
  resourceFaults,
  cursorFaults,
  rateFaults,
  clientFaults,
  serviceFaults,
  marketplaceFaults,
  webhookFaults,
  lifecycleFaults,
  besideEventFaults,
  besideListFaults,
  versionFaults,
  cornerFaults,
  meetingFaults,
];

/** Every known fault, by name: the requirement that it breaks, and what it changes. */
export const faults: Faults = Object.fromEntries(faultsByArea.flatMap((area) => Object.entries(area)));
