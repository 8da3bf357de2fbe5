import { days, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { momentOf } from "../../../base/formats.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { checkUnauthorizedCallbacks } from "../access/grant-access.ts";
import { RefusedGrants, wrongPartners, wrongUsers } from "../access/refused-grants.ts";
import { callForAllData } from "../run/calls-for-data.ts";
import { confirm, confirmAtWrongHost, fixtureLink, grant } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import {
  checkState,
  describeReading,
  readSettledStatus,
  readStatus,
  type StatusReading,
  saysNoLink,
} from "../run/link-status.ts";
import { installing } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { checkFastInstall } from "./grants.ts";
import { checkAllParts, checkLogged, describeMoment, tellAge, tellsMoment } from "./status-checks.ts";

/** For a target that has one world only: everything is seen on the way, in as few requests as it takes. */
export const onlyWorld = [...installing, "no control.reset"];

/** Ends the proof as untestable unless there is certainly no link; what a provider says of one that never was is open. */
async function requireNoLink(world: World, link: LinkId): Promise<void> {
  const reading = await readStatus(world, link);
  if (saysNoLink(reading)) return;
  const { state = reading.exchange.response.status } = reading;
  throw new Untestable(
    `the status of application ${link.application} at Location ${link.location} reads ${JSON.stringify(state)}; uninstall it there first`,
  );
}

/** How far a time zone may set times apart. */
const farAway = days(2);

/** Judges whether a link that was made just now, and never before, tells a time of about now, by our clock or that of the target's log. */
function checkCreatedNow(world: World, { exchange, createdAt, logs }: StatusReading): void {
  // Whether a link that was there before keeps the time of its first creation is open.
  if (logs.length > 1) return;
  const nows = [world.now(), ...logs.flatMap(({ changed_at }) => momentOf(changed_at) || [])];
  if (nows.every((now) => Math.abs(momentOf(createdAt) - now) > farAway))
    world.check("STAT-3", false, {
      exchange,
      found: String(createdAt),
      expected: "the time at which the link was created, just now",
      pointer: "/data/connection_status/created_at",
    });
}

/** How long a grant and the status after it may take together for the moment in between to be known. */
const briefly = seconds(5);

/** Judges whether the time of creation is that of the grant to the second, where the log shows that the target's clock is right. */
function checkCreatedThen(world: World, { exchange, createdAt, logs }: StatusReading, granted: number): void {
  const tells = (time: unknown) => tellsMoment(String(time), granted);
  if (world.now() - granted > briefly || logs.length !== 1 || !tells(logs[0]?.changed_at)) return;
  const isTold = tells(createdAt);
  if (isTold !== undefined)
    world.check("STAT-3", isTold, {
      exchange,
      found: String(createdAt),
      expected: describeMoment(granted),
      pointer: "/data/connection_status/created_at",
    });
}

/** Judges whether a link that was confirmed is as old as it was before. */
function checkAge(world: World, pending: StatusReading, active: StatusReading): void {
  if (pending.state !== "pending" || active.state !== "active") return;
  const [before, now] = [momentOf(pending.createdAt), momentOf(active.createdAt)];
  if (before !== now && !Number.isNaN(before) && !Number.isNaN(now))
    tellAge(world, active, `before the callback ${String(pending.createdAt)}`);
}

/** Makes the data calls for the Location, where there is a token for them. */
export const requestData = async (
  world: World,
  { location }: LinkId,
  expected: "served" | "refused",
): Promise<Exchange[]> => (world.target.credentials.system_user_token ? callForAllData(world, location, expected) : []);

/** Judges data calls that were made before the link was active by whether the same ones are served now that it is active. */
async function checkDataAccess(world: World, link: LinkId, before: readonly Exchange[]): Promise<void> {
  for (const served of await requestData(world, link, "served")) {
    if (!world.checkStatus("INST-18", served, 200)) continue;
    for (const refused of before.filter(({ request }) => request.operation.id === served.request.operation.id))
      world.checkStatus("INST-17", refused, 401, 403);
  }
}

/** Judges whether callbacks that must not count are refused, and leave the link pending. */
async function checkWrongCallbacks(world: World, link: LinkId): Promise<void> {
  world.checkStatus("INST-10", await confirmAtWrongHost(world, link), 404);
  world.checkStatus("AUTH-1", await confirm(world, link, ""), 401);
  await checkUnauthorizedCallbacks(world, link);
  await checkState(world, "INST-39", link, "pending");
}

/** Judges what the status says after the callback. */
async function checkConfirmed(world: World, link: LinkId, pending: StatusReading): Promise<void> {
  const reading = await checkState(world, "INST-3", link, "active");
  world.check("STAT-9", reading.state === "active", {
    exchange: reading.exchange,
    found: describeReading(reading),
    expected: "active after the callback",
  });
  checkLogged(world, "STAT-7", reading, "uninstalled", "pending");
  checkLogged(world, "STAT-6", reading, "pending", "active");
  checkAge(world, pending, reading);
  const isSame = ({ state }: StatusReading) => state === reading.state;
  const inFlow = await readSettledStatus(world, link, isSame, "readInstallationStatusInFlow");
  world.check("INST-26", isSame(inFlow), {
    exchange: inFlow.exchange,
    found: describeReading(inFlow),
    expected: `${describeReading(reading)}, as on the main host`,
  });
}

/** Proofs of one installation, watched at every step. */
export const oneInstallationProofs: Proof[] = [
  proof(
    "INST-1 INST-3 INST-10 INST-17 INST-18 INST-26 INST-39 AUTH-1 AUTH-2 AUTH-3 AUTH-8 AUTH-9 AUTH-10 STAT-1 STAT-2 STAT-3 STAT-4 STAT-5 STAT-6 STAT-7 STAT-9 STAT-10 INST-2",
    "an installation keeps to its steps, from grant to confirmation",
    onlyWorld,
    async (world) => {
      const link = fixtureLink(world);
      await requireNoLink(world, link);
      const beforehand = await requestData(world, link, "refused");
      if (world.target.credentials.system_user_token)
        await world.recall("listCompanies", { query: { my: 1 }, as: "system_user_token" });
      const refused = new RefusedGrants(world, link);
      const { partner_token: partner = "" } = world.target.credentials;
      await refused.check([`Bearer ${partner}`, ...wrongUsers(world)], "AUTH-9", 401, 403);
      await refused.checkStrangers();
      await refused.check(wrongPartners(world), "AUTH-2", 401);
      const moment = world.now();
      const granted = await grant(world, link);
      world.checkStatus("AUTH-8", granted, 201);
      // Refusals show nothing where nobody is granted access.
      if (!world.checkStatus("INST-1", granted, 201)) world.requireStatus(granted, 201);
      const pending = await checkState(world, "INST-1", link, "pending");
      await checkAllParts(world, link, "pending", pending);
      checkCreatedNow(world, pending);
      checkCreatedThen(world, pending, moment);
      const whilePending = await requestData(world, link, "refused");
      await checkWrongCallbacks(world, link);
      const confirmed = await confirm(world, link);
      world.checkStatus("AUTH-10", confirmed, 201);
      if (!world.checkStatus("INST-3", confirmed, 201)) return;
      await checkConfirmed(world, link, pending);
      await checkDataAccess(world, link, [...beforehand, ...whilePending]);
    },
  ),

  proof(
    "INST-7 INST-2 STAT-6",
    "a fast install is active at once",
    [...onlyWorld, "fixtures.fast_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("fast_application_id") });
      await requireNoLink(world, link);
      const refused = new RefusedGrants(world, link);
      await refused.checkStrangers();
      if (!refused.linkNothing) throw new Untestable("a grant that must be refused has made the link already");
      await checkFastInstall(world, link);
    },
  ),

  proof(
    "INST-20 INST-3",
    "a draft is installed on a test Location",
    [...onlyWorld, "fixtures.draft_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("draft_application_id") });
      await requireNoLink(world, link);
      if (!world.checkStatus("INST-20", await grant(world, link), 201)) return;
      // Whether a draft counts as a fast install is open.
      if ((await readStatus(world, link)).state !== "pending") return;
      world.checkStatus("INST-3", await confirm(world, link), 201);
      await checkState(world, "INST-3", link, "active");
    },
  ),

  proof(
    "INST-8",
    "a blocked Location denies the grant and links nothing",
    [...onlyWorld, "fixtures.blocked_location_id"],
    async (world) => {
      const link = fixtureLink(world, { location: world.fixture("blocked_location_id") });
      await new RefusedGrants(world, link).checkOf("owner_user_token", "INST-8", 403);
      if (world.run.links.size === 0) throw new Untestable("no grant was accepted elsewhere");
    },
  ),
];
