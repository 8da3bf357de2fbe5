import type { Policy } from "../../policy.ts";
import { Refusal } from "./replies.ts";

/** Counts requests over sliding windows by address, and over fixed windows by v3 credential. */
export class RateLimit {
  readonly #byAddress = new Map<string, number[]>();
  readonly #byCredential = new Map<string, { start: number; count: number }>();

  /** Lets a v1 request pass, or refuses it; what exceeding is answered is our choice. */
  passV1(address: string, now: number, { ratePerSecond, ratePerMinute }: Policy): void {
    if (ratePerMinute === Number.POSITIVE_INFINITY) return;
    const sent = this.#byAddress.get(address) ?? [];
    this.#byAddress.set(address, sent);
    while (sent[0] !== undefined && sent[0] <= now - 60_000) sent.shift();
    const freeAgain = (most: number, span: number) => (sent.at(-most) ?? Number.NEGATIVE_INFINITY) + span;
    const wait = Math.max(freeAgain(ratePerSecond, 1000), freeAgain(ratePerMinute, 60_000)) - now;
    if (wait > 0) throw new Refusal(429, "Too many requests.", { headers: { "retry-after": Math.ceil(wait / 1000) } });
    sent.push(now);
  }

  /** Lets a v3 request pass, or refuses it; tells the headers that go with either. */
  passV3(credential: string, now: number, { v3Limit, v3Window }: Policy): Record<string, string | number> {
    let window = this.#byCredential.get(credential);
    if (!window || now >= window.start + v3Window) {
      window = { start: now, count: 0 };
      this.#byCredential.set(credential, window);
    }
    const policy = `${v3Limit};w=${v3Window / 1000}`;
    if (window.count >= v3Limit) {
      const wait = Math.max(1, Math.ceil((window.start + v3Window - now) / 1000));
      throw new Refusal(429, "Too many requests.", {
        headers: { "ratelimit-policy": policy, "ratelimit-remaining": 0, "ratelimit-reset": wait, "retry-after": wait },
      });
    }
    window.count++;
    return {
      "ratelimit-policy": policy,
      "ratelimit-remaining": v3Limit - window.count,
      "ratelimit-reset": v3Window / 1000,
    };
  }
}
