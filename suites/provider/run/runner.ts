import { Untestable, UsageError } from "../../../base/errors.ts";
import { ControlRefusal, resetPath } from "../../../harness/control.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Example, Journal } from "../../../record/journal.ts";
import { atDepth } from "./at-once.ts";
import { cleanUp } from "./clean-up.ts";
import { ensureInstalled, fixtureLink } from "./installing.ts";
import { isMeantFor, lackOf } from "./needs.ts";
import type { Proof } from "./proof.ts";
import { Run, type RunPlan } from "./run.ts";
import { TentativeJournal } from "./tentative-journal.ts";
import { World } from "./world.ts";

/** Runs proofs on one target, one after the other: each in a fresh world where it asks for one, else in a shared one. */
export class Runner {
  readonly run: Run;
  readonly #signal: AbortSignal;
  #target: Target;
  /** The world that is open: as it was opened, with the application installed, or changed by a proof that had it to itself. */
  #world: "any" | "installed" | "changed" = "any";

  private constructor(run: Run, target: Target, signal: AbortSignal) {
    this.run = run;
    this.#target = target;
    this.#signal = signal;
  }

  /** Opens a first world. */
  static async open(session: Session, plan: RunPlan, journal: Journal): Promise<Runner> {
    const target = await session.open(plan.seed);
    const run = new Run(session, target, plan, journal);
    run.redaction.learn(target.credentials);
    run.journal.write({ kind: "target", name: target.name, urls: { ...target.urls } });
    if (session.can("reset")) run.journal.write({ kind: "control", path: resetPath, body: { seed: plan.seed } });
    return new Runner(run, target, plan.signal);
  }

  /** Runs one proof, and records what it finds, or why it cannot judge; with examples, it tries only those of what it would generate. */
  async prove(proof: Proof, examples?: readonly Example[]): Promise<void> {
    const { journal, session } = this.run;
    const { title, ids } = proof;
    if (!isMeantFor(proof.needs, this.#target, session))
      return journal.write({ kind: "skipped", title, ids, why: "other proofs judge this target" });
    if (proof.needs.includes(atDepth) && this.run.depth !== atDepth)
      return journal.write({ kind: "skipped", title, ids, why: "only a deep run tries this" });
    const missing = lackOf(proof.needs, this.#target, session);
    if (missing) return journal.write({ kind: "untestable", title, ids, why: missing, applies: true });
    journal.write({ kind: "proof", title, ids });
    const tentative = new TentativeJournal(journal);
    this.run.explorations = 0;
    this.run.examples = examples;
    try {
      await this.#prepare(proof);
      await proof.prove(new World(this.#target, this.run, tentative));
      tentative.confirm();
    } catch (error) {
      if (error instanceof UsageError || this.#signal.aborted) throw error;
      journal.write({ kind: "untestable", title, ids, ...reasonOf(error) });
    }
  }

  /** Uninstalls what the run installed, and lets go of the target. */
  async close(): Promise<void> {
    await cleanUp(this.run);
    await this.run.client.close();
  }

  /** Opens the world that a proof asks for. */
  async #prepare({ needs }: Proof): Promise<void> {
    if (needs.includes("fresh")) await this.#open("changed");
    else if (needs.includes("installed") && this.#world !== "installed") {
      await this.#open("any");
      await ensureInstalled(new World(this.#target, this.run), fixtureLink({ target: this.#target }));
      this.#world = "installed";
    } else if (this.#world === "changed") await this.#open("any");
  }

  async #open(world: "any" | "changed"): Promise<void> {
    if (this.run.session.can("reset")) this.#target = await this.run.openWorld();
    this.#world = world;
  }
}

/** Why a proof did not judge to its end. */
function reasonOf(error: unknown): { why: string; applies: boolean; isOurFault?: true } {
  if (error instanceof Untestable && !error.applies) return { why: error.message, applies: false };
  if (error instanceof Untestable || error instanceof ControlRefusal)
    return { why: `it could not be judged: ${error.message}`, applies: true };
  return { why: `assay itself failed: ${String(error)}${placeOf(error)}`, applies: true, isOurFault: true };
}

/** Where an error was thrown: the innermost function and line, without the folders of a machine. */
const placeOf = (error: unknown): string => {
  const [, where = ""] = /\n\s+at (.*)/.exec(error instanceof Error ? (error.stack ?? "") : "") ?? [];
  return where && ` at ${where.replace(/(file:\/\/)?\/[^ ():]*\//, "")}`;
};
