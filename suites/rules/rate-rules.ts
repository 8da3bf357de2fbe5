import type { ExchangeView } from "./exchange-view.ts";
import { breachUnless, onlyBreaches, rulesOn, status, when } from "./rule.ts";

/** The number of requests that a policy allows in a window of so many seconds. */
export interface RatePolicy {
  limit: number;
  window: number;
}

/** The policy that an answer names; undefined where it cannot be read. */
export function policyOf(headers: ExchangeView["headers"]): RatePolicy | undefined {
  const [, allowed, window] = /^\s*(\d+)\s*;\s*w\s*=\s*(\d+)\s*$/.exec(headers["ratelimit-policy"] ?? "") ?? [];
  return allowed && window ? { limit: Number(allowed), window: Number(window) } : undefined;
}

/** The promises of v3's rate headers. */
export const rateRules = rulesOn(["listResources"], {
  "RATE-2": when(status(429), ({ headers: { "retry-after": wait, "ratelimit-reset": reset } }) =>
    wait === undefined || reset === undefined
      ? undefined
      : breachUnless(Number(wait) === Number(reset), {
          found: `Retry-After ${wait} and RateLimit-Reset ${reset}`,
          expected: "the same number in both",
        }),
  ),

  "RATE-6": when(status(200), ({ headers }) => {
    const [policy, reset] = [policyOf(headers), headers["ratelimit-reset"]];
    if (!policy || reset === undefined) return undefined;
    return breachUnless(Number(reset) === policy.window, {
      found: `RateLimit-Reset ${reset}`,
      expected: `${policy.window}, the length of the policy's window`,
    });
  }),

  "RATE-7": when(status(200), ({ headers }) => {
    const [policy, left] = [policyOf(headers), headers["ratelimit-remaining"]];
    if (!policy || left === undefined) return undefined;
    // Whether the remainder falls takes several requests to see.
    return onlyBreaches(
      breachUnless(!(Number(left) > policy.limit), {
        found: `RateLimit-Remaining ${left}`,
        expected: `at most ${policy.limit}`,
      }),
    );
  }),
});
