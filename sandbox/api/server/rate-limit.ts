import { minutes, seconds } from "../../world/data/durations.ts";
import type { Policy } from "../../world/policy.ts";
import { Refusal } from "../call/replies.ts";

const inSeconds = (milliseconds: number): number => milliseconds / seconds(1);

/** Counts v1 requests by address over sliding windows, and v3 requests by credential over fixed windows. */
export class RateLimit {
  readonly #byAddress = new Map<string, number[]>();
  readonly #byCredential = new Map<string, { start: number; count: number }>();

  /** Lets a v1 request pass, or refuses it; how excess requests are answered is our choice. */
  passV1(address: string, now: number, { ratePerSecond, ratePerMinute }: Policy): void {
    if (ratePerMinute === Number.POSITIVE_INFINITY) return;
    const sent = this.#byAddress.get(address) ?? [];
    this.#byAddress.set(address, sent);
    while (sent[0] !== undefined && sent[0] <= now - minutes(1)) sent.shift();
    const freeAgain = (limit: number, window: number) => (sent.at(-limit) ?? Number.NEGATIVE_INFINITY) + window;
    const wait = Math.max(freeAgain(ratePerSecond, seconds(1)), freeAgain(ratePerMinute, minutes(1))) - now;
    if (wait > 0)
      throw new Refusal(429, "Too many requests.", { headers: { "retry-after": Math.ceil(inSeconds(wait)) } });
    sent.push(now);
  }

  /** Lets a v3 request pass and returns the headers of its answer, or refuses it. */
  passV3(credential: string, now: number, { v3Limit, v3Window }: Policy): Record<string, string | number> {
    let window = this.#byCredential.get(credential);
    if (!window || now >= window.start + v3Window) {
      window = { start: now, count: 0 };
      this.#byCredential.set(credential, window);
    }
    const policy = `${v3Limit};w=${inSeconds(v3Window)}`;
    if (window.count >= v3Limit) {
      const wait = Math.max(1, Math.ceil(inSeconds(window.start + v3Window - now)));
      throw new Refusal(429, "Too many requests.", {
        headers: { "ratelimit-policy": policy, "ratelimit-remaining": 0, "ratelimit-reset": wait, "retry-after": wait },
      });
    }
    window.count++;
    return {
      "ratelimit-policy": policy,
      "ratelimit-remaining": v3Limit - window.count,
      "ratelimit-reset": inSeconds(v3Window),
    };
  }
}
