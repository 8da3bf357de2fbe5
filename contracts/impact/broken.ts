import { Violation } from "../../specs/blame.ts";
import type { Operation } from "../../specs/operations.ts";
import { checkPact } from "../check/check-pact.ts";
import type { ContractMismatch, ContractResult } from "../contract-result.ts";
import { eventOf } from "../event-of.ts";
import type { Interaction, Pact } from "../interaction.ts";
import { operationOf } from "../operation-of.ts";
import { labelOf } from "../pact-file.ts";

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
  /** The operations that it uses. */
  uses: string[];
}

/** Holds every interaction of a pact against two versions. */
export function impactOn(pact: Pact, old: readonly Operation[], fresh: readonly Operation[]): PactImpact {
  const [before, after] = [checkPact(pact, old), checkPact(pact, fresh)];
  const found = pact.interactions.map((interaction, index) => {
    const [was, is] = [before[index] as ContractResult, after[index] as ContractResult];
    const operation = usedBy(interaction, old);
    const label = operation && nameOf(operation);
    if (was.outcome === "fail" || !operation || !label) return { label, isBroken: true };
    const isGone = operation.surface !== usedBy(interaction, fresh)?.surface;
    const breaks = isGone ? [gone(label)] : newBreaks(was, is);
    if (breaks.length === 0) return { label, isBroken: false };
    const isCertain = !interaction.isPending && (isGone || is.outcome === "fail");
    const told = { partner: pact.consumer, pact: pact.source, expectation: labelOf(interaction) };
    return { label, isBroken: false, broken: { ...told, operation: label, isCertain, breaks } };
  });
  return {
    broken: found.flatMap(({ broken }) => broken ?? []),
    interactions: found.length,
    alreadyBroken: found.filter(({ isBroken }) => isBroken).length,
    uses: [...new Set(found.flatMap(({ label }) => label ?? []))],
  };
}

const gone = (operation: string): Break => ({
  part: operation.startsWith("webhook ") ? "message" : "request.path",
  pointer: "",
  says: `it relies on ${operation}; the specification no longer has it`,
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

const keyOf = ({ part, place, expected, warning }: ContractMismatch): string =>
  JSON.stringify([part, place, expected, warning]);

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
