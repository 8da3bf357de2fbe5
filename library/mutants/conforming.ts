import { specified } from "../../sandbox/api/specified.ts";
import { drawConforming } from "../../sandbox/choices/draw.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import { attempt, inLanes } from "./attempt.ts";
import type { Sample } from "./sampled.ts";

/** The outcome of a provider that obeys in a way that was drawn: the requirements that blamed it; none where all is right. */
export interface ConformingTrial {
  number: number;
  way: string;
  blamed: string[];
}

/** Draws combinations of choices that the specification leaves open, and judges a sandbox that makes each. */
export const tryConformingWays = ({ seed, numbers, isLive = false }: Sample): Promise<ConformingTrial[]> =>
  inLanes(numbers, async (number) => {
    const { name, change } = drawConforming(seed, number);
    const behaviour = change()(specified());
    const failures = await attempt({ behaviour, seed, isLive, proofs: providerProofs, isEnough: () => false });
    return { number, way: name, blamed: [...new Set(failures.map(({ requirement }) => requirement))] };
  });
