import { hours, minutes, seconds } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats.ts";
import { counted } from "../../../base/wording.ts";
import type { InstallState } from "../../../specs/install-machine.ts";
import { reached } from "../../../specs/reached.ts";
import { answerTo } from "../../../specs/schemas.ts";
import { schemaFor, validate } from "../../../specs/validate.ts";
import { jsonOf } from "../run/answers.ts";
import { isLinkedState } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { readSettledStatus, type StatusReading, statusReads } from "../run/link-status.ts";
import type { World } from "../run/world.ts";

/** What the status of a link that certainly exists promises. */
const promisedOfLink = ["STAT-1", "STAT-2", "STAT-4", "STAT-5", "STAT-10"];

/** Judges the status of a link that certainly exists, at both addresses: then it has all its parts. What the main address told may be known. */
export async function checkAllParts(
  world: World,
  link: LinkId,
  promised: InstallState,
  known?: StatusReading,
): Promise<void> {
  for (const name of statusReads) {
    const isKnown = known?.state === promised && known.exchange.request.operation.id === name;
    const { exchange } = isKnown
      ? known
      : await readSettledStatus(world, link, ({ state }) => state === promised, name);
    const { operation } = exchange.request;
    if (exchange.response.status !== 200 || !answerTo(operation, 200)) continue;
    const slot = { direction: "response", part: "body", status: 200, holds: ["linked"] } as const;
    const body = jsonOf(exchange);
    const errors = validate(operation, slot, body);
    const seen = reached(schemaFor(operation, slot) ?? {}, body);
    for (const id of promisedOfLink) {
      const error = errors.find(({ requirement }) => requirement === id);
      // A status without payments shows nothing of what a payment carries.
      if (error || seen.has(id)) world.check(id, !error, { exchange, found: "", expected: "", ...error });
    }
  }
}

/** The changes that a log tells of, in words. */
export const changesIn = ({ logs }: StatusReading): string[] =>
  logs.map(({ status_from, status_to }) => `${String(status_from)} → ${String(status_to)}`);

/** Whether a link is active, and its log has come to tell so. */
export const isLoggedActive = ({ state, logs }: StatusReading): boolean =>
  state === "active" && logs.some(({ status_to }) => status_to === "active");

/** Judges whether the log tells of a change. */
export function checkLogged(world: World, requirement: string, reading: StatusReading, from: string, to: string): void {
  const changes = changesIn(reading);
  world.check(requirement, changes.includes(`${from} → ${to}`), {
    exchange: reading.exchange,
    found: changes.join(", ") || "nothing",
    expected: `an entry ${from} → ${to}`,
    pointer: "/data/logs",
  });
}

/** What an installation changes where there is no link: it comes from a state without one, whatever that is called, and ends in active. */
const changesOfInstallation: [words: string, isOne: (entry: StatusReading["logs"][number]) => boolean][] = [
  [
    "to pending, from a state without a link",
    ({ status_from, status_to }) => status_to === "pending" && !isLinkedState(status_from),
  ],
  ["to active", ({ status_to }) => status_to === "active"],
];

/** Judges whether a log that kept what it told before a second installation tells of that beside the first; whether it is kept is open. */
export function checkLoggedAgain(world: World, before: StatusReading, after: StatusReading): void {
  const kept = new Set(after.logs.map((entry) => JSON.stringify(entry)));
  if (!before.logs.every((entry) => kept.has(JSON.stringify(entry)))) return;
  for (const [words, isOne] of changesOfInstallation) {
    const [earlier, now] = [before, after].map(({ logs }) => logs.filter(isOne).length) as [number, number];
    world.check("STAT-6", now > earlier, {
      exchange: after.exchange,
      found: `${counted(now, "change")} ${words}: ${changesIn(after).join(", ")}`,
      expected: `one more than before the second installation, ${earlier + 1}`,
      pointer: "/data/logs",
    });
  }
}

/** Judges whether a log tells what it told before, since nothing has happened to its link. */
export function checkLogUntouched(world: World, before: StatusReading, after: StatusReading): void {
  const [earlier, now] = [before, after].map(({ logs }) =>
    logs
      .map((entry) => JSON.stringify(entry))
      .toSorted()
      .join(),
  );
  world.check("STAT-6", now === earlier, {
    exchange: after.exchange,
    found: `a log that has changed: ${changesIn(after).join(", ") || "nothing"}`,
    expected: `the changes as they were told before: ${changesIn(before).join(", ") || "none"}`,
    pointer: "/data/logs",
  });
}

/** The changes of a link that is uninstalled, granted, granted again, which may stand in the log as either or not at all, and confirmed. */
const changesOfSecond = [
  "active → uninstalled",
  "uninstalled → pending",
  "uninstalled → pending",
  "pending → pending",
  "pending → active",
];

/** Judges whether nothing has come into the log between two installations but what the second one did, and that once. */
export function checkNothingElseLogged(world: World, before: StatusReading, after: StatusReading): void {
  const added = changesIn(after);
  for (const known of [...changesIn(before), ...changesOfSecond]) {
    const place = added.indexOf(known);
    if (place >= 0) added.splice(place, 1);
  }
  world.check("STAT-6", added.length === 0, {
    exchange: after.exchange,
    found: `${added.join(", ")} beside what a second installation does`,
    expected: "each change of this link, once",
    pointer: "/data/logs",
  });
}

/** Tells of a link that has another age than it had. */
export const tellAge = (world: World, { exchange, createdAt }: StatusReading, before: string): void =>
  world.check("STAT-3", false, {
    exchange,
    found: `${String(createdAt)}, and ${before}`,
    expected: "one time at which the link was created",
    pointer: "/data/connection_status/created_at",
  });

/** How far a written time may be from the moment that it tells. */
const slack = seconds(10);

/** The offset of the time zone that is farthest from UTC. */
const farthestZone = hours(14);

/** Offsets of time zones are whole quarters of an hour. */
const zoneStep = minutes(15);

const hasOffset = (text: string): boolean => /:.*(Z|[+-]\d\d(:?\d\d)?)$/.test(text);

/** Whether a text tells a moment, in whichever zone; undefined where it is not a time to the second. */
export function tellsMoment(text: string, moment: number): boolean | undefined {
  const time = momentOf(text);
  if (Number.isNaN(time) || !/\d\d:\d\d:\d\d/.test(text)) return undefined;
  const distance = Math.abs(time - moment);
  if (hasOffset(text)) return distance <= slack;
  const rest = distance % zoneStep;
  return distance <= farthestZone + slack && Math.min(rest, zoneStep - rest) <= slack;
}

/** How many minutes the zone of a text without an offset is ahead of UTC, where it tells a moment. */
export function zoneOffset(text: string, moment: number): number | undefined {
  if (hasOffset(text) || tellsMoment(text, moment) !== true) return undefined;
  return (Math.round((momentOf(text) - moment) / zoneStep) * zoneStep) / minutes(1);
}

/** A moment as a check expects it to be written. */
export const describeMoment = (moment: number): string =>
  `a time like ${new Date(moment).toISOString()}, in some time zone`;
