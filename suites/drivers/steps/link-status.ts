import { Untestable } from "../../../base/errors.ts";
import { type StatusReading, saysNoLink } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { readingOf, type statusReads } from "../../model/operations/installation-status.ts";
import { wordOf } from "../../observations/shape.ts";
import { viewOf } from "../../rules/exchange-view.ts";
import type { World } from "../../schedule/run/world.ts";

/** Reads the status of a link; what is not as it should be soon after a write has been read again by then. */
export async function readStatus(
  world: World,
  { location, application }: LinkId,
  operation: (typeof statusReads)[number] = "readInstallationStatus",
): Promise<StatusReading> {
  const path = { location_id: location, application_id: application };
  const exchange = await world.request(operation, { path, as: "partner_token" });
  const at = world.now();
  return readingOf({ request: exchange.request, view: viewOf(exchange), moment: { earliest: at, latest: at } });
}

/** A reading of the link in a word: the state, or the status of the response where it has none. */
export const observedState = ({ status, state }: StatusReading): string | number =>
  state === undefined ? status : wordOf(state);

/** Ends the proof as untestable unless a link is active. */
export async function requireActive(world: World, link: LinkId): Promise<void> {
  const { state } = await readStatus(world, link);
  if (state !== "active")
    throw new Untestable(`the link is ${JSON.stringify(state)} after its confirmation, expected "active"`);
}

/** Ends the proof as untestable unless the status of an ended link says that there is none: what a grant does otherwise is open. */
export async function requireGone(world: World, link: LinkId): Promise<void> {
  const reading = await readStatus(world, link);
  if (!saysNoLink(reading)) throw linkRemains(reading);
}

/** Why a link that has ended, and that the status still shows, says no more. */
export const linkRemains = ({ state }: StatusReading): Untestable =>
  new Untestable(`the status of a link that has ended reads ${JSON.stringify(state)}, and what follows then is open`);
