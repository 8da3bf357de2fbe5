import { UsageError } from "../../base/errors.ts";
import type { Shard } from "../../record/journal.ts";
import { requirementHint } from "../../specs/ledger/requirement-hint.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { loadOperations } from "../../specs/operations.ts";
import { ruledRequirements } from "../rules/ruled-requirements.ts";
import { providerProofs } from "./proofs.ts";
import type { Proof } from "./run/proof.ts";

/** The proofs that name a requirement; often they show most quickly that it is broken. */
export const proofsNaming = (id: string): readonly Proof[] => providerProofs.filter(({ ids }) => ids.includes(id));

/** Which proofs to run, and in which order. */
export interface ProofChoice {
  /** The requirements to judge; all if left out. */
  only?: readonly string[] | undefined;
  /** Requirements that are not judged. */
  skip?: readonly string[] | undefined;
  /** Requirements whose proofs go first. */
  first?: readonly string[] | undefined;
  shard?: Shard | undefined;
}

/** The proofs that judge what is asked for, and no others. */
export function chooseProofs({ only, skip = [], first = [], shard }: ProofChoice = {}): readonly Proof[] {
  const asked = only?.filter((id) => !skip.includes(id));
  const chosen = asked
    ? providerProofs.filter((proof) => asked.some((id) => decides(proof, id)))
    : providerProofs.filter(({ ids }) => ids.some((id) => !skip.includes(id)));
  const isFirst = ({ ids }: Proof) => ids.some((id) => first.includes(id));
  return partOf([...chosen.filter(isFirst), ...chosen.filter((proof) => !isFirst(proof))], shard);
}

/** True if a requirement holds of most operations, so that whatever is sent may show that it is broken. */
export const isHeldEverywhere = (id: string): boolean =>
  (ruledRequirements.get(id)?.length ?? 0) > loadOperations().length / 2;

/** True if a proof decides something about a requirement: it names it, or sends what shows it where no proof does. */
function decides({ ids }: Proof, id: string): boolean {
  if (ids.includes(id) || isHeldEverywhere(id)) return true;
  const operations = ruledRequirements.get(id) ?? [];
  const isAboutThem = (other: string) =>
    ruledRequirements.get(other)?.every((each) => operations.includes(each)) ?? false;
  return proofsNaming(id).length === 0 && ids.some(isAboutThem);
}

/** The part of some proofs that one machine runs: the parts share no proof, and together they are all of them. */
const partOf = (proofs: readonly Proof[], shard: Shard | undefined): readonly Proof[] =>
  shard ? proofs.filter((_, index) => index % shard.of === shard.part - 1) : proofs;

/** The requirements of a provider that ids in any letter case, or areas such as `CUR`, name; the option is where they were named. */
export function requirementsNamed(names: readonly string[], option: string): string[] {
  const ids = loadLedger().flatMap((requirement) => (binds(requirement, "provider") ? [requirement.id] : []));
  return names.flatMap((name) => {
    const wanted = name.toUpperCase();
    const found = ids.filter((id) => id === wanted || id.startsWith(`${wanted}-`));
    if (found.length > 0) return found;
    throw new UsageError(`${option}: no requirement of a provider is called ${name}; ${requirementHint(name, ids)}`);
  });
}
