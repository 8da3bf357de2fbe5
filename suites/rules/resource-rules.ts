import { idOf } from "../../base/foreign-json.ts";
import { limit } from "../../specs/limits.ts";
import { areIdsSwapped, areTitlesSwapped, inOrder } from "./order.ts";
import { atMost } from "./pages.ts";
import { breachUnless, rulesOn } from "./rule.ts";

const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

const isId = (id: unknown): boolean => typeof id === "number" || (typeof id === "string" && id !== "");

/** The promises of one page of v3's resources. */
export const resourceRules = rulesOn(["listResources"], {
  "RES-3": ({ input, items }) => {
    const size = input.limit === undefined ? Number.NaN : Number(input.limit);
    return items && Number.isInteger(size) && size >= least && size <= most ? atMost(size, items) : undefined;
  },
  "RES-4": ({ input, items }) => (items && input.limit === undefined ? atMost(usual, items) : undefined),
  "RES-6": inOrder((before, after) => areTitlesSwapped(before.title, after.title)),
  "RES-7": inOrder(
    (before, after) =>
      typeof before.title === "string" && before.title === after.title && areIdsSwapped(idOf(before), idOf(after)),
  ),
  "RES-11": ({ items }) => {
    if (!items || items.length === 0) return undefined;
    const [kind] = items.map(({ id }) => typeof id);
    const index = items.findIndex(({ id }) => !isId(id) || typeof id !== kind);
    return breachUnless(index < 0, {
      pointer: `/data/${index}/id`,
      found: JSON.stringify(items[index]?.id) ?? "no id",
      expected: "ids that are all numbers, or all texts",
    });
  },
  "RES-18": ({ items }) => items && atMost(most, items),
});
