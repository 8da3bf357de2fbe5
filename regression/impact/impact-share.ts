import { UsageError } from "../../base/errors.ts";
import { type BrokerAccess, callBroker } from "../../contracts/broker/broker.ts";
import type { Pact } from "../../contracts/pact/interaction.ts";
import { readPact, readPactFile } from "../../contracts/pact/pact-file.ts";
import type { Operation } from "../../specs/operations.ts";
import { type BrokenExpectation, impactOn, type PactImpact } from "./broken.ts";

/** The two versions that pacts are held against, and the broker that holds the pacts where no folder does. */
export interface Versions {
  old: readonly Operation[];
  fresh: readonly Operation[];
  access?: BrokerAccess;
}

/** What came of some pacts. */
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

/** How many pacts of a broker are asked for at a time: waiting costs nothing, and a broker has others to serve. */
const atOnce = 4;

/** Reads pacts one by one, so that no more than a few are held at a time. */
export async function shareOf({ old, fresh, access }: Versions, sources: readonly string[]): Promise<Share> {
  const share = emptyShare();
  const left = sources.values();
  const readOn = async (): Promise<void> => {
    for (const source of left) {
      const text = access && (await callBroker(access, "GET", source));
      try {
        const pact = text === undefined ? readPactFile(source) : readPact(text, source);
        add(share, shareOfOne(pact, impactOn(pact, old, fresh)));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        share.unread.push(error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: access ? atOnce : 1 }, readOn));
  return share;
}

const shareOfOne = ({ consumer }: Pact, { uses, ...found }: PactImpact): Share => ({
  ...found,
  pacts: 1,
  users: new Map(uses.map((operation) => [operation, new Set([consumer])])),
  partners: new Set([consumer]),
});

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
