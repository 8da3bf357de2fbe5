import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import { schedule } from "../../../generators/activities.ts";
import { callHistory } from "../../../generators/calls.ts";
import { clientele, edgeClients } from "../../../generators/clients.ts";
import { title } from "../../../generators/titles.ts";
import { isLinkedState } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import type { World } from "../../schedule/run/world.ts";
import { freeze } from "../journeys/endings.ts";
import { draw, drawSome } from "../steps/explore.ts";
import { confirm, grant, requestUninstall } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { eventsBegin } from "./requests.ts";
import { sizesOf } from "./rows.ts";

const repeated = <T>(values: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => values[index % values.length] as T);

/** The items that lists are filled with: as many as the longest has, each kind with values that a program may spoil among its first. */
function suppliesOf(world: World, began: number): Readonly<Record<string, readonly object[]>> {
  const most = Math.max(...sizesOf(world));
  return {
    clients: [...draw(world, clientele(most - 24)), ...edgeClients()].toSorted(
      (a, b) => (Number(a.id) % 7) - (Number(b.id) % 7),
    ),
    calls: repeated(draw(world, callHistory()), most).map((call, index) => ({ ...call, id: 500_001 + index })),
    activities: draw(world, schedule(most)).map((event, index) => ({
      ...event,
      date: dayOf(began + days(eventsBegin + (index % 12))),
    })),
    // Among resources of one title, the ids are in another order than that in which they were made.
    resources: drawSome(world, title(), most).map((each, index) => ({
      id: 910_000 + ((index * 7) % most),
      title: index % 3 === 0 ? "Room" : each,
    })),
    connected: Array.from({ length: most }, (_, index) => ({ title: `Salon ${index % 50}` })),
  };
}

/** Keeps lists as long as rows ask for; those that are so already are left alone. */
export class Lists {
  readonly #world: World;
  readonly #supplies: ReturnType<typeof suppliesOf>;
  readonly #lengths = new Map<string, number>();

  constructor(world: World, began: number) {
    this.#world = world;
    this.#supplies = suppliesOf(world, began);
  }

  async fill(collection: string, owner: number, count: number): Promise<void> {
    const key = `${collection} ${owner}`;
    if (this.#lengths.get(key) === count) return;
    this.#lengths.set(key, count);
    const items = (this.#supplies[collection] ?? []).slice(0, count);
    const { control, target } = this.#world;
    const seed = () => control.seed(owner, collection, [...items]);
    if (collection === "connected") await control.seedConnected(owner, [...items]);
    // Where nothing can be installed or read, a target may refuse to have records.
    else if (owner === target.fixtures.blocked_location_id || owner === target.fixtures.inaccessible_location_id)
      await control.allows(seed);
    else await seed();
  }
}

/** The links that are moved: of every application at every Location where it can be installed. */
function linksOf({ target: { fixtures } }: World): LinkId[] {
  const { location_id, second_location_id, application_id, fast_application_id, draft_application_id } = fixtures;
  return [location_id, second_location_id].flatMap((location) =>
    [application_id, fast_application_id, location === location_id ? draft_application_id : undefined].flatMap(
      (application) => (location === undefined || application === undefined ? [] : [{ location, application }]),
    ),
  );
}

/** Brings every link to a state, from the state before it in the table; a target may refuse to freeze one that it left in another. */
const moves: Readonly<Record<string, (world: World, link: LinkId) => Promise<unknown>>> = {
  // A new world may have applications at its second Location.
  none: async (world, link) => {
    if (isLinkedState((await readStatus(world, link)).state)) await requestUninstall(world, link);
  },
  pending: grant,
  active: confirm,
  freezed: (world, link) => world.control.allows(() => freeze(world, link)),
  uninstalled: requestUninstall,
};

/** Brings the application's own links to a state, or those of every application, which are then read in every state. */
export async function moveLinks(world: World, state: string, isOfAll: boolean): Promise<void> {
  const { application_id } = world.target.fixtures;
  for (const link of linksOf(world)) {
    if (!isOfAll && link.application !== application_id) continue;
    await moves[state]?.(world, link);
    // The effect of a grant on a link that has ended is open until the status says that there is none.
    if (isOfAll || state === "uninstalled") await readStatus(world, link);
  }
}
