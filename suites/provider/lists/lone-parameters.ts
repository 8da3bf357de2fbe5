import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { itemsOf } from "../run/answers.ts";
import type { World } from "../run/world.ts";

/** A v1 list whose page and page size may be left out. */
export interface LoosePages {
  /** Asks for pages of a size, and for none in particular. */
  requestFirst: (size: number) => Promise<Exchange>;
  /** Asks for a page of whatever size. */
  requestPage: (page: number) => Promise<Exchange>;
}

/** A size that is smaller than any provider's own. */
const size = 3;

/** Judges a page size without a page, and pages without a size: one bounds the list, the others hold no item twice. */
export async function judgeLoneParameters(
  world: World,
  requirement: string,
  { requestFirst, requestPage }: LoosePages,
): Promise<void> {
  const bounded = await requestFirst(size);
  const items = readable(bounded);
  world.check(requirement, items.length > 0 && items.length <= size, {
    exchange: bounded,
    found: `a page of ${items.length}`,
    expected: `a page of at most ${size}`,
    pointer: "/data",
  });
  const [first, second] = [await requestPage(1), await requestPage(2)];
  const known = new Set(readable(first).map(({ id }) => id));
  // Items whose fields are not shown may have no id.
  const repeated = readable(second).find(({ id }) => id !== undefined && known.has(id));
  world.check(requirement, repeated === undefined, {
    exchange: second,
    found: `${String(repeated?.id)} on pages 1 and 2`,
    expected: "each once",
    pointer: "/data",
  });
}

function readable(exchange: Exchange): Record<string, unknown>[] {
  const items = itemsOf(exchange);
  if (!items) throw new Untestable(`a list without page or page size answers ${exchange.response.status}`);
  return items;
}
