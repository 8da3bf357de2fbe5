import { Untestable } from "../../../base/errors.ts";
import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { LinkId } from "../../model/link-id.ts";
import { wordOf } from "../../observations/shape.ts";
import type { World } from "../../schedule/run/world.ts";
import { jsonOf } from "./answers.ts";
import type { StatusReading } from "./status-reading.ts";

/** The operations that read a link's status: at the main address, and at that of the installation flow. */
export const statusReads = ["readInstallationStatus", "readInstallationStatusInFlow"] as const;

export type { StatusReading };

export async function readStatus(
  world: World,
  { location, application }: LinkId,
  operation: (typeof statusReads)[number] = "readInstallationStatus",
): Promise<StatusReading> {
  const path = { location_id: location, application_id: application };
  const exchange = await world.request(operation, { path, as: "partner_token" });
  const data = exchange.response.status === 200 ? fieldsOf(fieldsOf(jsonOf(exchange)).data) : {};
  const { status: state, created_at: createdAt } = fieldsOf(data.connection_status);
  return { exchange, state, createdAt, logs: recordsOf(data.logs), payments: recordsOf(data.payments) };
}

/** Reads the status; where it is not as it should be soon after a write, it is read again. */
export const readSettledStatus = (
  world: World,
  link: LinkId,
  holds: (reading: StatusReading) => boolean,
  operation: (typeof statusReads)[number] = "readInstallationStatus",
): Promise<StatusReading> => world.settled(operation, () => readStatus(world, link, operation), holds);

/** What a reading tells of the link, in a word: the state, or the status of the answer where none is told. */
export const observedState = ({ exchange, state }: StatusReading): string | number =>
  state === undefined ? exchange.response.status : wordOf(state);

/** Ends the proof as untestable unless a link is active. */
export async function requireActive(world: World, link: LinkId): Promise<void> {
  const { state } = await readSettledStatus(world, link, (reading) => reading.state === "active");
  if (state !== "active")
    throw new Untestable(`the link is ${JSON.stringify(state)} after its confirmation, expected "active"`);
}

/** Whether a reading says for certain that there is no link, so that a grant makes a first one; by which refusal it does is open. */
export const saysNoLink = ({ exchange: { response }, state }: StatusReading): boolean =>
  state === "uninstalled" ||
  [403, 404].includes(response.status) ||
  (response.status === 200 && (state ?? null) === null);

/** Ends the proof as untestable unless the status of an ended link says that there is none: what a grant does otherwise is open. */
export async function requireGone(world: World, link: LinkId): Promise<void> {
  const reading = await readSettledStatus(world, link, saysNoLink);
  if (!saysNoLink(reading)) throw linkRemains(reading);
}

/** Why a link that has ended, and of which the status still tells, shows no more. */
export const linkRemains = ({ state }: StatusReading): Untestable =>
  new Untestable(`the status of a link that has ended reads ${JSON.stringify(state)}, and what follows then is open`);
