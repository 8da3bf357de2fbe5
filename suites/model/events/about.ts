import { isDeepStrictEqual } from "node:util";
import type { Arrived, PlatformEvent } from "./platform-event.ts";

/** Every value in a body, wherever it stands: the payload of lifecycle events is not shown. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [value];

const lifecycleNames = ["freeze", "uninstall"];

/** The lifecycle event that a body names; undefined where it names none, or both. */
export function lifecycleNameIn(body: unknown): string | undefined {
  const values = valuesIn(body);
  const [name, ...others] = lifecycleNames.filter((each) => values.includes(each));
  return others.length > 0 ? undefined : name;
}

/** True if a webhook bears the Location's id of an event. */
export const mentions = ({ location }: PlatformEvent, { body }: Arrived): boolean =>
  valuesIn(body).some((value) => String(value) === String(location));

/** The number of values of a webhook that its event must carry. */
export const agreement = ({ expected }: PlatformEvent, { fields }: Arrived): number =>
  Object.entries(expected).filter(([name, value]) => String(fields[name]) === String(value)).length;

/** True if a webhook says everything of an event that it must, so that it can be no other's. */
export function isAbout(event: PlatformEvent, webhook: Arrived): boolean {
  if (event.kind === "lifecycle") return event.event !== undefined && lifecycleNameIn(webhook.body) === event.event;
  return agreement(event, webhook) === Object.keys(event.expected).length;
}

/** True if two webhooks are the same. */
export const isSameWebhook = (a: Arrived, b: Arrived): boolean =>
  a.arrival.body === b.arrival.body || (a.body !== undefined && isDeepStrictEqual(a.body, b.body));
