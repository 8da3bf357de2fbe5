import { Untestable, UsageError } from "../../../base/errors.ts";
import { ControlRefusal } from "../../../harness/control.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Journal, RecordedFinding } from "../../../record/journal.ts";
import { cleanUp } from "./clean-up.ts";
import { ensureInstalled, place } from "./installing.ts";
import { isMeantFor, lackOf } from "./needs.ts";
import type { Proof } from "./proof.ts";
import { type Depth, Run } from "./run.ts";
import { World } from "./world.ts";

/** How a run goes. */
export interface Plan {
  proofs: readonly Proof[];
  seed: number;
  depth: Depth;
  signal: AbortSignal;
}

/** What became of one proof. */
export interface ProofResult {
  /** Why it could not be acted to its end. */
  lacking?: string;
  /** Where the requirements that it names do not hold; what every exchange is held against is told elsewhere. */
  findings: RecordedFinding[];
}

/** The acting of proofs on one target, one after the other: in a world of their own where they ask for one, else in a shared one. */
export class Runner {
  readonly run: Run;
  readonly #plan: Plan;
  #target: Target;
  #scene: "any" | "installed" | "used" = "any";

  private constructor(run: Run, target: Target, plan: Plan) {
    this.run = run;
    this.#target = target;
    this.#plan = plan;
  }

  /** Opens a first world. */
  static async open(session: Session, plan: Plan, journal: Journal): Promise<Runner> {
    const target = await session.open(plan.seed);
    const runner = new Runner(new Run(session, target, { ...plan, journal }), target, plan);
    runner.run.redaction.learn(target.credentials);
    runner.run.journal.write({ kind: "target", name: target.name, urls: { ...target.urls } });
    return runner;
  }

  get proofs(): readonly Proof[] {
    return this.#plan.proofs;
  }

  /** Acts one proof and writes down what holds; a proof that cannot be acted says what is lacking. */
  async act(proof: Proof): Promise<ProofResult> {
    const { journal, session } = this.run;
    const findings: RecordedFinding[] = [];
    const lack = (why: string, applies: boolean, fault: { isOurFault?: true } = {}): ProofResult => {
      journal.write({ kind: "untestable", title: proof.title, ids: proof.ids, why, applies, ...fault });
      return { lacking: why, findings };
    };
    if (!isMeantFor(proof, this.#target, session)) return { lacking: "other proofs judge this target", findings };
    const missing = lackOf(proof, this.#target, session);
    if (missing) return lack(missing, true);
    journal.write({ kind: "proof", title: proof.title, ids: proof.ids });
    const book: Journal = {
      write(entry) {
        if (entry.kind === "finding" && proof.ids.includes(entry.requirement)) findings.push(entry);
        journal.write(entry);
      },
    };
    try {
      await this.#set(proof);
      await proof.prove(new World(this.#target, this.run, book));
      return { findings };
    } catch (error) {
      if (error instanceof UsageError || this.#plan.signal.aborted) throw error;
      if (error instanceof Untestable && !error.applies) return lack(error.message, false);
      if (error instanceof Untestable || error instanceof ControlRefusal)
        return lack(`it could not be judged: ${error.message}`, true);
      return lack(`assay itself failed: ${String(error)}${placeOf(error)}`, true, { isOurFault: true });
    }
  }

  /** Uninstalls what the run installed, and lets go of the target. */
  async close(): Promise<void> {
    await cleanUp(this.run);
    await this.run.client.close();
  }

  /** Sets the scene that a proof asks for. */
  async #set({ needs }: Proof): Promise<void> {
    if (needs.includes("fresh")) {
      await this.#open("used");
    } else if (needs.includes("installed") && this.#scene !== "installed") {
      await this.#open("any");
      await ensureInstalled(new World(this.#target, this.run), place({ target: this.#target }));
      this.#scene = "installed";
    } else if (this.#scene === "used") await this.#open("any");
  }

  async #open(scene: "any" | "used"): Promise<void> {
    if (this.run.session.can("reset")) this.#target = await this.run.open();
    this.#scene = scene;
  }
}

/** Where an error was thrown: the innermost function and line, without the folders of a machine. */
const placeOf = (error: unknown): string => {
  const [, where = ""] = /\n\s+at (.*)/.exec(error instanceof Error ? (error.stack ?? "") : "") ?? [];
  return where && ` at ${where.replace(/(file:\/\/)?\/[^ ():]*\//, "")}`;
};
