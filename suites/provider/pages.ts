import type { Exchange } from "../../harness/exchange.ts";
import { json, type Stage } from "./stage.ts";

/** The items of a v1 answer; undefined where it has none. */
export function itemsOf(exchange: Exchange): Record<string, unknown>[] | undefined {
  const data = (json(exchange) as { data?: unknown } | undefined)?.data;
  return exchange.response.status === 200 && Array.isArray(data) ? (data as Record<string, unknown>[]) : undefined;
}

/** Several ids in words; a long list is cut. */
export const spelled = (ids: readonly unknown[]): string => {
  const told = ids.slice(0, 12).map(String).join(", ");
  return ids.length === 0 ? "none" : `${ids.length}: ${told}${ids.length > 12 ? ", …" : ""}`;
};

/** Writes down whether a list holds exactly these ids, in whatever order. */
export function holdsExactly(
  stage: Stage,
  requirement: string,
  exchange: Exchange,
  expected: readonly unknown[],
  id = "id",
): void {
  const found = (itemsOf(exchange) ?? []).map((item) => item?.[id]);
  const [want, have] = [expected, found].map((ids) => ids.map(String).toSorted().join(" "));
  const isSo = itemsOf(exchange) !== undefined && want === have;
  const seen = itemsOf(exchange) ? spelled(found) : `the status ${exchange.response.status}`;
  stage.holds(requirement, exchange, isSo, seen, spelled(expected), "/data");
}

/** How a list is asked page by page. */
export interface Paging {
  /** Asks for a page. */
  page: (number: number, size: number) => Promise<Exchange>;
  /** What must come back in all. */
  expected: readonly unknown[];
  size: number;
  /** The requirement that no page is larger than asked for, and that all pages together hold each item once. */
  ofSize: string;
  ofWhole: string;
}

/**
 * Walks a v1 list to its end. With which number pages begin is not told, so the walk starts at 1, and a provider whose
 * page 0 is another one than its page 1 is walked from there.
 */
export async function walk(stage: Stage, { page, expected, size, ofSize, ofWhole }: Paging): Promise<void> {
  const zeroth = await page(0, size);
  const first = await page(1, size);
  const ids = (exchange: Exchange) => (itemsOf(exchange) ?? []).map((item) => item?.id);
  const isZeroBased =
    zeroth.response.status === 200 && ids(zeroth).length > 0 && ids(zeroth).join() !== ids(first).join();
  const start = isZeroBased ? 0 : 1;
  stage.observe("number of the first page", isZeroBased ? 0 : 1);
  const seen: unknown[] = [];
  let last = isZeroBased ? zeroth : first;
  // One page more than there should be shows a list that never ends.
  const most = Math.ceil(expected.length / size) + 2;
  for (let number = start; number < start + most; number++) {
    if (number > start) last = number === 1 ? first : await page(number, size);
    const found = itemsOf(last);
    if (!found) break;
    stage.holds(ofSize, last, found.length <= size, `a page of ${found.length}`, `at most ${size}`, "/data");
    seen.push(...ids(last));
    // What a page beyond the last one holds is not told, so a page that is not full ends the walk.
    if (found.length < size) break;
  }
  const isSo = seen.map(String).toSorted().join(" ") === expected.map(String).toSorted().join(" ");
  stage.holds(ofWhole, last, isSo, spelled(seen), `each of ${spelled(expected)} once`, "/data");
}
