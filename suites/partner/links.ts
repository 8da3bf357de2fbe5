import type { Seen } from "./seen.ts";

export type LinkState = "unlinked" | "pending" | "active" | "freezed" | "uninstalled";

interface Step {
  at: number;
  state: LinkState;
}

/** The links of the application over time, as the certifier saw them change. */
export class Links {
  readonly #steps = new Map<number, Step[]>();
  readonly #grants = new Map<number, number[]>();
  readonly #confirmed = new Set<number>();

  granted(location: number, at: number): void {
    this.#grants.set(location, [...(this.#grants.get(location) ?? []), at]);
    if (this.state(location, at) !== "active") this.#step(location, { at, state: "pending" });
  }

  /** A callback; with the right answer from the right host, the link is active. */
  callback({ n, location, surface, status, at }: Seen): void {
    if (this.#confirmed.has(n) || surface !== "app" || status !== 201 || location === undefined) return;
    this.#confirmed.add(n);
    this.#step(location, { at, state: "active" });
  }

  /** The platform ended or froze a link, and the application acknowledged it. */
  ended(location: number, at: number, state: "freezed" | "uninstalled"): void {
    this.#step(location, { at, state });
  }

  /** When access to a Location was granted. */
  grants(location: number): readonly number[] {
    return this.#grants.get(location) ?? [];
  }

  /** What the link of a Location was at a time, and since when. */
  at(location: number, time: number): Step {
    const found = this.#steps.get(location)?.findLast((step) => step.at <= time);
    return found ?? { at: 0, state: "unlinked" };
  }

  /** Whether the link of a Location was active at some moment of a time. */
  wasActive(location: number, from: number, until: number): boolean {
    const within = (this.#steps.get(location) ?? []).filter(({ at }) => at > from && at <= until);
    return [this.at(location, from), ...within].some(({ state }) => state === "active");
  }

  /** The certifier itself confirmed a link, for an application that is not asked to. */
  confirmed(location: number, at: number): void {
    this.#step(location, { at, state: "active" });
  }

  state(location: number, time: number): LinkState {
    return this.at(location, time).state;
  }

  #step(location: number, step: Step): void {
    const steps = [...(this.#steps.get(location) ?? []), step];
    this.#steps.set(
      location,
      steps.toSorted((one, other) => one.at - other.at),
    );
  }
}
