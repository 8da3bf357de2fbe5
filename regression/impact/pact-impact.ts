import { isDeepStrictEqual } from "node:util";
import { checkInteraction, type InteractionCheck } from "../../contracts/check/check-interaction.ts";
import { type Incompatibility, sentenceFor } from "../../contracts/check/incompatibility.ts";
import type { Interaction, Pact } from "../../contracts/pact/interaction.ts";
import { labelOf, pointerTo } from "../../contracts/pact/interaction-label.ts";
import type { Operation } from "../../specs/operations.ts";
import type { Break, BrokenExpectation } from "./breaks.ts";
import { findRereadLists } from "./reread-lists.ts";
import { operationLabel, operationUsedBy } from "./used-operations.ts";
import { findWidenedValues } from "./widened-values.ts";

/** The effect of two versions on one pact. */
export interface PactImpact {
  broken: BrokenExpectation[];
  /** The number of interactions, and how many did not hold under the old version either. */
  interactions: number;
  alreadyBroken: number;
  /** The interactions that could not be read, and why. */
  unread: string[];
  /** The operations that it uses. */
  uses: string[];
}

/** Holds every interaction of a pact against two versions. */
export function impactOn(pact: Pact, old: readonly Operation[], fresh: readonly Operation[]): PactImpact {
  const impacts = pact.interactions.map((interaction) => impactOnInteraction(pact, interaction, old, fresh));
  return {
    broken: impacts.flatMap(({ broken }) => broken ?? []),
    interactions: impacts.length,
    alreadyBroken: impacts.filter(({ isAlreadyBroken }) => isAlreadyBroken).length,
    unread: impacts.flatMap(({ unread }) => unread ?? []),
    uses: [...new Set(impacts.flatMap(({ uses }) => (uses ? operationLabel(uses) : [])))],
  };
}

interface InteractionImpact {
  uses: Operation | undefined;
  isAlreadyBroken?: boolean;
  unread?: string;
  broken?: BrokenExpectation | undefined;
}

function impactOnInteraction(
  pact: Pact,
  interaction: Interaction,
  old: readonly Operation[],
  fresh: readonly Operation[],
): InteractionImpact {
  const [uses, successor] = [operationUsedBy(interaction, old), operationUsedBy(interaction, fresh)];
  const before = checkInteraction(interaction, old);
  if (before.problem?.code === "unreadable")
    return { uses, unread: `${pact.source}: ${labelOf(interaction)}: ${before.problem.reason}` };
  if (!uses || !isHeld(before)) return { uses, isAlreadyBroken: true };
  if (isSameOperation(uses, successor)) return { uses, isAlreadyBroken: before.outcome === "fail" };
  const found =
    successor?.surface === uses.surface
      ? breaksUnder(interaction, before, uses, successor, fresh)
      : breaksWithout(uses, successor);
  if (found.breaks.length === 0) return { uses, isAlreadyBroken: before.outcome === "fail" };
  const broken: BrokenExpectation = {
    partner: pact.consumer,
    pact: pact.source,
    pointer: pointerTo(pact, interaction),
    expectation: labelOf(interaction),
    operation: operationLabel(uses),
    ...(interaction.kind === "http" ? { status: interaction.response.status } : {}),
    isCertain: found.isCertain && !interaction.isPending,
    breaks: found.breaks,
  };
  return { uses, broken };
}

/** True if an interaction holds, as far as every field is there that may be left out: anyone who reads such a field still loses it. */
const isHeld = ({ outcome, incompatibilities }: InteractionCheck): boolean =>
  outcome !== "fail" ||
  (incompatibilities.length > 0 &&
    incompatibilities.every(({ isWarning, code }) => isWarning || code === "optional-field"));

const compared = new WeakMap<Operation, { successor: Operation; isSame: boolean }>();

/** True if two versions of an operation are alike; nothing that uses it can break then. */
function isSameOperation(operation: Operation, successor: Operation | undefined): boolean {
  if (!successor) return false;
  const known = compared.get(operation);
  if (known?.successor === successor) return known.isSame;
  const isSame = isDeepStrictEqual(operation, successor);
  compared.set(operation, { successor, isSame });
  return isSame;
}

/** A break, and whether it is certain. */
type Breaks = Pick<BrokenExpectation, "breaks" | "isCertain">;

/** An operation that is gone breaks anyone who uses it; a contract does not name a host, so where another surface still has it, it may work. */
function breaksWithout(operation: Operation, elsewhere: Operation | undefined): Breaks {
  const fate = elsewhere ? `now has it on ${elsewhere.surface} alone` : "no longer has it";
  const says = `it relies on ${operationLabel(operation)}; the specification ${fate}`;
  const part = operation.surface === "webhooks" ? "message" : "request.path";
  return { breaks: [{ part, pointer: "", says }], isCertain: elsewhere === undefined };
}

/** The breaks under a new version of the same operation. */
function breaksUnder(
  interaction: Interaction,
  before: InteractionCheck,
  operation: Operation,
  successor: Operation,
  fresh: readonly Operation[],
): Breaks {
  const after = checkInteraction(interaction, fresh);
  const failing = newBreaks(interaction, before, after);
  const widened =
    interaction.kind === "unreadable"
      ? []
      : [
          ...findWidenedValues(interaction, operation, successor),
          ...findRereadLists(interaction, operation, successor),
        ];
  const added = widened.filter(({ pointer }) => failing.every((known) => known.pointer !== pointer));
  return { breaks: [...failing, ...added], isCertain: after.outcome !== "warn" || widened.length > 0 };
}

/** The new faults of an interaction; where something fails, breaks that may work all the same are left out. */
function newBreaks({ kind }: Interaction, before: InteractionCheck, after: InteractionCheck): Break[] {
  if (after.problem) return [{ part: kind, pointer: "", says: after.problem.reason }];
  const known = new Set(before.incompatibilities.map(keyOf));
  const added = after.incompatibilities.filter((incompatibility) => !known.has(keyOf(incompatibility)));
  const certain = added.filter(({ isWarning }) => !isWarning);
  return (certain.length > 0 ? certain : added).map((incompatibility) => ({
    part: incompatibility.part,
    pointer: incompatibility.pointer,
    says: sentenceFor(incompatibility),
  }));
}

const keyOf = ({ part, pointer, relied, code, isWarning }: Incompatibility): string =>
  JSON.stringify([part, pointer, relied, code === "optional-field", isWarning]);
