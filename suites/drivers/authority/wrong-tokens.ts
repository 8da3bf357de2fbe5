import { swapped } from "../../../harness/redaction/spellings.ts";
import { type Role, unissuedToken } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";

/** Tokens that are nearly right, by how they differ from it. */
export const nearMisses = (token: string) => ({
  longer: `${token}x`,
  shorter: token.slice(0, -1),
  "in other case": swapped(token),
});

/**
 * Tokens that were never issued as such: some that are nearly right, some of another kind, and one made up. Anyone who takes any token takes one that is nearly
 * right too, so where requests are few, the others are left out.
 */
export function wrongTokens(world: World, operation: string, token: string, other: Role, least = 1): string[] {
  const candidates = [
    ...Object.values(nearMisses(token)),
    world.target.credentials[other] ?? unissuedToken,
    ...(world.isSparing ? [] : [world.target.credentials.v3_token ?? unissuedToken, unissuedToken]),
  ];
  const wrong = [...new Set(candidates)].filter((candidate) => candidate !== token && candidate !== "");
  const count = world.budget.byDepth(world.context.depth === "quick" ? 1 : least, Math.max(least, 2), wrong.length);
  return someOf(world, token, operation, wrong, count);
}

/** Authorization headers with the right tokens and another scheme than Bearer, or none. */
export const wrongSchemes = (world: World, operation: string, tokens: string): string[] =>
  someOf(world, "scheme", operation, [`Basic ${tokens}`, tokens, `Token ${tokens}`], world.budget.byDepth(1, 3, 3));

/** Authorization headers with the right tokens, of which that of the user does not stand as a User token. */
export const withoutUser = (world: World, partner: string, user: string): string[] => [
  `Bearer ${partner}`,
  ...[`Bearer ${partner}, ${user}`, `Bearer ${partner}, Token ${user}`].slice(0, world.budget.byDepth(0, 2, 2)),
];

/**
 * Some of several mistakes of a kind. Where requests are few, they take turns, so that each is made somewhere; elsewhere there are others for each operation and
 * each seed.
 */
function someOf<T>(world: World, kind: string, operation: string, mistakes: readonly T[], count: number): T[] {
  const { context, facts, target } = world;
  const position = world.isSparing
    ? facts.takeTurns(kind, count)
    : target.operations.findIndex(({ id }) => id === operation);
  const first = (context.seed + Math.max(position, 0)) % Math.max(mistakes.length, 1);
  return [...mistakes.slice(first), ...mistakes.slice(0, first)].slice(0, count);
}
