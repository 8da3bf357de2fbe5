import { swapped } from "../../../harness/redaction.ts";
import { type Role, unissuedToken } from "../run/roles.ts";
import type { World } from "../run/world.ts";

/** Tokens that nobody was given as such: one made up, some that are nearly right, and one of another kind. */
export function wrongTokens({ target, run }: World, token: string, other: Role): string[] {
  const candidates = [
    unissuedToken,
    `${token}x`,
    token.slice(0, -1),
    swapped(token),
    target.credentials[other] ?? unissuedToken,
  ];
  return [...new Set(candidates)]
    .filter((candidate) => candidate !== token && candidate !== "")
    .slice(0, run.byDepth(1, 5, 5));
}
