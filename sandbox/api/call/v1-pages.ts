import type { Policy } from "../../world/policy.ts";

/** Which page of a v1 list is asked for. */
export interface V1Page {
  page: number;
  count: number;
}

/** Reads a page number and a page size; nonsense means the first page, and the size is capped. */
export const pageOf = (
  page: unknown,
  count: unknown,
  { v1PageDefault, v1PageMaximum }: Pick<Policy, "v1PageDefault" | "v1PageMaximum">,
): V1Page => ({
  page: positive(page, 1),
  count: Math.min(positive(count, v1PageDefault), v1PageMaximum),
});

/** A positive whole number, or a default for anything else. */
function positive(value: unknown, otherwise: number): number {
  if (value === null || value === undefined || value === "") return otherwise;
  const number = Math.floor(Number(value));
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
}

/** The items of a page. */
export const slice = <T>(items: readonly T[], { page, count }: V1Page): T[] =>
  items.slice((page - 1) * count, page * count);
