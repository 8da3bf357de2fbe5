import { type Breach, breachUnless, type RuleCheck } from "./rule.ts";

/** A page has at most as many items as a parameter asks for; one that is not full shows nothing of it. */
export const pageSize =
  (parameter: string): RuleCheck =>
  ({ input, items }) => {
    const size = Number(input[parameter]);
    return items && Number.isInteger(size) && size >= 1 ? atMost(size, items) : undefined;
  };

export const atMost = (size: number, items: readonly unknown[]): Breach[] | undefined =>
  items.length < size
    ? undefined
    : breachUnless(items.length === size, {
        pointer: "/data",
        found: `a page of ${items.length}`,
        expected: `at most ${size}`,
      });
