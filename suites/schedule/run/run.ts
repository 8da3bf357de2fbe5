import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Journal } from "../../../record/journal.ts";
import { Budget } from "./budget.ts";
import { Context, type RunPlan } from "./context.ts";
import { Facts } from "./facts.ts";

/** Shared by all proofs of a run: its surroundings, the facts that it has learned, and its budget. */
export interface Run {
  readonly context: Context;
  readonly facts: Facts;
  readonly budget: Budget;
}

export function createRun(session: Session, target: Target, plan: RunPlan, journal: Journal): Run {
  const context = new Context(session, target, plan, journal);
  const budget = new Budget(context);
  return { context, budget, facts: new Facts(context, budget, target) };
}
