import { authenticationProofs } from "./authentication.ts";
import { dictionaryProofs } from "./dictionaries.ts";
import { installationProofs } from "./installation.ts";
import { listProofs } from "./lists.ts";
import type { Proof } from "./proof.ts";
import { rateProofs } from "./rates.ts";
import { readProofs } from "./reads.ts";
import { resourceProofs } from "./resources.ts";
import { statusProofs } from "./status.ts";
import { webhookProofs } from "./webhooks.ts";

/** Every proof of a provider, in an order that finds most first. */
export const providerProofs: readonly Proof[] = [
  ...readProofs,
  ...dictionaryProofs,
  ...authenticationProofs,
  ...installationProofs,
  ...statusProofs,
  ...listProofs,
  ...resourceProofs,
  ...rateProofs,
  ...webhookProofs,
];
