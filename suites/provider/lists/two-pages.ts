import { Untestable } from "../../../base/errors.ts";
import { enumerate, itemsOf } from "../run/answers.ts";
import type { World } from "../run/world.ts";
import type { PagedList } from "./whole-lists.ts";

/** Judges whether two neighbouring small pages of a list hold different items; whether they are small enough, the rules see. */
export async function checkTwoPages(
  world: World,
  requirement: string,
  { operation, requestPage }: PagedList,
  size: number,
): Promise<void> {
  const firstPage = world.run.firstPages.get(operation) ?? 1;
  const first = itemsOf(await requestPage(firstPage, size)) ?? [];
  const exchange = await requestPage(firstPage + 1, size);
  const second = itemsOf(exchange) ?? [];
  if (first.length === 0 || second.length === 0) throw new Untestable("there are not enough items for two pages");
  if ([...first, ...second].some(({ id }) => id === undefined)) throw new Untestable("items have no ids");
  const repeated = second.filter(({ id }) => first.some((item) => item.id === id));
  world.check(requirement, repeated.length === 0, {
    exchange,
    found: `on two pages ${enumerate(repeated.map(({ id }) => id))}`,
    expected: "each item once",
    pointer: "/data",
  });
}
