import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import { checkUnauthorizedCallbacks } from "../access/grant-access.ts";
import { checkRefusal } from "../access/not-found.ts";
import { type ListReading, longList, readList } from "../lists/whole-lists.ts";
import { callsOfOthers, checkRefused } from "../payloads/partners-only.ts";
import { confirm, fixtureLink, grant, uninstall } from "../run/installing.ts";
import { type LinkId, linkKey } from "../run/link-id.ts";
import { checkNotActive, checkState, readStatus, type StatusReading, saysNoLink } from "../run/link-status.ts";
import { type Proof, proof } from "../run/proof.ts";
import { unknownId } from "../run/unknown-id.ts";
import type { World } from "../run/world.ts";
import { onlyWorld, requestData } from "./one-installation.ts";
import {
  changesIn,
  checkLogged,
  checkLoggedAgain,
  checkLogUntouched,
  checkNothingElseLogged,
  isLoggedActive,
  tellAge,
} from "./status-checks.ts";

/** Other links. */
interface OtherLinks {
  /** Those that are active, and that nothing done to the first may touch. */
  active: LinkId[];
  /** Those that are not there. */
  absent: LinkId[];
}

/** Looks for the same application at a second Location, and for the fast one at the same. */
async function findOthers(world: World, link: LinkId): Promise<OtherLinks> {
  const { second_location_id: location, fast_application_id: application } = world.target.fixtures;
  const found: OtherLinks = { active: [], absent: [] };
  for (const other of [
    ...(location === undefined ? [] : [{ ...link, location }]),
    ...(application === undefined ? [] : [{ ...link, application }]),
  ]) {
    const reading = await readStatus(world, other);
    if (reading.state === "active") found.active.push(other);
    if (saysNoLink(reading)) found.absent.push(other);
  }
  return found;
}

/** Judges whether the list of connected Locations holds one whose link is active, and none whose link is gone. */
async function checkListed(world: World, { location, application }: LinkId, isLinked: boolean): Promise<void> {
  const operation = "listConnectedLocations";
  const requestPage = (page: number, count: number) =>
    world.request(operation, { path: { application_id: application }, query: { page, count }, as: "partner_token" });
  const isListed = ({ items }: ListReading) => items.some(({ id }) => id === location);
  const reading = await world.settled(
    operation,
    () => readList(world, { operation, requestPage }, { count: 0, ...longList }),
    (found) => isListed(found) === isLinked,
  );
  if (!reading.isWhole && !isListed(reading)) return;
  world.check("LOC-8", isListed(reading) === isLinked, {
    exchange: reading.last,
    ...(isLinked
      ? { found: `no Location ${location}`, expected: `the Location ${location}, whose link is active again` }
      : {
          found: `the Location ${location}, whose link is gone`,
          expected: "only Locations that connected the application",
        }),
    pointer: "/data",
  });
}

/** Judges whether what the status told once of an active link it still tells: when it was created, and when it changed. */
function checkUnmoved(world: World, before: StatusReading | undefined, now: StatusReading): void {
  // Somebody may have installed it anew meanwhile.
  if (!before || now.state !== before.state || now.logs.length !== before.logs.length) return;
  if (JSON.stringify(now.createdAt) !== JSON.stringify(before.createdAt))
    tellAge(world, now, `earlier ${String(before.createdAt)}`);
  checkLogUntouched(world, before, now);
}

/** Judges whether data calls for a Location without an active link are refused. */
async function checkDataRefused(world: World, link: LinkId): Promise<void> {
  for (const exchange of await requestData(world, link, "refused"))
    if (world.run.served.has(exchange.request.operation.id)) world.checkStatus("INST-17", exchange, 401, 403);
}

/** Judges whether grants that name something unknown are refused. */
async function checkUnknownGrants(world: World, link: LinkId): Promise<void> {
  const { unknown_location_id: location } = world.target.fixtures;
  const unknown = [{ ...link, application: unknownId }, ...(location === undefined ? [] : [{ ...link, location }])];
  for (const named of unknown) checkRefusal(world, await grant(world, named));
}

/** Installs a link anew that is gone, and judges every step as the first time; answers whether one at a second Location waits beside it. */
async function judgeAgain(
  world: World,
  link: LinkId,
  elsewhere: LinkId | undefined,
  before: StatusReading,
): Promise<boolean> {
  await checkDataRefused(world, link);
  await confirm(world, link);
  await checkNotActive(world, "INST-11", link);
  await checkUnknownGrants(world, link);
  world.checkStatus("INST-1", await grant(world, link), 201);
  await checkState(world, "INST-1", link, "pending");
  // A grant on a pending link reconnects it.
  world.checkStatus("INST-6", await grant(world, link), 201);
  await checkDataRefused(world, link);
  await checkState(world, "INST-6", link, "pending");
  // What a callback does to a link that a wrong one has confirmed is open.
  if (!(await checkUnauthorizedCallbacks(world, link))) return false;
  const isWaiting = elsewhere !== undefined && (await grant(world, elsewhere)).response.status === 201;
  world.checkStatus("INST-6", await confirm(world, link), 201);
  const active = await checkState(world, "INST-6", link, "active");
  if (active.state === "active") judgeLog(world, before, active);
  const waiting = isWaiting ? await checkState(world, "INST-5", elsewhere, "pending") : undefined;
  await confirm(world, link);
  const again = await checkState(world, "INST-40", link, "active");
  if (isLoggedActive(active)) checkConfirmedOnce(world, active, again);
  await world.request("confirmInstallation", { as: "partner_token" });
  for (const served of await requestData(world, link, "served")) world.checkStatus("INST-18", served, 200);
  await checkListed(world, link, true);
  return waiting?.state === "pending";
}

/** Judges whether the log tells of one confirmation after a second callback, which changes nothing. */
function checkConfirmedOnce(world: World, before: StatusReading, after: StatusReading): void {
  const [earlier, now] = [before, after].map(
    (reading) => changesIn(reading).filter((change) => change === "pending → active").length,
  ) as [number, number];
  world.check("STAT-6", now <= earlier, {
    exchange: after.exchange,
    found: `${counted(now, "change")} from pending to active after a second callback`,
    expected: `${earlier}, as before it`,
    pointer: "/data/logs",
  });
}

/** Judges what the log tells of a second installation: its own changes, and none of another link's. */
function judgeLog(world: World, before: StatusReading, active: StatusReading): void {
  checkLogged(world, "STAT-6", active, "pending", "active");
  checkLoggedAgain(world, before, active);
  checkNothingElseLogged(world, before, active);
}

/** Ends a link that waits for its callback, which the end of another leaves alone, and judges whether one that comes too late still counts. */
async function judgeEndedWhilePending(world: World, link: LinkId): Promise<void> {
  if ((await checkState(world, "STAT-9", link, "pending")).state !== "pending") return;
  await uninstall(world, link);
  world.run.links.delete(linkKey(link));
  if (!saysNoLink(await checkNotActive(world, "INST-13", link))) return;
  await confirm(world, link);
  await checkNotActive(world, "INST-11", link);
}

/** Ends a fast install of this run, and judges whether a second one is active at once too. */
async function judgeFastAgain(world: World): Promise<void> {
  const { fast_application_id: application } = world.target.fixtures;
  const link = fixtureLink(world, { application: application ?? 0 });
  if (!world.run.links.has(linkKey(link))) return;
  await uninstall(world, link);
  if (!saysNoLink(await checkNotActive(world, "INST-13", link))) return;
  if (world.checkStatus("INST-7", await grant(world, link), 201)) await checkState(world, "INST-7", link, "active");
}

/** The last proofs of all, since nothing is installed after them. */
export const secondInstallationProofs: Proof[] = [
  proof(
    "INST-13 MKT-13 STAT-3 STAT-6 STAT-9 LOC-8 AUTH-2 AUTH-3 ERR-5 INST-1 INST-5 INST-6 INST-7 INST-11 INST-17 INST-18 INST-26 INST-40",
    "what was installed is no longer active once it is uninstalled, leaves others alone, and can be installed again",
    onlyWorld,
    async (world) => {
      const link = fixtureLink(world);
      const { links } = world.run;
      const known = links.get(linkKey(link));
      if (!known) throw new Untestable("this run has installed nothing");
      const before = await readStatus(world, link);
      checkUnmoved(world, world.run.firstActive.get(linkKey(link)), before);
      const others = await findOthers(world, link);
      const elsewhere = others.absent.find(({ location }) => location !== link.location);
      if (elsewhere) await checkDataRefused(world, elsewhere);
      const refused = await callsOfOthers(world, "uninstall");
      await checkState(world, "MKT-13", link, "active");
      await uninstall(world, link);
      checkRefused(world, refused);
      links.delete(linkKey(link));
      const reading = await checkNotActive(world, "INST-13", link);
      await checkNotActive(world, "INST-26", link, "readInstallationStatusInFlow");
      for (const witness of others.active) await checkState(world, "STAT-9", witness, "active");
      if (!saysNoLink(reading)) return;
      await checkListed(world, link, false);
      const isWaiting = await judgeAgain(world, link, elsewhere, before);
      await uninstall(world, link);
      links.delete(linkKey(link));
      await checkNotActive(world, "INST-13", link);
      await judgeFastAgain(world);
      if (elsewhere && isWaiting) await judgeEndedWhilePending(world, elsewhere);
    },
  ),
];
