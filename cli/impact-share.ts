import { type BrokenExpectation, impactOn } from "../contracts/impact/broken.ts";
import { readPactFile } from "../contracts/pact-file.ts";
import { UsageError } from "../specs/blame.ts";
import type { Operation } from "../specs/operations.ts";

/** Some pact files, and the two versions that they are held against. */
export interface Task {
  files: string[];
  old: readonly Operation[];
  fresh: readonly Operation[];
}

/** What came of some pact files. */
export interface Share {
  broken: BrokenExpectation[];
  pacts: number;
  interactions: number;
  alreadyBroken: number;
  /** Which partners use an operation. */
  users: Map<string, Set<string>>;
  partners: Set<string>;
  unread: string[];
}

export const emptyShare = (): Share => ({
  broken: [],
  pacts: 0,
  interactions: 0,
  alreadyBroken: 0,
  users: new Map(),
  partners: new Set(),
  unread: [],
});

/** Reads pact files one by one, so that no more than one is held at a time. */
export function shareOf({ files, old, fresh }: Task): Share {
  const share = emptyShare();
  for (const file of files) {
    try {
      const pact = readPactFile(file);
      const { broken, interactions, alreadyBroken, uses } = impactOn(pact, old, fresh);
      const users = new Map(uses.map((operation) => [operation, new Set([pact.consumer])]));
      add(share, {
        broken,
        pacts: 1,
        interactions,
        alreadyBroken,
        users,
        partners: new Set([pact.consumer]),
        unread: [],
      });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      share.unread.push(error.message);
    }
  }
  return share;
}

/** Adds one share to another. */
export function add(sum: Share, { broken, pacts, interactions, alreadyBroken, users, partners, unread }: Share): Share {
  for (const one of broken) sum.broken.push(one);
  sum.pacts += pacts;
  sum.interactions += interactions;
  sum.alreadyBroken += alreadyBroken;
  for (const [operation, names] of users) {
    const known = sum.users.get(operation) ?? new Set<string>();
    for (const name of names) known.add(name);
    sum.users.set(operation, known);
  }
  for (const partner of partners) sum.partners.add(partner);
  sum.unread.push(...unread);
  return sum;
}
