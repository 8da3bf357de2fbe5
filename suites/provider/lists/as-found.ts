import { days } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import { callStatuses, callTypes } from "../../../generators/calls.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { itemsOf } from "../run/answers.ts";
import { dataAccess } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { checkItems, type ListReading, smallPage } from "./whole-lists.ts";

const needs = [...dataAccess, "no control.seed"];

const daysAgo = (count: number): string => new Date(Date.now() - days(count)).toISOString().slice(0, 10);

/** Calls up to the day before yesterday: in no time zone does anybody call on those days any more. */
const past = { date_from: daysAgo(365), date_to: daysAgo(2) };

const readHistory = async (world: World, filter: object, size = smallPage): Promise<ListReading> => {
  const last = await world.request("listCalls", {
    body: { salon_id: world.fixture("location_id"), ...past, page: 1, ...filter, limit: size },
    as: "system_user_token",
  });
  world.requireStatus(last, 200);
  return { last, items: itemsOf(last) ?? [] };
};

const requestClients = (world: World, query: [string, string][]): Promise<Exchange> =>
  world.request("listClients", {
    path: { location_id: world.fixture("location_id") },
    query: [...query, ["page", "1"], ["count", String(smallPage)]],
    as: "system_user_token",
  });

/** Judges whether a list holds a client that it must. */
function checkIncludes(world: World, requirement: string, exchange: Exchange, client: Item): void {
  const items = itemsOf(exchange) ?? [];
  // A page that is full may have more behind it.
  if (items.length >= smallPage) return;
  world.check(
    requirement,
    items.some(({ id }) => id === client.id),
    {
      exchange,
      found: `${counted(items.length, "client")} without ${String(client.id)}`,
      expected: "the client",
      pointer: "/data",
    },
  );
}

/** Proofs over what is there, for a target whose collections cannot be replaced. */
export const asFoundProofs: Proof[] = [
  proof("CALL-8 CALL-9 CALL-10", "what the history holds is found by its filters", needs, async (world) => {
    const { items } = await readHistory(world, {});
    // With a full page there may be more, and what a filter must find is not known.
    if (items.length === 0 || items.length >= smallPage)
      throw new Untestable(
        `the Location has ${items.length === 0 ? "no calls" : `${counted(items.length, "call")} or more`}`,
      );
    for (const [requirement, name, field, values] of [
      ["CALL-8", "types", "type", callTypes],
      ["CALL-9", "statuses", "status", callStatuses],
    ] as const) {
      for (const value of values) {
        const must = items.filter((item) => item[field] === value);
        if (must.length > 0)
          checkItems(world, requirement, await readHistory(world, { [name]: [value] }), { must, all: items });
      }
    }
    const [type, status] = [String(items[0]?.type), String(items[0]?.status)];
    const must = items.filter((item) => item.type === type && item.status === status);
    const both = await readHistory(world, { types: [type], statuses: [status] });
    checkItems(world, "CALL-10", both, { must, all: items });
  }),

  proof("CALL-11", "two pages of the history hold no call twice", needs, async (world) => {
    const [first, second] = [await readHistory(world, {}, 2), await readHistory(world, { page: 2 }, 2)];
    if (first.items.length === 0) throw new Untestable("the Location has no calls");
    const repeated = second.items.find(({ id }) => first.items.some((item) => item.id === id));
    world.check("CALL-11", !repeated, {
      exchange: second.last,
      found: `the call ${String(repeated?.id)} on two pages`,
      expected: "each call once",
      pointer: "/data",
    });
  }),

  proof("CLI-6 CLI-8", "clients that are there are found", [...needs, "fixtures.client_ids"], async (world) => {
    const [id, ...others] = world.fixture("client_ids");
    const exchange = await requestClients(world, [["id", String(id)]]);
    world.requireStatus(exchange, 200);
    const items = itemsOf(exchange) ?? [];
    const [client] = items;
    world.check("CLI-8", client?.id === id, {
      exchange,
      found: counted(items.length, "client"),
      expected: `the client ${id}`,
      pointer: "/data",
    });
    if (!client) return;
    if (others.length > 0) {
      const ids = [id, ...others].map((clientId): [string, string] => ["id[]", String(clientId)]);
      checkIncludes(world, "CLI-8", await requestClients(world, ids), client);
    }
    for (const [name, field] of [
      ["fullname", "name"],
      ["phone", "phone"],
      ["email", "email"],
    ] as const) {
      const value = String(client[field] ?? "").trim();
      if (value !== "") checkIncludes(world, "CLI-6", await requestClients(world, [[name, value]]), client);
    }
  }),
];
