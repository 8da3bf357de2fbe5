import { Client } from "../../harness/client.ts";
import type { Session } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import { Obstacle, type Proof } from "./proof.ts";
import { noSightings, type Sightings } from "./sightings.ts";
import { Stage } from "./stage.ts";

/** How a run goes. */
export interface RunPlan {
  proofs: readonly Proof[];
  seed: number;
  /** Judge these requirements alone. */
  only?: readonly string[];
  signal: AbortSignal;
  /** Told of each proof before it begins. */
  onProof?: (proof: Proof, requests: number) => void;
}

/** Acts each proof in a world of its own, where the target can give one, and writes down what holds. */
export async function prove(
  session: Session,
  { proofs, seed, only, signal, onProof }: RunPlan,
): Promise<{ target: Target; sightings: Sightings }> {
  let target = await session.open(seed);
  const client = new Client(target, signal);
  const sightings = noSightings(client.exchanges);
  const asked = choose(proofs, only);
  try {
    for (const [index, proof] of asked.entries()) {
      if (signal.aborted) break;
      const missing = proof.needs.filter((need) => !isMet(need, target, session));
      if (missing.length > 0) {
        for (const id of proof.ids) sightings.lacking.set(id, lack(missing));
        continue;
      }
      onProof?.(proof, client.exchanges.length);
      if (index > 0) target = await session.open(seed);
      await act(proof, new Stage(target, session, client, sightings), sightings);
    }
  } catch (error) {
    // What was seen before an interruption stands; the request that it cut off shows nothing.
    if (!signal.aborted) throw error;
  } finally {
    await client.close();
  }
  return { target, sightings };
}

/** The proofs of the requirements asked for; what no proof names is a rule, which every proof feeds. */
function choose(proofs: readonly Proof[], only: readonly string[] | undefined): readonly Proof[] {
  const isNamed = (id: string) => proofs.some(({ ids }) => ids.includes(id));
  if (!only?.every(isNamed)) return proofs;
  return proofs.filter(({ ids }) => ids.some((id) => only.includes(id)));
}

async function act(proof: Proof, stage: Stage, { lacking }: Sightings): Promise<void> {
  try {
    await proof.prove(stage);
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    for (const id of proof.ids) lacking.set(id, `it could not be judged: ${error.message}`);
  }
}

function isMet(need: string, target: Target, session: Session): boolean {
  if (need === "mutations" || need === "bursts") return target.allow[need];
  const [part = "", name = ""] = need.split(".");
  if (part === "control") return session.can(name);
  return (target[part as "urls"] as Record<string, unknown>)[name] !== undefined;
}

/** What is missing, in words. */
function lack(needs: readonly string[]): string {
  const words = needs.map((need) => {
    if (need === "mutations" || need === "bursts") return `the profile does not allow ${need}`;
    return need.startsWith("control.")
      ? `the target's control protocol lacks ${need.slice(8)}`
      : `the profile lacks ${need}`;
  });
  return words.join(", and ");
}
