import { seconds } from "../../../base/durations.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";

/** What a run has seen of the v3 surface in the world that it is in. */
export class V3Surface {
  /** Undefined until the first answer shows it. */
  isLive: boolean | undefined;
  /** When the allowance of requests is there again, on the target's clock; undefined while some is left. */
  spentUntil: number | undefined;
  readonly #remaining = new Map<string, number>();
  readonly #requestIds = new Set<string>();

  /** How many requests the last answer left to a request's credential; 0 where that is not known. */
  remainingFor(request: Request): number {
    return this.#remaining.get(credentialOf(request)) ?? 0;
  }

  /** Notes what an answer says of the allowance. */
  learnFrom({ request, response: { status, headers } }: Exchange, now: number): void {
    // What a refusal costs of an allowance is not told.
    if (status !== 200) {
      this.#remaining.delete(credentialOf(request));
      return;
    }
    const remaining = Number(headers["ratelimit-remaining"]);
    this.#remaining.set(credentialOf(request), remaining);
    if (remaining === 0) this.spentUntil = now + seconds(Number(headers["ratelimit-reset"] || 1));
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
  }
}

const credentialOf = ({ headers }: Request): string => headers.find(([name]) => name === "Authorization")?.[1] ?? "";
