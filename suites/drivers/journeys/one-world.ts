import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { saysNoLink } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { linkKey } from "../../model/link-id.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { installing } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { callAsOthers } from "../payloads/partners-only.ts";
import { confirm, fixtureLink, grant, requestUninstall } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { confirmWrongly } from "./callbacks.ts";
import { grantAs, grantByStrangers } from "./grants.ts";
import { callForData, readBoth, readListed, requireNoLink } from "./steps.ts";
import { wrongPartners, wrongUsers } from "./wrong-grants.ts";

/** For a target that has one world only: everything is seen on the way, in as few requests as it takes. */
const onlyWorld: readonly Need[] = [...installing, "no control.reset"];

/** The links of other applications and at other Locations that are active, and those that are not there. */
async function findOthers(world: World, link: LinkId): Promise<Record<"active" | "absent", LinkId[]>> {
  const { second_location_id: location, fast_application_id: application } = world.target.fixtures;
  const found: Record<"active" | "absent", LinkId[]> = { active: [], absent: [] };
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

/** Uninstalls a link that this run has made. */
async function end(world: World, link: LinkId): Promise<void> {
  const { response } = await requestUninstall(world, link);
  if (response.status < 300) world.facts.links.delete(linkKey(link));
}

const installation: readonly RequirementId[] = [
  "INST-1",
  "INST-2",
  "INST-3",
  "INST-10",
  "INST-17",
  "INST-18",
  "INST-26",
  "INST-39",
  "AUTH-1",
  "AUTH-2",
  "AUTH-3",
  "AUTH-8",
  "AUTH-9",
  "AUTH-10",
  "STAT-1",
  "STAT-2",
  "STAT-3",
  "STAT-4",
  "STAT-5",
  "STAT-6",
  "STAT-7",
  "STAT-9",
  "STAT-10",
];

/** One installation, watched at every step, of each kind of application. */
export const oneWorldJourneys: Proof[] = [
  proof(
    "an-installation-from-grant-to-confirmation-in-the-only-world",
    installation,
    "an installation, from grant to confirmation, in the only world",
    onlyWorld,
    async (world) => {
      const link = fixtureLink(world);
      await requireNoLink(world, link);
      await callForData(world, link);
      if (world.target.credentials.system_user_token)
        await world.recall("listCompanies", { query: { my: 1 }, as: "system_user_token" });
      const { partner_token: partner = "" } = world.target.credentials;
      await grantAs(world, link, `Bearer ${partner}`, ...wrongUsers(world));
      await readStatus(world, link);
      await grantByStrangers(world, link);
      await readStatus(world, link);
      await grantAs(world, link, ...wrongPartners(world));
      await readStatus(world, link);
      // Refusals show nothing where no one is granted access.
      world.requireStatus(await grant(world, link), 201);
      await readBoth(world, link);
      await callForData(world, link);
      await confirmWrongly(world, link);
      await readStatus(world, link);
      await confirm(world, link);
      await readBoth(world, link);
      await callForData(world, link);
    },
  ),

  proof(
    "a-fast-install-in-the-only-world",
    ["INST-7", "INST-2", "STAT-6"],
    "a fast install in the only world",
    [...onlyWorld, "fixtures.fast_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("fast_application_id") });
      await requireNoLink(world, link);
      await grantByStrangers(world, link);
      await readStatus(world, link);
      await grant(world, link);
      await readStatus(world, link);
    },
  ),

  proof(
    "a-draft-in-the-only-world",
    ["INST-20", "INST-3"],
    "a draft in the only world",
    [...onlyWorld, "fixtures.draft_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("draft_application_id") });
      await requireNoLink(world, link);
      await grant(world, link);
      if ((await readStatus(world, link)).state !== "pending") return;
      await confirm(world, link);
      await readStatus(world, link);
    },
  ),

  proof(
    "a-grant-at-a-blocked-location-of-the-only-world",
    ["INST-8"],
    "a grant at a blocked Location of the only world",
    [...onlyWorld, "fixtures.blocked_location_id"],
    async (world) => {
      const link = fixtureLink(world, { location: world.fixture("blocked_location_id") });
      await requireNoLink(world, link);
      await grant(world, link);
      await readStatus(world, link);
    },
  ),
];

/** Installs a link anew that is gone, step by step; another link waits beside it. */
async function installAgain(world: World, link: LinkId, elsewhere: LinkId | undefined): Promise<void> {
  await callForData(world, link);
  await confirm(world, link);
  await readStatus(world, link);
  const { unknown_location_id: location } = world.target.fixtures;
  for (const unknown of [
    { ...link, application: unknownId },
    ...(location === undefined ? [] : [{ ...link, location }]),
  ])
    await grant(world, unknown);
  await grant(world, link);
  await readStatus(world, link);
  // A grant on a pending link reconnects it.
  await grant(world, link);
  await callForData(world, link);
  await readStatus(world, link);
  await confirmWrongly(world, link);
  if (elsewhere) await grant(world, elsewhere);
  await confirm(world, link);
  await readStatus(world, link);
  if (elsewhere) await readStatus(world, elsewhere);
  await confirm(world, link);
  await readStatus(world, link);
  await world.request("confirmInstallation", { as: "partner_token" });
  await callForData(world, link);
  await readListed(world, link);
}

/** The last journey of all, since nothing is installed after it. */
export const secondInstallationJourneys: Proof[] = [
  proof(
    "a-second-installation-in-the-only-world",
    [
      "INST-13",
      "MKT-13",
      "STAT-3",
      "STAT-6",
      "STAT-9",
      "LOC-8",
      "AUTH-2",
      "AUTH-3",
      "ERR-5",
      "INST-1",
      "INST-5",
      "INST-6",
      "INST-7",
      "INST-11",
      "INST-17",
      "INST-18",
      "INST-26",
      "INST-40",
    ],
    "a second installation in the only world",
    onlyWorld,
    async (world) => {
      const link = fixtureLink(world);
      if (!world.facts.links.has(linkKey(link))) return;
      await readStatus(world, link);
      const { active, absent } = await findOthers(world, link);
      const elsewhere = absent.find(({ location }) => location !== link.location);
      if (elsewhere) await callForData(world, elsewhere);
      await callAsOthers(world, "uninstall");
      await readStatus(world, link);
      await end(world, link);
      await readBoth(world, link);
      for (const witness of active) await readStatus(world, witness);
      if (!saysNoLink(await readStatus(world, link))) return;
      await readListed(world, link);
      await installAgain(world, link, elsewhere);
      await end(world, link);
      await readStatus(world, link);
      await endOthers(world, elsewhere);
    },
  ),
];

/** Ends a fast install and grants it once more, and ends a link that waits, whose callback then comes too late. */
async function endOthers(world: World, elsewhere: LinkId | undefined): Promise<void> {
  const fast = fixtureLink(world, { application: world.target.fixtures.fast_application_id ?? 0 });
  if (world.facts.links.has(linkKey(fast))) {
    await end(world, fast);
    if (saysNoLink(await readStatus(world, fast))) {
      await grant(world, fast);
      await readStatus(world, fast);
    }
  }
  if (!elsewhere || !world.facts.links.has(linkKey(elsewhere))) return;
  await readStatus(world, elsewhere);
  await end(world, elsewhere);
  await readStatus(world, elsewhere);
  await confirm(world, elsewhere);
  await readStatus(world, elsewhere);
}
