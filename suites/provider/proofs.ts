import { activityProofs } from "./activities.ts";
import { foundProofs } from "./as-found.ts";
import { authenticationProofs } from "./authentication.ts";
import { callProofs } from "./calls.ts";
import { clientProofs } from "./clients.ts";
import { locationProofs } from "./connected-locations.ts";
import { cursorProofs } from "./cursors.ts";
import { accessProofs } from "./data-access.ts";
import { dictionaryProofs } from "./dictionaries.ts";
import { installationProofs } from "./installation.ts";
import { flowProofs, partingProofs } from "./installation-flow.ts";
import { isolationProofs } from "./isolation.ts";
import { mistakeProofs } from "./mistakes.ts";
import { modelProofs } from "./model/installation-model.ts";
import type { Proof } from "./proof.ts";
import { rateProofs } from "./rates.ts";
import { readProofs } from "./reads.ts";
import { resourceProofs } from "./resources.ts";
import { statusProofs } from "./status.ts";
import { telephonyProofs } from "./telephony.ts";
import { tlsProofs } from "./tls.ts";
import { webhookProofs } from "./webhooks.ts";
import { windowProofs } from "./window.ts";
import { payloadProofs } from "./without-payload.ts";

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
  ...webhookProofs,
  ...mistakeProofs,
  ...modelProofs,
  ...rateProofs,
  ...partingProofs,
];
