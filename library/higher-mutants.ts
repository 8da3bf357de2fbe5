import { parseJson } from "../base/json.ts";
import { specified } from "../sandbox/api/specified.ts";
import { faults } from "../sandbox/faults/faults.ts";
import type { OccasionName } from "../sandbox/faults/occasion-names.ts";
import { type AskedCall, occasions, onlyOn } from "../sandbox/faults/occasions.ts";
import { pathParameters } from "../suites/rules/exchange-view.ts";
import { proofsNaming } from "../suites/schedule/choose.ts";
import { providerProofs } from "../suites/schedule/proofs.ts";
import type { Proof } from "../suites/schedule/run/proof.ts";
import { attempt, inLanes } from "./attempt.ts";
import type { Trial } from "./mutants.ts";
import { type RightRun, runRightly } from "./right-run.ts";

/** What became of a fault that shows on an occasion only; where it never shows, the occasion does not apply to it. */
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
  const fault = faults[name];
  if (!fault) throw new RangeError(`there is no fault "${name}"`);
  const { breaks, subtle, change } = fault;
  let shown = false;
  const higher = onlyOn(occasion, change, () => {
    shown = true;
  });
  const own = proofsNaming(breaks).filter((proof) => all.includes(proof));
  const failures = await attempt({
    behaviour: higher()(specified()),
    tls: breaks.startsWith("TLS-"),
    seed,
    proofs: [...own, ...all.filter((proof) => !own.includes(proof))],
    isEnough: ({ requirement }) => requirement === breaks,
  });
  const failed = [...new Set(failures.map(({ requirement }) => requirement))];
  const found = failed.includes(breaks);
  return { fault: name, breaks, subtle, occasion, failed: found ? [breaks] : failed, found, shown };
}
