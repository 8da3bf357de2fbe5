import { createHash } from "node:crypto";
import { type ChoiceName, choiceNames, choices, type Dialect } from "./choices.ts";

type Picked = Record<ChoiceName, string>;

const dialectWith = (valueOf: (name: ChoiceName) => string): Dialect =>
  Object.fromEntries(choiceNames.map((name) => [name, valueOf(name)])) as Picked as Dialect;

/** The embedded sandbox's own choices. */
export const plainDialect: Dialect = dialectWith((name) => choices[name].values[0]);

/** A number that follows from a seed and a word, the same on every machine. */
const numberFrom = (seed: number, word: string): number =>
  createHash("sha256").update(`${seed} ${word}`).digest().readUInt32BE();

/**
 * The dialects that a seed stands for, one for each phase of a certification. The first differs from the sandbox's own in every choice, the second from
 * the first in every choice that may change, and from the sandbox's own where there are three values; the last is the sandbox's own. So an application
 * that takes a single value of a choice is found, whichever it is.
 */
export function dialectsOf(seed: number): readonly [first: Dialect, second: Dialect, last: Dialect] {
  const first = dialectWith((name) => pick(name, seed, []));
  const second = dialectWith((name) => ("isOnce" in choices[name] ? first[name] : pick(name, seed, [first[name]])));
  return [first, second, dialectWith((name) => ("isOnce" in choices[name] ? first : plainDialect)[name])];
}

/** A value of a choice that was not picked before; the sandbox's own only where no other is left. */
function pick(name: ChoiceName, seed: number, before: readonly string[]): string {
  const [own, ...others] = choices[name].values;
  const left = others.filter((value) => !before.includes(value));
  return left[numberFrom(seed, `${before.length} ${name}`) % left.length] ?? own;
}

/** The dialect that the platform speaks now; anyone who answers or sends for it goes by this. */
export class SpokenDialect {
  readonly #later: Dialect[];
  current: Dialect;
  /** True while links end that nothing is read of: no request can come before their events, so these are not delayed. */
  isIdle = false;

  constructor([first, ...later]: readonly [Dialect, ...Dialect[]]) {
    this.current = first;
    this.#later = later;
  }

  /** The time until a lifecycle event is sent, in seconds. */
  get eventDelay(): number {
    return this.isIdle ? 0 : Number(this.current["seconds until a lifecycle event"]);
  }

  /** The platform makes its choices anew; whether there are further ones. */
  change(): boolean {
    const next = this.#later.shift();
    this.current = next ?? this.current;
    return next !== undefined;
  }
}
