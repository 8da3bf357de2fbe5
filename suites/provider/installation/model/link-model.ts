import {
  type InstallMachine,
  type InstallState,
  loadInstallMachine,
  type Transition,
  type Trigger,
} from "../../../../specs/install-machine.ts";
import type { LinkId } from "../../run/link-id.ts";
import { confirmationWindow, edge } from "../../run/time-limits.ts";

const machine: InstallMachine = loadInstallMachine();

/** Every state of the install machine. */
export const everyState = Object.keys(machine.states) as InstallState[];

/** What is known of a step and its link, by the names of the machine's guards; nothing is known of what is left out. */
export type KnownFacts = Readonly<Partial<Record<string, boolean>>>;

/** The rows of the machine of which one applies to a link in a state; none where the text says nothing. */
export interface ApplicableRows {
  from: InstallState;
  rows: Transition[];
}

/** What is known of a link: every state that the text, and what was seen, allow. */
export class LinkModel {
  readonly id: LinkId;
  /** What holds of this link whoever asks, such as that installation is blocked. */
  readonly facts: KnownFacts;
  /** Every state that the link can be in now. */
  states = new Set<InstallState>(["uninstalled"]);
  /** When the last grant was made that began a window, in milliseconds: not before the first, not after the second. */
  granted: { earliest: number; latest: number } | undefined;
  /** Whether the link was ended once; what a link does after that is open. */
  hasEnded = false;
  wasActive = false;
  /** The row that was taken last. */
  lastRow: string | null = null;
  /** The requirement that is broken where the link reads as it should not. */
  blamed = "STAT-9";
  /** Changes that certainly happened, which the log must tell. */
  changes: [from: InstallState, to: InstallState][] = [];
  /** What the status said of the link's creation, until it may change. */
  createdAt: unknown;
  /** The operation that read the status since the last step, if one did. */
  readBy: string | undefined;

  constructor(id: LinkId, facts: KnownFacts = {}) {
    this.id = id;
    this.facts = facts;
  }

  /** The state of the link, where only one is possible. */
  get onlyState(): InstallState | undefined {
    return this.states.size === 1 ? [...this.states][0] : undefined;
  }

  /** Whether the link is certainly in one of some states. */
  is(...states: InstallState[]): boolean {
    return [...this.states].every((state) => states.includes(state));
  }

  /** Whether a callback that was sent and answered between two moments came in the window; undefined on its very edge. */
  isInWindow(sent: number, answered: number): boolean | undefined {
    if (!this.granted) return undefined;
    if (answered - this.granted.earliest <= confirmationWindow - edge) return true;
    return sent - this.granted.latest >= confirmationWindow + edge ? false : undefined;
  }

  /** What the machine says of a step, for each state that the link may be in. */
  rowsFor(trigger: Trigger, facts: KnownFacts): ApplicableRows[] {
    const known: KnownFacts = { ...this.facts, ...facts, always: true };
    return [...this.states].map((from) => {
      // What a grant or a callback does once a link has ended is open.
      if (from === "uninstalled" && this.hasEnded) return { from, rows: [] };
      const rows: Transition[] = [];
      for (const row of machine.transitions.filter(({ on, from: states }) => on === trigger && states.includes(from))) {
        const holds = guardHolds(row.when, known);
        if (holds === false) continue;
        rows.push(row);
        if (holds === true) break;
      }
      return { from, rows };
    });
  }
}

/** Whether a guard holds; undefined where that is not known, which is so of the window alone. */
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
