import { parseJson } from "../../base/json.ts";
import { faultIn } from "../../sandbox/faults/changes/fault.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import type { OccasionName } from "../../sandbox/faults/occasion-names.ts";
import { type AskedCall, occasions, onlyOn } from "../../sandbox/faults/occasions.ts";
import { pathParameters } from "../../suites/rules/exchange-view.ts";
import { proofsNaming } from "../../suites/schedule/choose.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import type { Proof } from "../../suites/schedule/run/proof.ts";
import { inLanes, type Trial, tryFault } from "./attempt.ts";
import { type RightRun, runRightly } from "./right-run.ts";

/** The outcome of a fault that shows on an occasion only; where it never shows, the occasion does not apply to it. */
export interface HigherTrial extends Trial {
  occasion: OccasionName;
  shown: boolean;
}

/** Fewer faults than this are tried with every proof. */
const few = 12;

/** Plants each fault so that it shows on an occasion only, and reports whether the suite finds it. */
export async function tryHigherFaults(
  names: readonly string[],
  occasion: OccasionName,
  seed: number,
  onTrial: (trial: HigherTrial) => void = () => undefined,
): Promise<HigherTrial[]> {
  const proofs = names.length < few ? providerProofs : proofsOn(occasion, await runRightly(seed));
  return inLanes(names, async (name) => {
    const trial = await tryOn(occasion, name, seed, proofs);
    onTrial(trial);
    return trial;
  });
}

/** The proofs that meet an occasion: those that make such a call, and those that receive webhooks. */
function proofsOn(occasion: OccasionName, run: RightRun): readonly Proof[] {
  const isCall = occasions[occasion].ofCalls();
  const slugs = new Set(run.flatMap((exchange) => (isCall(askedBy(exchange)) ? [exchange.proof] : [])));
  return providerProofs.filter(({ slug, needs }) => slugs.has(slug) || needs.includes("control.hooks"));
}

function askedBy({ request, proof }: RightRun[number]): AskedCall {
  const { operation, url, body } = request;
  const { pathname, searchParams } = new URL(url);
  const path = pathParameters(operation.path, pathname);
  return { operation: operation.id, path, query: searchParams, body: parseJson(body ?? ""), world: worldOf(proof) };
}

const worlds = new Map<string, object>();

/** Stands for the world of a proof, which is not kept. */
function worldOf(proof: string): object {
  const world = worlds.get(proof) ?? {};
  worlds.set(proof, world);
  return world;
}

async function tryOn(occasion: OccasionName, name: string, seed: number, all: readonly Proof[]): Promise<HigherTrial> {
  const fault = faultIn(faults, name);
  let shown = false;
  const change = onlyOn(occasion, fault.change, () => {
    shown = true;
  });
  const own = proofsNaming(fault.breaks).filter((proof) => all.includes(proof));
  const proofs = [...own, ...all.filter((proof) => !own.includes(proof))];
  return { ...(await tryFault(name, { ...fault, change }, { seed, proofs })), occasion, shown };
}
