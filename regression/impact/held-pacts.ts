import { UsageError } from "../../base/errors.ts";
import { type BrokerAccess, callBroker } from "../../contracts/broker/broker.ts";
import type { Pact } from "../../contracts/pact/interaction.ts";
import { readPact, readPactFile } from "../../contracts/pact/pact-file.ts";
import type { Operation } from "../../specs/operations.ts";
import { impactOn, type PactImpact } from "./pact-impact.ts";
import { addTotals, createTotals, type ImpactTotals } from "./totals.ts";

/** The versions that pacts are checked against, and the broker that holds the pacts where no folder does. */
export interface HeldVersions {
  old: readonly Operation[];
  fresh: readonly Operation[];
  access?: BrokerAccess;
}

/** The number of pacts that are asked of a broker at a time: waiting costs nothing, and a broker has others to serve. */
const atOnce = 4;

/** Checks pacts against two versions, reading them one by one so that only a few are in memory at a time. */
export async function holdPacts(
  { old, fresh, access }: HeldVersions,
  sources: readonly string[],
): Promise<ImpactTotals> {
  const totals = createTotals();
  const left = sources.values();
  const readOn = async (): Promise<void> => {
    for (const source of left) {
      const text = access && (await callBroker(access, "GET", source));
      try {
        const pact = text === undefined ? readPactFile(source) : readPact(text, source);
        addTotals(totals, totalsOf(pact, impactOn(pact, old, fresh)));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        totals.unread.push(error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: access ? atOnce : 1 }, readOn));
  return totals;
}

const totalsOf = ({ consumer }: Pact, { uses, ...impact }: PactImpact): ImpactTotals => ({
  ...impact,
  pacts: 1,
  users: new Map(uses.map((operation) => [operation, new Set([consumer])])),
  partners: new Set([consumer]),
});
