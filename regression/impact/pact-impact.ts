import { isDeepStrictEqual } from "node:util";
import { Violation } from "../../base/errors.ts";
import { checkInteraction, type InteractionCheck } from "../../contracts/check/check-interaction.ts";
import { type Incompatibility, sentenceFor } from "../../contracts/check/incompatibility.ts";
import { eventOf } from "../../contracts/pact/event-of.ts";
import type { Interaction, Pact } from "../../contracts/pact/interaction.ts";
import { labelOf } from "../../contracts/pact/interaction-label.ts";
import { operationOf } from "../../contracts/pact/operation-of.ts";
import type { Operation } from "../../specs/operations.ts";
import type { Break, BrokenExpectation } from "./breaks.ts";
import { rereadFor } from "./reread-lists.ts";
import { widenedFor } from "./widened-values.ts";

/** What two versions mean for one pact. */
export interface PactImpact {
  broken: BrokenExpectation[];
  /** How many interactions there are, and how many did not hold under the old version either. */
  interactions: number;
  alreadyBroken: number;
  /** The interactions that could not be read, and why. */
  unread: string[];
  /** The operations that it uses. */
  uses: string[];
}

/** Holds every interaction of a pact against two versions. */
export function impactOn(pact: Pact, old: readonly Operation[], fresh: readonly Operation[]): PactImpact {
  const found = pact.interactions.map((interaction) => {
    const [was, is] = [usedBy(interaction, old), usedBy(interaction, fresh)];
    const held = checkInteraction(interaction, old);
    if (held.problem?.code === "unreadable")
      return { uses: was, isBroken: false, unread: `${pact.source}: ${labelOf(interaction)}: ${held.problem.reason}` };
    if (!was || !isHeld(held)) return { uses: was, isBroken: true };
    const broken = isSame(was, is) ? undefined : brokenBy(pact, interaction, held, was, is, fresh);
    return { uses: was, isBroken: held.outcome === "fail" && !broken, broken };
  });
  return {
    broken: found.flatMap(({ broken }) => broken ?? []),
    interactions: found.length,
    alreadyBroken: found.filter(({ isBroken }) => isBroken).length,
    unread: found.flatMap(({ unread }) => unread ?? []),
    uses: [...new Set(found.flatMap(({ uses }) => (uses ? nameOf(uses) : [])))],
  };
}

/** Whether an interaction holds, as far as every field is there that may be left out: whoever reads such a field still loses it. */
const isHeld = ({ outcome, incompatibilities }: InteractionCheck): boolean =>
  outcome !== "fail" ||
  (incompatibilities.length > 0 &&
    incompatibilities.every(({ isWarning, code }) => isWarning || code === "optional-field"));

const compared = new WeakMap<Operation, { other: Operation; isSame: boolean }>();

/** Whether two versions of an operation are alike; nothing that uses it can break then. */
function isSame(one: Operation, other: Operation | undefined): boolean {
  if (!other) return false;
  const known = compared.get(one);
  if (known?.other === other) return known.isSame;
  const same = isDeepStrictEqual(one, other);
  compared.set(one, { other, isSame: same });
  return same;
}

function brokenBy(
  pact: Pact,
  interaction: Interaction,
  held: InteractionCheck,
  was: Operation,
  is: Operation | undefined,
  fresh: readonly Operation[],
): BrokenExpectation | undefined {
  const operation = nameOf(was);
  const isGone = was.surface !== is?.surface;
  const now = isGone ? undefined : checkInteraction(interaction, fresh);
  const widened =
    is && !isGone && interaction.kind !== "unreadable"
      ? [...widenedFor(interaction, was, is), ...rereadFor(interaction, was, is)]
      : [];
  const failing = now ? newBreaks(interaction, held, now) : [gone(operation, is)];
  const breaks = [...failing, ...widened.filter((one) => failing.every(({ pointer }) => pointer !== one.pointer))];
  if (breaks.length === 0) return undefined;
  // A contract does not say which host it means, so an address that another surface still has may go well.
  const isSure = isGone ? is === undefined : now?.outcome !== "warn" || widened.length > 0;
  const isCertain = isSure && !interaction.isPending;
  const told = { partner: pact.consumer, pact: pact.source, expectation: labelOf(interaction) };
  return { ...told, operation, isCertain, breaks };
}

const gone = (operation: string, elsewhere: Operation | undefined): Break => ({
  part: operation.startsWith("webhook ") ? "message" : "request.path",
  pointer: "",
  says: `it relies on ${operation}; the specification ${elsewhere ? `has it on ${elsewhere.surface} alone` : "no longer has it"}`,
});

/** What is wrong now and was not before; where something fails, what may go well is left out. */
function newBreaks({ kind }: Interaction, was: InteractionCheck, is: InteractionCheck): Break[] {
  if (is.problem) return [{ part: kind, pointer: "", says: is.problem.reason }];
  const known = new Set(was.incompatibilities.map(keyOf));
  const fresh = is.incompatibilities.filter((incompatibility) => !known.has(keyOf(incompatibility)));
  const certain = fresh.filter(({ isWarning }) => !isWarning);
  return (certain.length > 0 ? certain : fresh).map((incompatibility) => ({
    part: incompatibility.part,
    pointer: incompatibility.pointer,
    says: sentenceFor(incompatibility),
  }));
}

const keyOf = ({ part, pointer, relied, code, isWarning }: Incompatibility): string =>
  JSON.stringify([part, pointer, relied, code === "optional-field", isWarning]);

/** The operation or event that an interaction uses, where it names one. */
function usedBy(interaction: Interaction, operations: readonly Operation[]): Operation | undefined {
  if (interaction.kind === "unreadable") return undefined;
  if (interaction.kind === "http") return operationOf(interaction.request.method, interaction.request.path, operations);
  try {
    const event = eventOf(interaction, operations);
    return operations.find(({ surface, path }) => surface === "webhooks" && path === event);
  } catch (error) {
    if (error instanceof Violation) return undefined;
    throw error;
  }
}

const nameOf = ({ surface, method, path }: Operation): string =>
  `${surface === "webhooks" ? "webhook" : method} ${path} (${surface})`;
