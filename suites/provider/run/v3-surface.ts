import { seconds } from "../../../base/durations.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";

/** What an answer left of an allowance. */
interface Remainder {
  left: number;
  policy: string | undefined;
  credential: string;
  /** Which request of the run it was, and when on the target's clock. */
  turn: number;
  at: number;
}

/** What a run has seen of the v3 surface in the world that it is in. */
export class V3Surface {
  /** Undefined until the first answer shows it. */
  isLive: boolean | undefined;
  /** When the allowance of requests is there again, on the target's clock; undefined while some is left. */
  spentUntil: number | undefined;
  readonly #remaining = new Map<string, number>();
  #last: Remainder | undefined;
  readonly #requestIds = new Set<string>();
  /** When requests were answered, on the target's clock. */
  readonly #times: number[] = [];

  /** How many requests were answered in a time: where a window slides, they leave it again one by one. */
  answeredBetween(from: number, till: number): number {
    return this.#times.filter((time) => time >= from && time <= till).length;
  }

  /** How many requests the last answer left to a request's credential; 0 where that is not known. */
  remainingFor(request: Request): number {
    return this.#remaining.get(credentialOf(request)) ?? 0;
  }

  /** Notes what an answer says of the allowance. */
  learnFrom({ request, response: { status, headers } }: Exchange, now: number): void {
    this.#times.push(now);
    if (this.#times.length > mostTimes) this.#times.shift();
    // What a refusal costs of an allowance is not told.
    if (status !== 200) {
      this.#remaining.delete(credentialOf(request));
      return;
    }
    const remaining = Number(headers["ratelimit-remaining"]);
    this.#remaining.set(credentialOf(request), remaining);
    if (remaining === 0) this.spentUntil = now + seconds(wholeSeconds(headers["ratelimit-reset"]) || 1);
  }

  /**
   * What the answer before this one left, where this one must leave one less, or be refused: it was the request before, of the
   * same credential, under the same policy, and the target's clock stood still, so that nothing can have been freed.
   */
  remainderBefore(exchange: Exchange, turn: number, now: number): number | undefined {
    const before = this.#last;
    const current = remainderOf(exchange, turn, now);
    this.#last = current;
    if (!before || !current) return undefined;
    const isNext = before.turn === turn - 1 && before.at === now;
    return isNext && before.credential === current.credential && before.policy === current.policy
      ? before.left
      : undefined;
  }

  /** Whether an X-Request-Id was not seen before; from now on it was. */
  isNewRequestId(id: string): boolean {
    const isNew = !this.#requestIds.has(id);
    this.#requestIds.add(id);
    return isNew;
  }

  /** Forgets what holds of one world only. */
  forgetWorld(): void {
    this.#requestIds.clear();
    this.#remaining.clear();
    this.#times.length = 0;
    this.#last = undefined;
  }
}

/** How many answers are remembered by their time: more than a policy's window is likely to hold. */
const mostTimes = 10_000;

/** A number of seconds as a header tells it; 0 where it does not. */
const wholeSeconds = (text = ""): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : 0);

/** What an answer says of the allowance; undefined where it says nothing that can be counted. */
function remainderOf(
  { request, response: { status, headers } }: Exchange,
  turn: number,
  at: number,
): Remainder | undefined {
  const left = headers["ratelimit-remaining"]?.trim();
  if (status !== 200 || left === undefined || !/^\d+$/.test(left)) return undefined;
  return { left: Number(left), policy: headers["ratelimit-policy"], credential: credentialOf(request), turn, at };
}

const credentialOf = ({ headers }: Request): string => headers.find(([name]) => name === "Authorization")?.[1] ?? "";
