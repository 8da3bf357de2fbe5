import type { Shard } from "../../record/journal.ts";
import { loadOperations } from "../../specs/operations.ts";
import { ruledRequirements } from "../rules/rules.ts";
import { providerProofs } from "./proofs.ts";
import { requirementsOf } from "./requirements-of.ts";
import type { Proof } from "./run/proof.ts";

/** The requirements that every exchange is held against, whichever proof it belongs to. */
export const ruled: ReadonlySet<string> = new Set([...loadOperations().flatMap(requirementsOf), ...ruledRequirements]);

/** The proofs that name a requirement; often they show most quickly that it is broken. */
export const proofsNaming = (id: string): readonly Proof[] => providerProofs.filter(({ ids }) => ids.includes(id));

/** The proofs that can judge the requirements asked for: all of them for a rule, since every proof feeds it. */
export function proofsOf(only: readonly string[] | undefined): readonly Proof[] {
  if (!only || only.some((id) => ruled.has(id))) return providerProofs;
  return providerProofs.filter(({ ids }) => ids.some((id) => only.includes(id)));
}

/** The part of some proofs that one machine does: the parts share no proof, and together they are all of them. */
export const partOf = <T>(proofs: readonly T[], shard: Shard | undefined): readonly T[] =>
  shard ? proofs.filter((_, index) => index % shard.of === shard.part - 1) : proofs;
