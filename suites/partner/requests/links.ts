import { limit } from "../../../specs/limits.ts";
import { milliseconds, times } from "../times.ts";
import type { PartnerRequest } from "./partner-request.ts";

export type LinkState = "unlinked" | "pending" | "active" | "freezed" | "uninstalled";

interface LinkChange {
  at: number;
  state: LinkState;
  /** When the platform made the change, where the application acknowledged it later. */
  made?: number;
  /** True if the application ended the link itself. */
  isOwn?: boolean;
}

/** How the platform ends a link: the event that it sends, and the requirements that it is acknowledged and that data calls stop. */
export const linkEnds = {
  freezed: { event: "freeze", acknowledged: "LIFE-5", stopped: "LIFE-6" },
  uninstalled: { event: "uninstall", acknowledged: "LIFE-9", stopped: "LIFE-7" },
} as const;

/** The time that data calls may go on after an acknowledged end, in seconds. */
export const stopsWithin = limit("partner_stop") + limit("edge");

/** The links of the application over time, as the certifier saw them change. */
export class Links {
  readonly #changes = new Map<number, LinkChange[]>();
  readonly #grants = new Map<number, number[]>();
  readonly #counted = new Set<number>();

  /** The owner granted access to a Location. */
  granted(location: number, at: number): void {
    this.#grants.set(location, [...(this.#grants.get(location) ?? []), at]);
    if (this.state(location, at) !== "active") this.#change(location, { at, state: "pending" });
  }

  /** The application sent a callback; one to the right host with the right answer makes a link active, if access was granted. */
  callback({ n, location, surface, status, at }: PartnerRequest): void {
    if (this.#counted.has(n) || surface !== "app" || status !== 201 || location === undefined) return;
    this.#counted.add(n);
    if (this.state(location, at) !== "pending") return;
    this.confirmed(location, at);
  }

  /** The application ended a link itself, and the platform did as it asked. */
  uninstalledByPartner({ n, location, operation, status, at }: PartnerRequest): void {
    const isDone = operation?.id === "uninstall" && status !== null && status >= 200 && status < 300;
    if (!isDone || this.#counted.has(n) || location === undefined) return;
    this.#counted.add(n);
    if (!["pending", "active", "freezed"].includes(this.state(location, at))) return;
    this.#change(location, { at, state: "uninstalled", isOwn: true });
  }

  /** A link was confirmed. */
  confirmed(location: number, at: number): void {
    this.#change(location, { at, state: "active" });
  }

  /** The platform ended or froze a link, and the application acknowledged it later. */
  ended(location: number, at: number, state: keyof typeof linkEnds, made = at): void {
    // An application that answers a freeze by uninstalling itself may have done so before its answer is seen.
    if (state === "freezed" && this.state(location, at) === "uninstalled") return;
    this.#change(location, { at, state, made });
  }

  /** When the platform uninstalled a Location that was not granted anew up to a time; undefined where it did not. */
  uninstalledBefore(location: number, time: number): number | undefined {
    const isMade = ({ state, isOwn, made = time }: LinkChange) => state === "uninstalled" && !isOwn && made < time;
    const made = this.#changes.get(location)?.findLast(isMade)?.made;
    const isGranted = made !== undefined && this.grants(location).some((at) => at > made && at <= time);
    return isGranted ? undefined : made;
  }

  /** When access to a Location was granted. */
  grants(location: number): readonly number[] {
    return this.#grants.get(location) ?? [];
  }

  /** The state of a Location's link at a time, and since when. */
  at(location: number, time: number): LinkChange {
    const last = this.#changes.get(location)?.findLast((change) => change.at <= time);
    return last ?? { at: 0, state: "unlinked" };
  }

  /** How the link of a Location had ended at a time since it was last active: frozen, uninstalled, or one after the other. */
  endsAt(location: number, time: number): (keyof typeof linkEnds)[] {
    const changes = (this.#changes.get(location) ?? []).filter(({ at }) => at <= time);
    return changes
      .slice(changes.findLastIndex(({ state }) => state === "active") + 1)
      .flatMap(({ state }) => (state === "freezed" || state === "uninstalled" ? [state] : []));
  }

  /** True if the link of a Location was active at any moment of a span. */
  wasActive(location: number, from: number, until: number): boolean {
    const within = (this.#changes.get(location) ?? []).filter(({ at }) => at > from && at <= until);
    return [this.at(location, from), ...within].some(({ state }) => state === "active");
  }

  /** True if the link of a Location ended so soon after a time that what was asked for then may not have begun. */
  endedSoonAfter(location: number, time: number): boolean {
    const changes = this.#changes.get(location) ?? [];
    return changes.some(({ at, state }) => state !== "active" && at > time && at <= time + milliseconds(times.begins));
  }

  state(location: number, time: number): LinkState {
    return this.at(location, time).state;
  }

  #change(location: number, change: LinkChange): void {
    const changes = [...(this.#changes.get(location) ?? []), change];
    this.#changes.set(
      location,
      changes.toSorted((a, b) => a.at - b.at),
    );
  }
}
