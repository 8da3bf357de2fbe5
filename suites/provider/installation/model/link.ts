import {
  type InstallMachine,
  type InstallState,
  loadInstallMachine,
  type Transition,
  type Trigger,
} from "../../../../specs/install-machine.ts";
import { confirmationWindow, edge, type Place } from "../../run/installing.ts";

const machine: InstallMachine = loadInstallMachine();
export const everyState = Object.keys(machine.states) as InstallState[];

/** What is known of one step: who asked, and what holds of the place. Nothing is known of what is left out. */
export type Facts = Readonly<Partial<Record<string, boolean>>>;

/** What a step may do to a link, from each state that it may be in. */
export interface Step {
  from: InstallState;
  /** The rows of which one holds; none where the text tells of no such step. */
  rows: Transition[];
}

/** The link between an application and a Location, as far as the text and what was seen tell. */
export class Link {
  readonly place: Place;
  /** What holds at this place whoever asks, such as that installation is blocked. */
  readonly facts: Facts;
  /** Every state that the text allows now. */
  states = new Set<InstallState>(["uninstalled"]);
  /** When the last grant was made that began a window, in milliseconds: not before the first, not after the second. */
  granted: { earliest: number; latest: number } | undefined;
  /** Whether the link was ended once; what a link does after that is open. */
  hasEnded = false;
  wasActive = false;
  /** The row that was taken last, and what is to blame where the link reads as it should not. */
  lastRow: string | null = null;
  blame = "STAT-9";
  /** Changes that certainly happened, which the log must tell. */
  changes: [from: InstallState, to: InstallState][] = [];
  /** What the status said of the link's creation, until it may be told anew. */
  createdAt: unknown;
  /** The address at which the status was read since the last step, if it was. */
  readAt: string | undefined;

  constructor(place: Place, facts: Facts) {
    this.place = place;
    this.facts = facts;
  }

  get isCertain(): boolean {
    return this.states.size === 1;
  }

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
  rowsFor(trigger: Trigger, facts: Facts): Step[] {
    const known: Facts = { ...this.facts, ...facts, always: true };
    return [...this.states].map((from) => {
      // What a grant or a callback does once a link has ended is open.
      if (from === "uninstalled" && this.hasEnded) return { from, rows: [] };
      const rows: Transition[] = [];
      for (const row of machine.transitions.filter((one) => one.on === trigger && one.from.includes(from))) {
        const holds =
          row.when in known
            ? known[row.when]
            : row.when === "in window" || row.when === "out of window"
              ? undefined
              : false;
        if (holds === false) continue;
        rows.push(row);
        if (holds === true) break;
      }
      return { from, rows };
    });
  }
}

/** The states to which a row may lead. */
export function statesAfter(row: Transition | undefined, from: InstallState): InstallState[] {
  if (!row) return everyState;
  if (row.to === "same") return [from];
  if (row.to === "unknown") return everyState.filter((state) => !row.not?.includes(state));
  return row.to;
}
