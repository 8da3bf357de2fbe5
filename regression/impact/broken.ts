import { isDeepStrictEqual } from "node:util";
import { Violation } from "../../base/errors.ts";
import { checkPact } from "../../contracts/check/check-pact.ts";
import { mayBeLeftOut } from "../../contracts/check/expected-fields.ts";
import { eventOf } from "../../contracts/pact/event-of.ts";
import type { Interaction, Pact } from "../../contracts/pact/interaction.ts";
import { operationOf } from "../../contracts/pact/operation-of.ts";
import { labelOf } from "../../contracts/pact/pact-file.ts";
import type { ContractMismatch, ContractResult } from "../../record/contract-result.ts";
import type { Operation } from "../../specs/operations.ts";
import { rereadFor } from "./reread.ts";
import { widenedFor } from "./widened.ts";

/** One place of an interaction that no longer holds. */
export interface Break {
  part: string;
  /** JSON Pointer into that part. */
  pointer: string;
  /** What is relied on, and what the new version says. */
  says: string;
}

/** An expectation that held under the old version and does not under the new one. */
export interface BrokenExpectation {
  partner: string;
  pact: string;
  expectation: string;
  /** The operation as `assay diff` names it. */
  operation: string;
  /** Whether it may go well all the same: undocumented parts, and interactions that are pending. */
  isCertain: boolean;
  breaks: Break[];
}

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
  const before = checkPact(pact, old);
  const found = pact.interactions.map((interaction, index) => {
    const [was, is] = [usedBy(interaction, old), usedBy(interaction, fresh)];
    const held = before[index] as ContractResult;
    if (isUnread(held))
      return { uses: was, isBroken: false, unread: `${pact.source}: ${labelOf(interaction)}: ${held.reason}` };
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

const isUnread = ({ reason }: ContractResult): boolean => reason?.startsWith("it cannot be read") === true;

/** Whether an interaction holds, as far as every field is there that may be left out: whoever reads such a field still loses it. */
const isHeld = ({ outcome, mismatches }: ContractResult): boolean =>
  outcome !== "fail" ||
  (mismatches.length > 0 && mismatches.every(({ warning, actual }) => warning || actual === mayBeLeftOut));

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
  held: ContractResult,
  was: Operation,
  is: Operation | undefined,
  fresh: readonly Operation[],
): BrokenExpectation | undefined {
  const operation = nameOf(was);
  const isGone = was.surface !== is?.surface;
  const [now] = isGone ? [] : checkPact({ ...pact, interactions: [interaction] }, fresh);
  const widened =
    is && !isGone && interaction.kind !== "unreadable"
      ? [...widenedFor(interaction, was, is), ...rereadFor(interaction, was, is)]
      : [];
  const failing = now ? newBreaks(held, now) : [gone(operation, is)];
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
function newBreaks(was: ContractResult, is: ContractResult): Break[] {
  const known = new Set(was.mismatches.map(keyOf));
  const fresh = is.mismatches.filter((one) => !known.has(keyOf(one)));
  const certain = fresh.filter(({ warning }) => !warning);
  const breaks = (certain.length > 0 ? certain : fresh).map(({ part, place, message }) => ({
    part,
    pointer: place,
    says: message,
  }));
  const isUntold = is.outcome === "fail" && is.mismatches.length === 0;
  return isUntold ? [{ part: is.kind, pointer: "", says: is.reason ?? "" }] : breaks;
}

const keyOf = ({ part, place, expected, actual, warning }: ContractMismatch): string =>
  JSON.stringify([part, place, expected, actual === mayBeLeftOut, warning]);

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
