import { Untestable } from "../../../base/errors.ts";
import { callStatuses, callTypes } from "../../../generators/calls.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { type Gathered, holdsExactly, itemsOf, smallPage } from "./pages.ts";

/** Proofs over what is there, for a target whose collections cannot be replaced. */
const needs = ["installed", "no control.seed", "credentials.system_user_token"];

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Calls up to the day before yesterday: in no time zone does anybody call on those days any more. */
const past = { date_from: day(-365), date_to: day(-2) };

const history = async (world: World, asked: object, size = smallPage): Promise<Gathered> => {
  const last = await world.ask("listCalls", {
    body: { salon_id: world.fixture("location_id"), ...past, page: 1, ...asked, limit: size },
    authorization: world.as("system_user_token"),
  });
  world.needs(last, 200);
  return { last, items: itemsOf(last) ?? [] };
};

const clients = (world: World, query: [string, string][]): Promise<Exchange> =>
  world.ask("listClients", {
    path: { location_id: world.fixture("location_id") },
    query: [...query, ["page", "1"], ["count", String(smallPage)]],
    authorization: world.as("system_user_token"),
  });

/** Writes down whether a list holds a client that it must. */
function includes(world: World, requirement: string, found: Exchange, client: Item): void {
  const items = itemsOf(found) ?? [];
  // A page that is full may have more behind it.
  if (items.length >= smallPage) return;
  const isSo = items.some(({ id }) => id === client.id);
  world.holds(requirement, found, isSo, `${items.length} clients without ${String(client.id)}`, "the client", "/data");
}

export const foundProofs: Proof[] = [
  proof("CALL-8 CALL-9 CALL-10", "what the history holds is found by its filters", needs, async (world) => {
    const whole = await history(world, {});
    // With a full page there may be more, and what a filter must find is not known.
    if (whole.items.length === 0 || whole.items.length >= smallPage)
      throw new Untestable(`the Location has ${whole.items.length} calls or more`);
    const { items } = whole;
    for (const [requirement, name, field, values] of [
      ["CALL-8", "types", "type", callTypes],
      ["CALL-9", "statuses", "status", callStatuses],
    ] as const) {
      for (const value of values.filter((one) => items.some((item) => item[field] === one))) {
        const must = items.filter((item) => item[field] === value);
        holdsExactly(world, requirement, await history(world, { [name]: [value] }), must, { all: items });
      }
    }
    const [first] = items;
    const [type, status] = [String(first?.type), String(first?.status)];
    const both = items.filter((item) => item.type === type && item.status === status);
    holdsExactly(world, "CALL-10", await history(world, { types: [type], statuses: [status] }), both, { all: items });
  }),

  proof("CALL-11", "two pages of the history hold no call twice", needs, async (world) => {
    const [one, other] = [await history(world, {}, 2), await history(world, { page: 2 }, 2)];
    if (one.items.length === 0) throw new Untestable("the Location has no calls");
    const twice = other.items.find(({ id }) => one.items.some((item) => item.id === id));
    world.holds("CALL-11", other.last, !twice, `the call ${String(twice?.id)} on two pages`, "each call once", "/data");
  }),

  proof("CLI-6 CLI-8", "clients that are there are found", [...needs, "fixtures.client_ids"], async (world) => {
    const [id, ...more] = world.fixture("client_ids");
    const found = await clients(world, [["id", String(id)]]);
    world.needs(found, 200);
    const [client] = itemsOf(found) ?? [];
    world.holds(
      "CLI-8",
      found,
      client?.id === id,
      `${itemsOf(found)?.length ?? 0} clients`,
      `the client ${id}`,
      "/data",
    );
    if (!client) return;
    if (more.length > 0) {
      const several = await clients(
        world,
        [id, ...more].map((one): [string, string] => ["id[]", String(one)]),
      );
      includes(world, "CLI-8", several, client);
    }
    for (const [name, field] of [
      ["fullname", "name"],
      ["phone", "phone"],
      ["email", "email"],
    ] as const) {
      const value = String(client[field] ?? "").trim();
      if (value !== "") includes(world, "CLI-6", await clients(world, [[name, value]]), client);
    }
  }),
];
