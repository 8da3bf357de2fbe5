import { isCallback, type PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { seenBetween, stopsAfter } from "./data-calls.ts";
import type { History, HistoryCheck, Judge } from "./history-check.ts";

/** The callbacks to the right host. */
const callbacksIn = (requests: readonly PartnerRequest[]): PartnerRequest[] =>
  requests.filter((request) => isCallback(request) && request.surface === "app");

/** An accepted callback for a grant of access, and those that repeat it. */
interface Confirmation {
  first: PartnerRequest;
  /** True if the Location was confirmed before. */
  isBack: boolean;
  repeats: PartnerRequest[];
}

function confirmationsIn(accepted: readonly PartnerRequest[], links: History["links"]): Confirmation[] {
  const confirmations: Confirmation[] = [];
  for (const callback of accepted) {
    const { location = 0, at } = callback;
    const last = confirmations.findLast(({ first }) => first.location === callback.location);
    const isGranted = links.grants(location).some((granted) => granted > (last?.first.at ?? 0) && granted <= at);
    if (last && !isGranted) last.repeats.push(callback);
    else confirmations.push({ first: callback, isBack: last !== undefined, repeats: [] });
  }
  return confirmations;
}

/** The number of callbacks that are repeated where answers are not just lost: at least so many, and those of so large a part of all confirmations. */
const manyRepeated = { count: 3, part: 0.4 };

/** The number of Locations that have to come back before it shows something that each is confirmed twice. */
const severalBack = 2;

/** True if more callbacks are repeated than lost answers explain: many of all, or each one of Locations that come back. */
function areTooMany(confirmations: readonly Confirmation[]): boolean {
  const repeats = confirmations.flatMap((confirmation) => confirmation.repeats).length;
  const repeated = confirmations.filter((confirmation) => confirmation.repeats.length > 0).length;
  const back = confirmations.filter(({ isBack }) => isBack);
  return (
    (repeats >= manyRepeated.count && repeated >= manyRepeated.part * confirmations.length) ||
    (back.length >= severalBack && back.every((confirmation) => confirmation.repeats.length > 0))
  );
}

/** An accepted callback may be sent again, but not again and again, until the owner grants access anew. */
const confirmedOnce: Judge = ({ requests, links, recorder, context }) => {
  const callbacks = callbacksIn(requests);
  // Where a callback was refused or lost since the grant, a retry that was already planned may cross the one that succeeds.
  const troubles = callbacks.filter(({ status }) => status !== 201);
  const isTroubled = ({ location, at }: PartnerRequest) => {
    const granted = links.grants(location ?? 0).findLast((grant) => grant <= at) ?? 0;
    return troubles.some((before) => before.location === location && before.at >= granted && before.at <= at);
  };
  const accepted = callbacks.filter((callback) => callback.status === 201 && !isTroubled(callback));
  if (accepted.length > 0) recorder.judged("INST-41");
  const confirmations = confirmationsIn(accepted, links);
  // On the way to another machine an answer may be lost, and then its callback is rightly sent again.
  if (context.network.isRemote && !areTooMany(confirmations)) return;
  for (const { first, repeats } of confirmations)
    for (const callback of repeats.slice(1))
      recorder.finding("INST-41", {
        found: `${repeats.length + 1} callbacks for Location ${callback.location}, ${callback.at - first.at} ms after the accepted one`,
        expected: "one for each grant, or one more",
        by: callback,
      });
};

/** When repeated callbacks have no end: there are many, or some over a while, and the last of them came shortly before the application was last seen. */
const endless = { many: 30, some: 5 };

function areEndless(repeats: readonly PartnerRequest[], lastSeen: number): boolean {
  if (repeats.length > endless.many) return true;
  const [first, last] = [repeats[0]?.at ?? 0, repeats.at(-1)?.at ?? 0];
  return (
    repeats.length > endless.some &&
    last - first > milliseconds(times.endlessAfter) &&
    lastSeen - last < milliseconds(times.stillSending)
  );
}

/** A callback that was accepted is not repeated without end, however often it is accepted. */
const confirmedWithEnd: Judge = ({ requests, links, recorder }) => {
  const callbacks = callbacksIn(requests);
  const accepted = callbacks.filter(({ status }) => status === 201);
  if (accepted.length === 0) return;
  recorder.judged("INST-43");
  const lastSeen = Math.max(...requests.map(({ at }) => at));
  for (const { first, repeats } of confirmationsIn(accepted, links))
    if (areEndless(repeats, lastSeen))
      recorder.finding("INST-43", {
        found: `${repeats.length} callbacks for Location ${first.location} after the accepted one, and no end`,
        expected: "one for each grant, or a few more",
        by: repeats.at(-1),
      });
};

/** After an acknowledged uninstall the next callback follows a new grant; one that was on its way, or is the retry of a refused one, is no news. */
const confirmedWhereGranted: Judge = (history) => {
  const { requests, links, recorder, context } = history;
  const callbacks = callbacksIn(requests);
  const judged = callbacks.filter(({ location = 0 }) => links.grants(location).length > 0);
  if (judged.length > 0) recorder.judged("INST-44");
  for (const callback of judged) {
    const { location = 0, at } = callback;
    const ended = links.uninstalledBefore(location, at);
    if (ended === undefined) continue;
    const granted = links.grants(location).findLast((time) => time <= ended) ?? 0;
    const before = callbacks.filter((sent) => sent.location === location && sent.at >= granted && sent.at <= ended);
    const isOnItsWay =
      (before.at(-1)?.at ?? 0) > ended - stopsAfter(context) && seenBetween(history, ended, at) < stopsAfter(context);
    if (isOnItsWay || before.some(({ status }) => status !== 201)) continue;
    recorder.finding("INST-44", {
      found: `a callback ${((at - ended) / 1000).toFixed(1)} seconds after an uninstall that was acknowledged`,
      expected: `none for Location ${location} until the owner grants access again`,
      by: callback,
    });
  }
};

/** The checks of all callbacks. */
export const callbackChecks: readonly HistoryCheck[] = [
  { judges: ["INST-41"], judge: confirmedOnce },
  { judges: ["INST-43"], judge: confirmedWithEnd },
  { judges: ["INST-44"], judge: confirmedWhereGranted },
];
