import { mistakeProofs } from "../drivers/authority/mistakes.ts";
import { notFoundProofs } from "../drivers/authority/not-found.ts";
import { partnerAccessProofs } from "../drivers/authority/partner-access.ts";
import { readProofs } from "../drivers/authority/reads.ts";
import { retiredTokenProofs } from "../drivers/authority/retired-tokens.ts";
import { tlsProofs } from "../drivers/authority/tls.ts";
import { userAccessProofs } from "../drivers/authority/user-access.ts";
import { answeredEventDrivers } from "../drivers/events/answers.ts";
import { lifecycleEventDrivers } from "../drivers/events/lifecycle.ts";
import { liveEventDrivers } from "../drivers/events/live.ts";
import { recordEventDrivers } from "../drivers/events/records.ts";
import { settingsDrivers } from "../drivers/events/settings.ts";
import { everyEventDrivers } from "../drivers/factors/every-event.ts";
import { everyRequestDrivers } from "../drivers/factors/every-request.ts";
import { callbackJourneys } from "../drivers/journeys/callbacks.ts";
import { endingJourneys } from "../drivers/journeys/endings.ts";
import { grantJourneys } from "../drivers/journeys/grants.ts";
import { isolationJourneys } from "../drivers/journeys/isolation.ts";
import { listedStatusJourneys } from "../drivers/journeys/listed-statuses.ts";
import { oneWorldJourneys, secondInstallationJourneys } from "../drivers/journeys/one-world.ts";
import { raceJourneys } from "../drivers/journeys/races.ts";
import { sequenceJourneys } from "../drivers/journeys/sequences.ts";
import { timeJourneys } from "../drivers/journeys/times.ts";
import { windowJourneys } from "../drivers/journeys/window.ts";
import { activityDrivers } from "../drivers/lists/activities.ts";
import { callDrivers } from "../drivers/lists/calls.ts";
import { clientDrivers } from "../drivers/lists/clients.ts";
import { locationDrivers } from "../drivers/lists/connected-locations.ts";
import { dictionaryDrivers } from "../drivers/lists/dictionaries.ts";
import { liveListDrivers, quickLiveListDrivers } from "../drivers/lists/live-lists.ts";
import { oddRequestProofs } from "../drivers/payloads/odd-requests.ts";
import { paymentProofs } from "../drivers/payloads/payments.ts";
import { storeCardProofs } from "../drivers/payloads/store-card.ts";
import { telephonyProofs } from "../drivers/payloads/telephony.ts";
import { payloadProofs } from "../drivers/payloads/without-payload.ts";
import {
  agingCursorDrivers,
  cursorDrivers,
  lastingCursorDrivers,
  manyCursorDrivers,
} from "../drivers/resources/cursors.ts";
import { resourceRaceDrivers } from "../drivers/resources/races.ts";
import { rateProofs, remainderProofs, steadyRateProofs } from "../drivers/resources/rates.ts";
import { resourceDrivers } from "../drivers/resources/resources.ts";
import type { Proof } from "./run/proof.ts";

/** Every proof of a provider, in an order that finds most first: what few requests show, then what many do. */
export const providerProofs: readonly Proof[] = [
  ...agingCursorDrivers,
  ...oneWorldJourneys,
  ...readProofs,
  ...dictionaryDrivers,
  ...quickLiveListDrivers,
  ...tlsProofs,
  ...partnerAccessProofs,
  ...remainderProofs,
  ...userAccessProofs,
  ...notFoundProofs,
  ...retiredTokenProofs,
  ...cursorDrivers,
  ...manyCursorDrivers,
  ...windowJourneys,
  ...grantJourneys,
  ...callbackJourneys,
  ...endingJourneys,
  ...isolationJourneys,
  ...timeJourneys,
  ...listedStatusJourneys,
  ...resourceDrivers,
  ...locationDrivers,
  ...callDrivers,
  ...steadyRateProofs,
  ...clientDrivers,
  ...activityDrivers,
  ...payloadProofs,
  ...settingsDrivers,
  ...paymentProofs,
  ...storeCardProofs,
  ...telephonyProofs,
  ...recordEventDrivers,
  ...liveEventDrivers,
  ...answeredEventDrivers,
  ...lifecycleEventDrivers,
  ...liveListDrivers,
  ...everyRequestDrivers,
  ...everyEventDrivers,
  ...mistakeProofs,
  ...oddRequestProofs,
  ...sequenceJourneys,
  ...raceJourneys,
  ...resourceRaceDrivers,
  ...lastingCursorDrivers,
  ...rateProofs,
  ...secondInstallationJourneys,
];
