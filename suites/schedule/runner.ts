import { minutes } from "../../base/durations.ts";
import { Untestable, UsageError } from "../../base/errors.ts";
import { quote } from "../../base/text/printable.ts";
import { ControlSilence, isControlError, resetPath } from "../../harness/control/control-calls.ts";
import type { Session } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import type { FailedProof } from "../../record/journal/repeats.ts";
import type { Entry, Example, Journal } from "../../record/journal.ts";
import { ensureInstalled, fixtureLink } from "../drivers/steps/installing.ts";
import type { LinkId } from "../model/link-id.ts";
import { Calendar } from "./calendar.ts";
import { checkProfile } from "./check-profile.ts";
import { cleanUp } from "./clean-up.ts";
import { controlPlace, type RunPlan } from "./run/context.ts";
import { isFor, lackOf, whyLeftOut } from "./run/needs.ts";
import type { Proof } from "./run/proof.ts";
import { createRun, type Run } from "./run/run.ts";
import { Turn, World } from "./run/world.ts";

/** The time before an appointment in which no other proof is begun. */
const beforehand = minutes(2);

/** How often a proof that found something broken is repeated, and the part of a run's requests, or their number, that this may take. */
const repetitions = 3;
const repeatedShare = 0.1;
const minRepeatedRequests = 60;

/** How a run goes through its proofs. */
export interface ProofTurns {
  /** True if to end before the next proof. */
  isOver?: () => boolean;
  /** The generated cases of a proof that alone are tried; all that it generates if left out. */
  examplesOf?: (proof: Proof) => readonly Example[] | undefined;
  /** Hears of each proof whose turn is over: how many there were. */
  onTurn?: (done: number) => void;
}

/** Runs proofs on one target, one after the other: each in a fresh world where it asks for one, else in a shared one. */
export class Runner {
  readonly run: Run;
  readonly #signal: AbortSignal;
  readonly #calendar: Calendar;
  #target: Target;
  /** The world that is open: as it was opened, with the application installed, or changed by a proof that had it to itself. */
  #world: "any" | "installed" | "changed" = "any";

  private constructor(run: Run, target: Target, signal: AbortSignal) {
    this.run = run;
    this.#target = target;
    this.#signal = signal;
    this.#calendar = new Calendar(run);
  }

  /** Opens a first world. */
  static async open(session: Session, plan: RunPlan, journal: Journal): Promise<Runner> {
    const target = await session.open(plan.seed);
    const run = createRun(session, target, plan, journal);
    const { control } = session.written;
    const address = control && "url" in control && !control.direct ? { control: control.url } : {};
    run.context.journal.write({ kind: "target", name: target.name, urls: { ...target.urls }, ...address });
    if (session.can("reset"))
      run.context.journal.write({ kind: "control", path: resetPath, body: { seed: plan.seed } });
    return new Runner(run, target, plan.signal);
  }

  /** Asks whether the profile's addresses and credentials work, as far as some proofs need them. */
  async checkProfile(proofs: readonly Proof[]): Promise<void> {
    await checkProfile(this.run, this.#target, proofs);
  }

  /** The target, in the world that is open. */
  get target(): Target {
    return this.#target;
  }

  /** Runs proofs one after another, and does what they put off when it falls due: the only loop over proofs. Returns how many had their turn. */
  async proveAll(
    proofs: readonly Proof[],
    { isOver = () => false, examplesOf, onTurn }: ProofTurns = {},
  ): Promise<number> {
    let done = 0;
    for (const proof of proofs) {
      if (isOver()) return done;
      await this.#prove(proof, examplesOf?.(proof));
      await this.#keepAppointments(beforehand);
      onTurn?.(++done);
    }
    if (!isOver()) await this.#keepAppointments(Number.POSITIVE_INFINITY);
    return done;
  }

  /** Repeats the proofs that found something broken, each alone and in a new world, as often as the budget allows. */
  async repeatFailed(proofs: readonly Proof[], failed: readonly FailedProof[], isOver: () => boolean): Promise<void> {
    const { client } = this.run.context;
    const last = client.sent + Math.max(minRepeatedRequests, client.sent * repeatedShare);
    const canRepeat = ({ begin }: Proof) => !begin || this.run.context.session.can("clock");
    for (let again = 1; again <= repetitions; again++)
      for (const { slug, requests } of failed) {
        const proof = proofs.find((each) => each.slug === slug);
        if (!proof || !canRepeat(proof) || client.sent + requests > last) continue;
        if (isOver()) return;
        this.#world = "changed";
        await this.#prove(proof, undefined, again);
        await this.#keepAppointments(Number.POSITIVE_INFINITY);
      }
  }

  /** Runs one proof, and records what it finds, or why it cannot judge; with examples, it tries only those of what it would generate. */
  async #prove(proof: Proof, examples?: readonly Example[], again?: number): Promise<void> {
    const { journal, session } = this.run.context;
    const { slug, title, ids } = proof;
    if (!isFor(proof.needs, this.#target, session))
      return journal.write({ kind: "skipped", title, ids, why: "other proofs judge this target" });
    const why = whyLeftOut(proof.needs, this.run.context.depth);
    if (why) return journal.write({ kind: "skipped", title, ids, why });
    const missing = lackOf(proof.needs, this.#target, session);
    const surface = proof.needs.includes("urls.v3_base_url") ? ({ surface: "v3" } as const) : {};
    if (missing) return journal.write({ kind: "untestable", title, ids, ...missing, ...surface, applies: true });
    const gone = this.run.budget.whyOver() ?? this.#whyGone(proof);
    if (gone) return journal.write({ kind: "untestable", title, ids, why: gone, applies: true });
    journal.write({ kind: "proof", slug, title, ids, ...(again === undefined ? {} : { again }) });
    this.run.budget.beginTask(title);
    await this.#attempt(proof, async () => {
      await this.#prepare(proof);
      const turn = new Turn(examples);
      const world = new World(this.#target, this.run, { turn });
      if (proof.begin) this.#calendar.book(proof, world, await proof.begin(world));
      else await proof.prove(world);
      const [unjudged] = turn.unjudged;
      if (unjudged) throw new Untestable(unjudged);
    });
  }

  /** Does what has fallen due, and what falls due so soon; waits for it where that is not yet. */
  async #keepAppointments(within: number): Promise<void> {
    for (let next = this.#calendar.next(within); next; next = this.#calendar.next(within)) {
      const { proof, world, act } = next;
      this.run.context.journal.write({ kind: "proof", slug: proof.slug, title: proof.title, ids: proof.ids });
      this.run.budget.beginTask(proof.title);
      await this.#attempt(proof, async () => {
        await this.run.budget.advanceTo(next.at);
        await act(world);
      });
    }
  }

  /** Does a part of a proof. */
  async #attempt({ title, ids }: Proof, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof UsageError || this.#signal.aborted) throw error;
      const gone = error instanceof ControlSilence ? await this.run.context.presence.lookAfter(error.asked) : undefined;
      if (gone) this.run.context.recorder.reportTrouble(gone);
      const { why, ...reason } = reasonOf(gone ? new Untestable(gone) : error);
      this.run.context.journal.write({ kind: "untestable", title, ids, why: quote(why), ...reason });
    } finally {
      this.#reportTroubles();
    }
  }

  /** Reports what the control protocol failed at; one that is gone has been reported. */
  #reportTroubles(): void {
    const { session, presence, recorder } = this.run.context;
    if (controlPlace(session).some((url) => presence.whyGone(url))) return;
    for (const trouble of session.control?.troubles ?? []) recorder.reportTrouble(trouble);
  }

  /** Why no person can be asked where a proof asks. */
  #whyGone({ needs }: Proof): string | undefined {
    const addresses = needs.flatMap((need) => (need === "installed" ? ["base_url"] : need.split("urls.").slice(1)));
    const urls = addresses.flatMap((address) => this.#target.urls[address as keyof Target["urls"]] ?? []);
    const isControlled = needs.some((need) => need === "fresh" || need.startsWith("control."));
    const places = isControlled ? [...urls, ...controlPlace(this.run.context.session)] : urls;
    return places.map((url) => this.run.context.presence.whyGone(url)).find((why) => why !== undefined);
  }

  /** Uninstalls what the run installed, reporting each link, and lets go of the target. */
  async close(onUninstall?: (link: LinkId) => void): Promise<void> {
    await cleanUp(this.run, onUninstall);
    for (const close of this.run.context.closing) await close();
    await this.run.context.client.close();
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
    if (this.run.context.session.can("reset")) this.#target = await this.run.facts.openWorld();
    this.#world = world;
  }
}

/** Why a proof did not judge to its end. */
function reasonOf(error: unknown): Omit<Extract<Entry, { kind: "untestable" }>, "kind" | "ids"> {
  if (error instanceof Untestable && !error.applies) return { why: error.message, applies: false };
  if (error instanceof Untestable || isControlError(error))
    return {
      why: error.message,
      applies: true,
      ...(error instanceof Untestable && error.lacks ? { lacks: error.lacks } : {}),
    };
  return { why: `assay itself failed: ${String(error)}${placeOf(error)}`, applies: true, isOurFault: true };
}

/** Where an error was thrown: the innermost function and line, without the folders of a machine. */
const placeOf = (error: unknown): string => {
  const [, where = ""] = /\n\s+at (.*)/.exec(error instanceof Error ? (error.stack ?? "") : "") ?? [];
  return where && ` at ${where.replace(/(file:\/\/)?\/[^ ():]*\//, "")}`;
};
