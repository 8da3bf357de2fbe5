import { days, hours } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import { loadFactors } from "../../../specs/factors.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { statusReads } from "../../model/operations/installation-status.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { ensureInstalled, fixtureLink } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { Lists, moveLinks } from "./circumstances.ts";
import { applicationOf, locationOf, requestOf } from "./requests.ts";
import { type Asked, agesOf, rowsOf } from "./rows.ts";
import { byWrongCallers } from "./wrong-callers.ts";

/** Operations that change something: a wrong caller's request is not sent by the right one first, and what they changed is read. */
const looks: Readonly<Record<string, (world: World, asked: Asked) => Promise<unknown>>> = {
  ...Object.fromEntries(
    ["grantAccess", "confirmInstallation", "uninstall", "reportPayment", "reportRefund"].map((operation) => [
      operation,
      (world: World, { row, turn }: Asked) =>
        readStatus(
          world,
          { location: locationOf(world, row), application: applicationOf(world, row) },
          statusReads[turn % statusReads.length],
        ),
    ]),
  ),
  changeHooksSettings: (world) =>
    world.request("readHooksSettings", { path: world.target.fixtures as never, as: "partner_token" }),
  sendVoipEvent: (world) => {
    const [date_from, date_to] = [-1, 1].map((count) => dayOf(world.now() + days(count)));
    const body = { salon_id: world.fixture("location_id"), date_from, date_to };
    return world.request("listCalls", { body, as: "system_user_token" });
  },
};

/** True if a wrong caller asks before the right one: what is served only after the right one, or only before, is found out so. */
const isWrongFirst = ({ caller, turn }: Asked): boolean => caller !== undefined && turn % 2 === 0;

/** Makes the request of a row: by the right caller and, where it asks for that, by a wrong one after it or before it. */
async function ask(world: World, asked: Asked, began: number): Promise<void> {
  const { operation, caller } = asked;
  const isChange = operation in looks || (world.operation(operation).method !== "GET" && operation !== "listCalls");
  const request = await requestOf(world, asked, began);
  const right = caller === undefined || !isChange ? [request] : [];
  const wrong = caller === undefined ? [] : byWrongCallers(world, operation, request, String(caller));
  for (const each of isWrongFirst(asked) ? [...wrong, ...right] : [...right, ...wrong])
    await world.request(operation, each);
  if (operation in looks) await looks[operation]?.(world, asked);
}

/** Shorter lists come before longer ones, and wrong callers who ask first before all others. */
const orderOf = (asked: Asked): number => 2 * Number(asked.row.items ?? 0) - Number(isWrongFirst(asked));

const isIn = (asked: Asked, age: number, link: string): boolean =>
  Number(asked.row.age ?? 0) === age && String(asked.row.link ?? "active") === link;

/** Asks some operations in every way, as their world ages and its links move; those that need no link are asked while they are active. */
async function askInEveryWay(world: World, operations: readonly string[]): Promise<void> {
  const { levels, operations: table } = loadFactors();
  const began = world.now();
  const lists = new Lists(world, began);
  const known = operations.filter((id) => id !== "readService" || world.target.fixtures.service_id !== undefined);
  const rows = known.flatMap((operation) => rowsOf(world, operation));
  const isMoved = rows.some(({ row }) => row.link !== undefined);
  const states = isMoved ? (levels.link ?? []).map(String) : ["active"];
  if (!isMoved)
    for (const location of new Set(["first", "second"].map((place) => locationOf(world, { place }))))
      await ensureInstalled(world, fixtureLink(world, { location }));
  for (const age of agesOf(world)) {
    await world.advanceTo(Math.max(world.now(), began + hours(age)));
    for (const state of states) {
      if (isMoved && (state !== "freezed" || world.can("links")))
        await moveLinks(
          world,
          state,
          rows.some(({ row }) => row.application !== undefined),
        );
      const now = rows.filter((asked) => isIn(asked, age, state));
      for (const asked of now.toSorted((a, b) => orderOf(a) - orderOf(b))) {
        const { items } = asked.row;
        const { collection } = table[asked.operation] ?? {};
        if (typeof items === "number")
          await (collection
            ? lists.fill(collection, locationOf(world, asked.row), items)
            : lists.fill("connected", applicationOf(world, asked.row), items));
        await ask(world, asked, began);
      }
    }
  }
}

const needs: readonly Need[] = [...freshInstallation, "control.seed", "control.clock", "credentials.system_user_token"];

const driver = (
  slug: string,
  title: string,
  ids: readonly RequirementId[],
  operations: readonly string[],
  ...more: Need[]
): Proof => proof(slug, ids, title, [...needs, ...more], (world) => askInEveryWay(world, operations));

const authority: readonly RequirementId[] = ["AUTH-1", "AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-6"];

/** The operations that are asked together, in a world of their own. */
const together = {
  searches: ["searchActivities", "searchActivityDates", "searchActivityDateRange"],
  links: ["readInstallationStatus", "readInstallationStatusInFlow", "listConnectedLocations", "readService"],
};

/** Every operation in combinations of its circumstances, as a world ages. */
export const everyRequestDrivers: Proof[] = [
  driver(
    "every-way-to-ask-for-clients",
    "every way to ask for clients",
    ["CLI-1", "CLI-5", "CLI-6", "CLI-7", "CLI-8", "CLI-9", "CLI-10", "CLI-11", ...authority],
    ["listClients"],
  ),
  driver(
    "every-way-to-ask-for-calls",
    "every way to ask for calls",
    ["CALL-1", "CALL-6", "CALL-7", "CALL-8", "CALL-9", "CALL-10", "CALL-11", ...authority],
    ["listCalls"],
  ),
  driver(
    "every-way-to-search-for-events",
    "every way to search for Events",
    ["ACT-2", "ACT-3", "ACT-4", "ACT-5", "ACT-7", "ACT-9", "AUTH-1", "AUTH-2", "AUTH-3"],
    together.searches,
  ),
  driver(
    "every-way-to-ask-for-resources",
    "every way to ask for resources",
    ["RES-3", "RES-4", "RES-8", "RES-9", "AUTH-11", "AUTH-12"],
    ["listResources"],
    "urls.v3_base_url",
    "credentials.v3_token",
  ),
  driver(
    "every-way-to-ask-for-links",
    "every way to ask for links",
    ["STAT-9", "LOC-7", "LOC-14", "AUTH-1", "AUTH-2", "AUTH-3"],
    together.links,
  ),
  driver(
    "every-way-to-ask-for-all-else",
    "every way to ask for all else",
    ["ENV-7", "MKT-13", ...authority],
    Object.keys(loadFactors().operations).filter(
      (id) => ![...together.searches, ...together.links, "listClients", "listCalls", "listResources"].includes(id),
    ),
  ),
];
