import type { Request } from "../../harness/exchange.ts";
import type { CellId } from "../../specs/cells.ts";
import {
  type InstallMachine,
  type InstallState,
  loadInstallMachine,
  type Transition,
  type Trigger,
} from "../../specs/install-machine.ts";
import type { Fact } from "./clause.ts";
import type { LinkId } from "./link-id.ts";
import { confirmationWindow, edge } from "./time-limits.ts";

const machine: InstallMachine = loadInstallMachine();

/** Every state of the install machine. */
export const everyState = Object.keys(machine.states) as InstallState[];

/** True if a value is the name of a state in which a link exists. */
export const isLinkedState = (state: unknown): state is InstallState =>
  typeof state === "string" && (machine.states[state as InstallState]?.linked ?? false);

/** Facts of a step and its link, by the names of the machine's guards; a fact that is left out is unknown. */
export type KnownFacts = Readonly<Partial<Record<string, boolean>>>;

/** Between which moments of the target's clock something happened. */
export interface Moment {
  earliest: number;
  latest: number;
}

/** A change of a link that certainly happened. */
export interface LinkChange extends Moment {
  from: InstallState;
  to: InstallState;
}

/** One thing that a step may have done: a row of the machine, or anything where the text has no row. */
interface PossibleMove {
  from: InstallState;
  row: Transition | undefined;
}

/** The answer of one address about a link. */
export interface StatusReading {
  request: Request;
  /** When it was read, by the target's clock. */
  at: number;
  status: number;
  state: unknown;
  createdAt: unknown;
  logs: Record<string, unknown>[];
  payments: Record<string, unknown>[];
}

/** A step that was taken: what triggered it, what is known of it, when, and the status that it was answered with. */
export interface LinkStep extends Moment {
  trigger: Trigger;
  facts: KnownFacts;
  status?: number;
}

/** True if a reading says for certain that there is no link, so that a grant makes a first one; by which refusal it does is open. */
export const saysNoLink = ({ status, state }: StatusReading): boolean =>
  state === "uninstalled" || [403, 404].includes(status) || (status === 200 && (state ?? null) === null);

/** Knowledge of a link: every state that the text, and the answers, allow. */
export class Link {
  readonly id: LinkId;
  /** Facts of this link for every caller, such as that installation is blocked. */
  readonly facts: KnownFacts;
  /** Every state that the link can be in now. */
  states: ReadonlySet<InstallState>;
  /** When the last grant was made that began a window. */
  granted: Moment | undefined;
  /** True if the last grant reconnected a link that was pending. */
  isReconnected = false;
  /** True if the link was ended once; what a link does after that is open until the status says that it is gone. */
  hasEnded = false;
  /** The state before a step that may have done nothing, until the status says what became of it. */
  stateBefore: InstallState | undefined;
  /** How it ended, until the status says what became of it. */
  ending: LinkChange | undefined;
  wasActive = false;
  /** The row that was taken last. */
  lastRow: string | null = null;
  /** The cell that is broken where the link reads as it should not, and what must work for it to count. */
  blamed: { cell: CellId; also?: CellId; provided?: Fact } = { cell: "STAT-9" };
  /** Changes that certainly happened since the link was known for certain, which the log must show. */
  changes: LinkChange[] = [];
  /** The log when the link became known for certain; undefined where it was not read then. */
  logBefore: readonly string[] | undefined;
  /** When the link was created, where this run created it and has not reconnected it. */
  created: Moment | undefined;
  /** The time of its creation by the status, until that may change. */
  createdText: { text: unknown; request: Request } | undefined;
  /** The number of times that it was reconnected since it was known for certain. */
  reconnects = 0;
  /** Until when a payment that was reported, or charged back, may show at any moment. */
  paymentsOpenUntil = Number.NEGATIVE_INFINITY;
  /** The read that listed the Location as connected, while nothing was done to the link. */
  listedBy: Request | undefined;
  /** The readings of each address since the last change. */
  readonly readings = new Map<string, StatusReading>();

  constructor(id: LinkId, facts: KnownFacts, states: Iterable<InstallState>) {
    this.id = id;
    this.facts = facts;
    this.states = new Set(states);
    if (this.is("uninstalled")) this.logBefore = [];
  }

  /** The state of the link, where only one is possible. */
  get onlyState(): InstallState | undefined {
    return this.states.size === 1 ? [...this.states][0] : undefined;
  }

  /** True if the link is certainly in one of some states. */
  is(...states: InstallState[]): boolean {
    return [...this.states].every((state) => states.includes(state));
  }

  /** True if a link certainly exists. */
  get exists(): boolean {
    return !this.states.has("uninstalled") && !this.hasEnded;
  }

  /** True if a callback that was sent and answered between two moments came in the window; undefined on its very edge. */
  isInWindow({ earliest, latest }: Moment): boolean | undefined {
    if (!this.granted) return undefined;
    if (latest - this.granted.earliest <= confirmationWindow - edge) return true;
    return earliest - this.granted.latest >= confirmationWindow + edge ? false : undefined;
  }

  /** The moves that a step may make, for each state that the link may be in. */
  movesOf({ trigger, facts }: Pick<LinkStep, "trigger" | "facts">, possible = this.states): PossibleMove[] {
    const known: KnownFacts = { ...this.facts, ...facts, always: true };
    return [...possible].flatMap((from): PossibleMove[] => {
      // The effect of a grant or a callback on a link that has ended is open.
      if (from === "uninstalled" && this.hasEnded) return [{ from, row: undefined }];
      const rows: Transition[] = [];
      for (const row of machine.transitions.filter(({ on, from: states }) => on === trigger && states.includes(from))) {
        const holds = guardHolds(row.when, known);
        if (holds === false) continue;
        rows.push(row);
        if (holds === true) break;
      }
      return rows.length > 0 ? rows.map((row) => ({ from, row })) : [{ from, row: undefined }];
    });
  }

  /** Moves the link on: what cannot have happened, by the status, is ruled out. Returns the row that was taken, where only one can have been. */
  move(step: LinkStep): Transition | undefined {
    const moves = this.movesOf(step);
    const { status } = step;
    const fitting = moves.filter(({ row }) => status === undefined || !row?.answers || row.answers.includes(status));
    const possible = fitting.length > 0 ? fitting : moves;
    const before = this.onlyState;
    const rows = new Set(possible.map(({ row }) => row));
    const [only] = rows;
    const row = rows.size === 1 ? only : undefined;
    const blamed = row ?? possible.find((each) => each.row)?.row;
    if (blamed) this.blamed = this.#blame(blamed);
    this.states = new Set(
      possible.flatMap(({ from, row: taken }) =>
        // A request that is accepted though it must be refused is still to change nothing; after any other wrong answer, nothing is known.
        fitting.length > 0 || taken?.to === "same" ? statesAfter(taken, from) : everyState,
      ),
    );
    if (step.trigger === "uninstall" || step.trigger === "disable") this.#end(before, step);
    else this.#noteChange(before, step);
    return fitting.length > 0 ? row : undefined;
  }

  /** The cell that a row promises, and what must work for it to count. */
  #blame({ id, on, requirement }: Transition): Link["blamed"] {
    const works: Partial<Record<Trigger, Fact>> = {
      grant_access: "granted",
      callback: "confirmed",
      window_closes: "confirmed",
      uninstall: "confirmed",
      disable: "confirmed",
    };
    const provided = refusals.has(id) ? works[on] : undefined;
    const cell: CellId =
      requirement === "INST-4" ? `INST-4/${this.isReconnected ? "reconnect" : "first grant"}` : requirement;
    return provided ? { cell, provided } : { cell };
  }

  /** Moves the link on by steps that were taken at once, to every state that some order of them leads to. */
  race(states: ReadonlySet<InstallState>, [first]: readonly LinkStep[]): void {
    const row = first && this.movesOf(first).find((each) => each.row)?.row;
    if (row) this.blamed = this.#blame(row);
    this.states = states.size > 0 ? states : new Set(everyState);
    this.forget();
  }

  /** Notes that the link has ended: what its history was is certain still, once the status says that there is none. */
  #end(from: InstallState | undefined, { earliest, latest }: Moment): void {
    this.hasEnded = true;
    this.readings.clear();
    this.created = undefined;
    this.createdText = undefined;
    this.ending = from ? { from, to: "uninstalled", earliest, latest } : undefined;
    if (!from) this.forget();
  }

  /** Notes what follows from a step, as far as it is certain. */
  #noteChange(before: InstallState | undefined, { earliest, latest }: Moment): void {
    this.readings.clear();
    const after = this.onlyState;
    if (before && after) {
      if (before !== after) this.changes.push({ from: before, to: after, earliest, latest });
    } else if (before && this.states.has(before)) {
      // An open step may have done nothing; then the history is still certain, but for the log's further words.
      this.stateBefore = before;
      this.logBefore = undefined;
    } else this.forget();
    if (this.states.has("active")) this.wasActive = true;
  }

  /** Forgets what was certain of the past. */
  forget(): void {
    this.changes = [];
    this.logBefore = undefined;
    this.created = undefined;
    this.createdText = undefined;
    this.ending = undefined;
    this.stateBefore = undefined;
    this.reconnects = 0;
    this.readings.clear();
  }

  /** True if a pending link's window is over by now, and nothing has happened since. */
  hasLapsed(moment: Moment): boolean {
    return (
      this.is("pending") && this.isInWindow(moment) === false && !["lapse", "confirm-late"].includes(this.lastRow ?? "")
    );
  }

  /** Notes that a step was taken at another link: this one stays as it is. */
  stayBeside(row: Transition | undefined): void {
    if (this.onlyState === undefined) return;
    if (row?.id === "confirm-unasked") {
      this.blamed = { cell: "INST-11", ...(this.is("pending") ? { also: "INST-5" } : {}), provided: "confirmed" };
      return;
    }
    const trigger = row?.on;
    this.blamed =
      trigger === "callback" && this.is("pending") ? { cell: "INST-5", provided: "confirmed" } : { cell: "STAT-9" };
  }

  /** Notes that it is no longer known in which state the link is. */
  lose(): void {
    this.states = new Set(everyState);
    this.forget();
  }

  /** The states that read like this: what a link that has ended reads is open, but not active; one that never was is in no state of a link. */
  statesReadAs({ state }: StatusReading): InstallState[] {
    const isAbsent = this.hasEnded ? state !== "active" : !isLinkedState(state);
    return [...this.states].filter((possible) => (possible === "uninstalled" ? isAbsent : state === possible));
  }
}

/** Rows by which nothing may change, or not to active: they show something only where the right step is accepted. */
const refusals = new Set(
  machine.transitions
    .filter(({ to, not }) => to === "same" || not?.includes("active"))
    .map(({ id }) => id)
    .concat("confirm-late", "lapse"),
);

/** True if a guard holds; undefined where that is not known, which is so of the window alone. */
function guardHolds(guard: string, known: KnownFacts): boolean | undefined {
  if (guard in known) return known[guard];
  return guard === "in window" || guard === "out of window" ? undefined : false;
}

/** The states to which a row may lead. */
export function statesAfter(row: Transition | undefined, from: InstallState): InstallState[] {
  if (!row) return everyState;
  if (row.to === "same") return [from];
  if (row.to === "unknown") return everyState.filter((state) => !row.not?.includes(state));
  return row.to;
}
