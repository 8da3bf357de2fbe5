import { days } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { itemsOf } from "../run/answers.ts";
import { dataAccess } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { matchOf } from "./client-filters.ts";
import { checkTwoPages } from "./two-pages.ts";
import { type PagedList, smallestCap } from "./whole-lists.ts";

const needs = [...dataAccess, "no control.seed"];

const requestClients = (world: World, query: [string, string][], page = 1, count = smallestCap): Promise<Exchange> =>
  world.request("listClients", {
    path: { location_id: world.fixture("location_id") },
    query: [...query, ["page", String(page)], ["count", String(count)]],
    as: "system_user_token",
  });

const clientList = (world: World): PagedList => ({
  operation: "listClients",
  requestPage: (page, count) => requestClients(world, [], page, count),
});

/** A moment some days from a change, so that it lies on its side of it in every time zone. */
const momentFrom = (date: unknown, count: number): string => {
  const time = Date.parse(String(date));
  return Number.isNaN(time) ? "" : new Date(time + days(count)).toISOString().slice(0, 19);
};

/** Each filter with a value that certainly finds a client. */
const filters: [requirement: string, name: string, valueFor: (client: Item) => unknown][] = [
  ["CLI-6", "fullname", ({ name }) => name],
  ["CLI-6", "phone", ({ phone }) => phone],
  ["CLI-6", "email", ({ email }) => email],
  ["CLI-7", "paid_min", ({ spent }) => spent],
  ["CLI-7", "paid_max", ({ spent }) => spent],
  ["CLI-9", "changed_after", ({ last_change_date: date }) => momentFrom(date, -2)],
  ["CLI-9", "changed_before", ({ last_change_date: date }) => momentFrom(date, 2)],
];

/** Judges whether a filter finds a client; one that leaves out nobody who is known shows nothing. */
async function checkFilter(
  world: World,
  requirement: string,
  [name, value]: [string, unknown],
  client: Item,
  known: readonly Item[],
): Promise<void> {
  const text = String(value ?? "").trim();
  const filter = { [name]: typeof value === "number" ? value : text };
  if (text === "" || known.every((other) => matchOf(other, filter) !== "no")) return;
  const exchange = await requestClients(world, [[name, text]]);
  const items = itemsOf(exchange) ?? [];
  const isThere = items.some(({ id }) => id === client.id);
  // A page that is full may have more behind it; whoever should not be found, the rules see.
  if (items.length >= smallestCap && !isThere) return;
  world.check(requirement, isThere, {
    exchange,
    found: `${counted(items.length, "client")} without ${String(client.id)}`,
    expected: "the client",
    pointer: "/data",
  });
}

/** Proofs over the clients that are there, for a target whose collections cannot be replaced. */
export const clientAsFoundProofs: Proof[] = [
  proof("CLI-6 CLI-7 CLI-8 CLI-9", "clients that are there are found, each by its own values", needs, async (world) => {
    const listed = await requestClients(world, []);
    world.requireStatus(listed, 200);
    const known = itemsOf(listed) ?? [];
    const [client] = known;
    if (!client || known.length < 2) throw new Untestable("the Location has no two clients");
    for (const names of [["id"], ["id[]", "id[]"]]) {
      const wanted = known.slice(0, names.length);
      const pairs = names.map((name, index): [string, string] => [name, String(wanted[index]?.id)]);
      const exchange = await requestClients(world, pairs);
      const found = (itemsOf(exchange) ?? []).map(({ id }) => String(id)).toSorted();
      const expected = wanted.map(({ id }) => String(id)).toSorted();
      if (known.length > wanted.length)
        world.check("CLI-8", found.join() === expected.join(), {
          exchange,
          found: found.join(", ") || "nobody",
          expected: expected.join(", "),
          pointer: "/data",
        });
    }
    for (const [requirement, name, valueFor] of filters)
      for (const each of known.slice(0, 2)) await checkFilter(world, requirement, [name, valueFor(each)], each, known);
  }),

  proof("CLI-11", "two pages of the clients list hold no client twice", needs, async (world) => {
    await checkTwoPages(world, "CLI-11", clientList(world), 2);
  }),
];
