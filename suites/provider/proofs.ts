import { authenticationProofs } from "./access/authentication.ts";
import { accessProofs } from "./access/data-access.ts";
import { mistakeProofs } from "./access/mistakes.ts";
import { readProofs } from "./access/reads.ts";
import { tlsProofs } from "./access/tls.ts";
import { installationProofs } from "./installation/installation.ts";
import { flowProofs, partingProofs } from "./installation/installation-flow.ts";
import { isolationProofs } from "./installation/isolation.ts";
import { modelProofs } from "./installation/model/installation-model.ts";
import { statusProofs } from "./installation/status.ts";
import { windowProofs } from "./installation/window.ts";
import { activityProofs } from "./lists/activities.ts";
import { foundProofs } from "./lists/as-found.ts";
import { callProofs } from "./lists/calls.ts";
import { clientProofs } from "./lists/clients.ts";
import { locationProofs } from "./lists/connected-locations.ts";
import { dictionaryProofs } from "./lists/dictionaries.ts";
import { telephonyProofs } from "./payloads/telephony.ts";
import { payloadProofs } from "./payloads/without-payload.ts";
import { cursorProofs } from "./resources/cursors.ts";
import { rateProofs } from "./resources/rates.ts";
import { resourceProofs } from "./resources/resources.ts";
import type { Proof } from "./run/proof.ts";
import { lifecycleProofs } from "./webhooks/lifecycle-events.ts";
import { recordProofs } from "./webhooks/record-events.ts";

/** Every proof of a provider, in an order that finds most first: what few requests show, then what many do. */
export const providerProofs: readonly Proof[] = [
  ...flowProofs,
  ...readProofs,
  ...dictionaryProofs,
  ...tlsProofs,
  ...authenticationProofs,
  ...cursorProofs,
  ...installationProofs,
  ...accessProofs,
  ...windowProofs,
  ...isolationProofs,
  ...statusProofs,
  ...foundProofs,
  ...resourceProofs,
  ...locationProofs,
  ...callProofs,
  ...clientProofs,
  ...activityProofs,
  ...payloadProofs,
  ...telephonyProofs,
  ...recordProofs,
  ...lifecycleProofs,
  ...mistakeProofs,
  ...modelProofs,
  ...rateProofs,
  ...partingProofs,
];
