import { Untestable } from "../../../base/errors.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier, LocationName } from "../certifier/certifier.ts";
import { isReadFor, type Reading, type ReadTask } from "../certifier/reading.ts";
import { claims } from "../claims.ts";
import { linkEnds, stopsWithin } from "../requests/links.ts";
import { isCallback, type PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { askForCalls, callPagesOf, fillHistory, untilBegun } from "./call-reads.ts";
import { type Ending, endLinks } from "./deliveries.ts";
import { comeBack, inTurn, isExpected } from "./installation.ts";
import { longList } from "./page-counts.ts";
import { tooManyRequests } from "./rate-limit.ts";
import {
  askForResources,
  clearResources,
  fillPages,
  isResourcesRead,
  pageSizeOf,
  standInForResources,
} from "./resource-reads.ts";
import type { Scenario } from "./scenario.ts";
import { webhookBody } from "./webhook-bodies.ts";
import { deliver } from "./webhook-delivery.ts";

const judges = [...Object.values(linkEnds).flatMap(({ acknowledged, stopped }) => [acknowledged, stopped]), "LIFE-11"];

/** The time that it is watched, in seconds: long enough to show what it does by itself every few seconds. */
const watchedFor = stopsWithin + limit("partner_stop");

/** The number of pages and items that a walk has that a freeze interrupts: no one reads them before data calls must have stopped. */
const interrupted = { pages: 60, calls: 3_000, resources: 4_900 };

/** A walk that is interrupted need not end. */
const endlessTime = { perSecond: Number.POSITIVE_INFINITY, seconds: 1 };

/** The Locations that are to end connect beside everything else, so that they are not waited for later, and after one that stays: it may be taken for one of them. */
export const lifecycleConnects: Scenario = {
  title: "two Locations connect that are to be frozen and uninstalled",
  isUnrepeatable: true,
  claim: "lifecycle",
  judges: [],
  run: (certifier) => activateAll(certifier, ["first", "frozen", "uninstalled"]),
};

/** Activates Locations, a moment after each other. */
async function activateAll(certifier: Certifier, names: readonly LocationName[]): Promise<void> {
  await inTurn(
    certifier,
    names.map((name) => certifier.location(name)),
    (location) => certifier.activate(location),
  );
}

/** Waits until no callback of Locations can be on its way any more, so that one that comes after their links have ended answers to that. */
async function awaitCallbacks(
  { requests, watcher, roundTrip }: Certifier,
  locations: readonly number[],
): Promise<void> {
  const isTheirs = (request: PartnerRequest) => isCallback(request) && locations.includes(request.location ?? 0);
  const seconds = stopsWithin + limit("edge") + roundTrip / 1000;
  const isOver = () => watcher.passedSince(requests.findLast(isTheirs)?.at ?? 0) > milliseconds(seconds);
  await watcher.until(isOver, seconds);
}

/** Freeze in the middle of a walk and uninstall, at two Locations at once; the history shows data calls that come too late. */
export const lifecycle: Scenario = {
  title: "one Location is frozen while it is read, another uninstalled",
  isUnrepeatable: true,
  claim: "lifecycle",
  judges,
  async run(certifier) {
    const [frozen, uninstalled] = [certifier.location("frozen"), certifier.location("uninstalled")];
    await activateAll(certifier, ["frozen", "uninstalled"]);
    await awaitCallbacks(certifier, [frozen, uninstalled]);
    const endings: Ending[] = [
      { state: "freezed", location: frozen },
      { state: "uninstalled", location: uninstalled },
    ];
    await certifier.readings.alone(async () => {
      if (certifier.profile.actions.calls) await askForCalls(certifier, frozen, { isBeside: true, ...untilBegun });
      await beginWalks(certifier, frozen, ["calls", "resources"], { isHeld: true });
      await endWhileRead(certifier, endings);
    });
    await watchEnds(certifier, endings, watchedFor);
  },
};

/** A frozen Location is uninstalled, and so is one that is pending; then the two that ended come back. */
export const lifecycleComesBack: Scenario = {
  title: "a frozen Location is uninstalled, and both come back",
  isUnrepeatable: true,
  claim: "lifecycle",
  judges: [linkEnds.uninstalled.acknowledged],
  async run(certifier) {
    const [frozen, uninstalled] = [certifier.location("frozen"), certifier.location("uninstalled")];
    if (certifier.links.grants(uninstalled).length === 0) return;
    const stateOf = (location: number) => certifier.links.state(location, certifier.clock.now());
    const pending = (["got403", "got404", "gotNothing"] as const)
      .map((name) => certifier.location(name))
      .find((location) => stateOf(location) === "pending" && !isExpected(certifier, location));
    const ended = [...(stateOf(frozen) === "freezed" ? [frozen] : []), ...(pending === undefined ? [] : [pending])];
    await endLinks(
      certifier,
      ended.map((location) => ({ state: "uninstalled", location })),
      { isIdle: true },
    );
    // Anyone who cannot be connected is not asked to come back.
    if (certifier.profile.connect)
      await inTurn(certifier, [frozen, uninstalled], (location) => comeBack(certifier, location));
  },
};

/** The same again the other way round, while both are read: the first is uninstalled, and the other frozen. */
export const lifecycleAgain: Scenario = {
  title: "Locations that came back end the other way round",
  isUnrepeatable: true,
  claim: "lifecycle",
  judges,
  async run(certifier) {
    const [frozen, uninstalled] = [certifier.location("frozen"), certifier.location("uninstalled")];
    if (![frozen, uninstalled].every((location) => certifier.isActive(location))) return;
    await reportReturned(certifier, [frozen, uninstalled]);
    const endings: Ending[] = [
      { state: "uninstalled", location: frozen },
      { state: "freezed", location: uninstalled },
    ];
    const areEnded = await certifier.readings.alone(async () => {
      if (!(await isRead(certifier, frozen))) return false;
      await beginWalks(certifier, uninstalled, ["resources"]);
      await endWhileRead(certifier, endings);
      return true;
    });
    if (areEnded) await watchEnds(certifier, endings, stopsWithin);
  },
};

/** A Location that was frozen before is frozen again, and another is uninstalled while it is frozen. */
export const lifecycleEndsOnceMore: Scenario = {
  title: "a Location is frozen for the second time, and a frozen one uninstalled",
  isUnrepeatable: true,
  claim: "lifecycle",
  judges: [],
  async run(certifier) {
    const [returned, other] = [certifier.location("returning"), certifier.location("beside")];
    const active = [returned, other].filter((location) => certifier.isActive(location));
    if (active.length === 0) return;
    await endLinks(
      certifier,
      active.map((location) => ({ state: "freezed", location })),
      { isIdle: true },
    );
    if (active.includes(other))
      await endLinks(certifier, [{ state: "uninstalled", location: other }], { isIdle: true });
  },
};

/** Data of all these Locations is asked for once more, also where a link ended long ago: nothing must be read. */
export const lifecycleLongEnded: Scenario = {
  title: "Locations whose links have ended are asked for once more",
  isUnrepeatable: true,
  claim: "lifecycle",
  judges,
  async run(certifier) {
    const now = certifier.clock.now();
    const ended = (["frozen", "uninstalled", "returning", "beside"] as const).flatMap((name) => {
      const location = certifier.location(name);
      const { state, at } = certifier.links.at(location, now);
      return state === "freezed" || state === "uninstalled" ? [{ state, location, at }] : [];
    });
    if (ended.length > 0) await watchEnds(certifier, ended, stopsWithin, Math.max(...ended.map(({ at }) => at)));
  },
};

/** Ends links while they are read; an event that is not acknowledged then is brought about again in the same way. */
const endWhileRead = (certifier: Certifier, endings: readonly Ending[]): Promise<void> =>
  endLinks(certifier, endings, { again: (ending) => isAcknowledgedAgain(certifier, ending) });

/** True if an application acknowledges that a link ends once more while it is read; undefined where that cannot be tried. */
async function isAcknowledgedAgain(certifier: Certifier, ending: Ending): Promise<boolean | undefined> {
  const { acknowledged } = linkEnds[ending.state];
  const { found, judged } = await certifier.recorder.provisionally(
    { title: "a link ends once more while it is read", claim: "lifecycle" },
    async () => {
      await endAgain(certifier, ending.location, [ending.state]);
    },
  );
  return judged.has(acknowledged) ? !found.some(([id]) => id === acknowledged) : undefined;
}

/** Begins to have a Location read that came back; whether everything was asked for. A link that ends soon would excuse an application that reads nothing of it. */
async function isRead(certifier: Certifier, location: number): Promise<boolean> {
  const { actions, claims: claimed } = certifier.profile;
  const options = { isBeside: true, ...untilBegun };
  const readings: Reading[] = [];
  if (claimed.includes("resources") && actions.resources) {
    await fillPages(certifier, location, 0, 0);
    readings.push(await askForResources(certifier, location, options));
  }
  const left = await beginWalks(certifier, location, ["calls"]);
  if (left.length > 0) readings.push(await askForCalls(certifier, location, options));
  return readings.every(({ requests }) => requests.length > 0);
}

/** Ends the link of a Location once more while it is read, in one way after the other; whether that can be tried. */
export async function endAgain(
  certifier: Certifier,
  location: number,
  ends: readonly Ending["state"][],
): Promise<boolean> {
  const endings = ends.map((state): Ending => ({ state, location }));
  if (!certifier.profile.connect) return false;
  if (certifier.links.state(location, certifier.clock.now()) === "freezed")
    await endLinks(certifier, [{ state: "uninstalled", location }], { isIdle: true });
  if (!certifier.isActive(location) && !(await comeBack(certifier, location))) return false;
  await certifier.readings.alone(async () => {
    // Another Location is read meanwhile, as when it was ended before.
    const other = certifier.location("first");
    if (certifier.isActive(other)) await beginWalks(certifier, other, ["resources"]);
    await beginWalks(certifier, location, ["calls", "resources"], { isHeld: true });
    for (const ending of endings) await endLinks(certifier, [ending]);
  });
  await watchEnds(certifier, endings.slice(-1), watchedFor);
  return true;
}

/**
 * Has a long call history read, and a long list of resources, and goes on once that has begun; nothing of what there is no such walk of. Where it is held, the
 * second page of resources is refused for longer than a walk may go on: anyone who waits then has to look whether the link is still active before going on.
 * Returns what was not begun in time.
 */
async function beginWalks(
  certifier: Certifier,
  location: number,
  walked: readonly ReadTask[],
  { isHeld = false } = {},
): Promise<readonly ReadTask[]> {
  const from = certifier.requests.length;
  const tasks: ReadTask[] = [];
  for (const task of walked) if (await prepared[task](certifier, location)) tasks.push(task);
  if (isHeld && tasks.includes("resources"))
    await standInForResources(certifier, location, tooManyRequests(times.heldWhileEnding, certifier.dialect), {
      skip: 1,
    });
  const isBegun = (task: ReadTask) =>
    certifier.requests
      .slice(from)
      .filter((request) => request.location === location && isReadFor(task, location)(request)).length > 1;
  // It ends when the application does, while something else is watched.
  for (const task of tasks)
    void certifier.readings.ask(task, location, { isBeside: true, isDisturbed: true }).catch(() => undefined);
  if (tasks.length > 0) await certifier.watcher.until(() => tasks.every(isBegun), times.beginsToWalk);
  return tasks.filter((task) => !isBegun(task));
}

/** Prepares a walk that a freeze interrupts; whether there is one. */
const prepared: Record<ReadTask, (certifier: Certifier, location: number) => Promise<boolean>> = {
  async calls(certifier, location) {
    const pages = callPagesOf(certifier);
    const wanted = Math.min(interrupted.pages, Math.floor(interrupted.calls / (pages?.size ?? 1)));
    if (!certifier.profile.actions.calls || !pages) return false;
    return (await fillHistory(certifier, location, pages, wanted)) !== undefined;
  },
  async resources(certifier, location) {
    if (!certifier.profile.claims.includes("resources") || !certifier.profile.actions.resources) return false;
    const size = pageSizeOf(certifier.requests.findLast(isResourcesRead));
    const { pages, resources: items } = interrupted;
    await fillPages(certifier, location, longList({ pages, items }, size, endlessTime));
    return true;
  },
};

/** Watches for some seconds that data calls stop after links have ended, just now or at another time; asks for some when they must have stopped. */
async function watchEnds(
  certifier: Certifier,
  endings: readonly Ending[],
  seconds: number,
  ended = certifier.clock.now(),
): Promise<void> {
  const { links, recorder } = certifier;
  await certifier.watcher.watch(stopsWithin - certifier.watcher.passedSince(ended) / 1000);
  const locations = endings.map(({ location }) => location);
  await Promise.all([tempt(certifier, locations), reportEnded(certifier, endings)]);
  await certifier.watcher.watch(seconds - certifier.watcher.passedSince(ended) / 1000);
  await Promise.all(locations.map((location) => clearResources(certifier, location)));
  for (const { state, location } of endings) {
    const { stopped } = linkEnds[state];
    if (links.state(location, certifier.clock.now()) === state) recorder.judged(stopped);
    else recorder.untestable([stopped], "no such event was acknowledged", { applies: false });
  }
}

const ignoreUntestable = (error: unknown): void => {
  if (!(error instanceof Untestable)) throw error;
};

/** The words in findings for a Location whose link has ended, and the requirements by which the answer to its webhook is judged. */
const endedLocation: Readonly<Record<Ending["state"], { name: string; ids: readonly string[] }>> = {
  freezed: { name: "a frozen Location", ids: ["HOOK-16"] },
  uninstalled: { name: "a Location that was uninstalled", ids: [] },
};

/**
 * A frozen Location is still subscribed to, so a webhook of it is answered as any other. Of one that was uninstalled an event may be delivered that happened
 * before, and how that is answered is open. Neither is a reason to read data.
 */
async function reportEnded(certifier: Certifier, endings: readonly Ending[]): Promise<void> {
  const ended = endings.filter(
    ({ state, location }) => certifier.links.state(location, certifier.clock.now()) === state,
  );
  await Promise.all(
    ended.map(({ state, location }) => {
      const { name, ids } = endedLocation[state];
      return report(certifier, "ClientEvent", location, name, ids);
    }),
  );
}

/** A Location that came back is subscribed to as before. */
async function reportReturned(certifier: Certifier, locations: readonly number[]): Promise<void> {
  await Promise.all(
    locations.map((location) => report(certifier, "RecordEvent", location, "a Location that came back", ["HOOK-16"])),
  );
}

/** Sends a webhook of a Location; anyone who does not answer it is still watched. */
async function report(
  certifier: Certifier,
  event: "ClientEvent" | "RecordEvent",
  location: number,
  name: string,
  ids: readonly string[],
): Promise<void> {
  const { profile } = certifier;
  if (!profile.claims.includes("webhooks") || profile.webhook_url === undefined) return;
  const body = webhookBody(event, location, certifier.nextRecord());
  const webhook = { name: `${event} of ${name}`, body };
  await deliver(certifier, ids, [webhook], { isAgainAlone: true }).catch(ignoreUntestable);
}

/** Asks the application to read data of Locations whose links have ended; it should decline. */
async function tempt(certifier: Certifier, locations: number[]): Promise<void> {
  const tasks = (["calls", "resources"] as const).filter((name) => certifier.profile.actions[name]);
  const asked = tasks.flatMap((task) => locations.map((location) => ({ task, location })));
  await Promise.all(asked.map(({ task, location }) => certifier.readings.ask(task, location, { shouldDecline: true })));
  for (const { task, location } of asked) certifier.prompter.judgeAnswer(task, location, claims[task].basis);
}
