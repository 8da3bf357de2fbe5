import type { Appointment, Proof } from "./run/proof.ts";
import type { Run } from "./run/run.ts";
import type { World } from "./run/world.ts";

/** An appointment of a proof, in the world that it began in. */
interface BookedAppointment extends Appointment {
  proof: Proof;
  world: World;
}

/** The appointments of a run's proofs, for which others do not wait. */
export class Calendar {
  readonly #run: Run;
  #booked: BookedAppointment[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  /** Books what a proof does later, keeps requests back for it, and says when it will be. */
  book(proof: Proof, world: World, appointments: readonly Appointment[]): void {
    const inOrder = appointments.toSorted((a, b) => a.at - b.at);
    for (const appointment of inOrder) {
      this.#run.budget.keepBack(appointment.requests);
      this.#booked.push({ ...appointment, proof, world });
    }
    this.#booked.sort((a, b) => a.at - b.at);
    const last = inOrder.at(-1)?.at;
    if (last === undefined) return;
    const { title, ids } = proof;
    const at = new Date(last).toISOString();
    this.#run.context.journal.write({ kind: "appointment", title, ids, at, in: last - this.#run.context.now() });
  }

  /** Takes the next appointment, if it falls due so soon. */
  next(within: number): BookedAppointment | undefined {
    const [first] = this.#booked;
    if (!first || first.at > this.#run.context.now() + within) return undefined;
    this.#booked = this.#booked.slice(1);
    this.#run.budget.keepBack(-first.requests);
    return first;
  }
}
