import type { Exchange } from "../../../harness/exchange.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";

/** Asks a list for its first page: the number of that page is not shown, so page 0 is asked for where page 1 is refused. */
export async function requestFirstPage(world: World, operation: string, choices: RequestChoices): Promise<Exchange> {
  const first = await world.request(operation, choices);
  const query = choices.query as Record<string, string | number> | undefined;
  if (first.response.status === 200 || query?.page === undefined || world.facts.firstPage(operation) !== undefined)
    return first;
  const zeroth = await world.request(operation, { ...choices, query: { ...query, page: 0 } });
  if (zeroth.response.status !== 200) return first;
  world.feed("/first-page", { operation, page: 0 });
  return zeroth;
}

/** The first page of a list as it was read before in this world; it is asked for where it was not served. */
export async function recallFirstPage(world: World, operation: string, choices: RequestChoices): Promise<Exchange> {
  const known = await world.recall(operation, choices);
  return known.response.status === 200 ? known : requestFirstPage(world, operation, choices);
}
