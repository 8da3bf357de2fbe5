import type { Exchange } from "../../harness/exchange.ts";
import { Obstacle, type Proof, proof } from "./proof.ts";
import type { Stage } from "./stage.ts";

const needs = ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"];

const ask = (stage: Stage): Promise<Exchange> =>
  stage.ask("listResources", {
    path: { location_id: stage.fixture("location_id") },
    query: { limit: 1 },
    authorization: stage.as("v3"),
  });

/** What a successful page says of the policy that it was counted under. */
function policyOf({ response: { headers } }: Exchange): {
  limit: number;
  window: number;
  remaining: number;
  reset: number;
} {
  const [, limit, window] = /^\s*(\d+)\s*;\s*w\s*=\s*(\d+)\s*$/.exec(headers["ratelimit-policy"] ?? "") ?? [];
  return {
    limit: Number(limit),
    window: Number(window),
    remaining: Number(headers["ratelimit-remaining"]),
    reset: Number(headers["ratelimit-reset"]),
  };
}

/** Proofs of what the v3 surface says of its rate, and of how it keeps it. */
export const rateProofs: Proof[] = [
  proof("RATE-6 RATE-7", "the headers tell of the policy, and of what is left of it", needs, async (stage) => {
    const answers = [await ask(stage), await ask(stage), await ask(stage)];
    for (const answer of answers) stage.needs(answer, 200);
    const [first, second, third] = answers.map(policyOf);
    for (const answer of answers) {
      const { limit, window, remaining, reset } = policyOf(answer);
      if (!Number.isFinite(limit)) throw new Obstacle("RateLimit-Policy cannot be read");
      stage.holds(
        "RATE-6",
        answer,
        reset === window,
        `RateLimit-Reset ${reset}`,
        `${window}, the length of the policy's window`,
      );
      stage.holds("RATE-7", answer, remaining <= limit, `RateLimit-Remaining ${remaining}`, `at most ${limit}`);
    }
    const isOne = first?.limit === third?.limit && first?.window === third?.window;
    const falls =
      (first?.remaining ?? 0) > (second?.remaining ?? 0) || (second?.remaining ?? 0) > (third?.remaining ?? 0);
    if (isOne && answers[2])
      stage.holds(
        "RATE-7",
        answers[2],
        falls,
        `${first?.remaining}, ${second?.remaining}, ${third?.remaining}`,
        "a remainder that falls",
      );
  }),

  proof(
    "RATE-2 RATE-3 RATE-8 RATE-9 RATE-4 RATE-6",
    "beyond the limit comes a 429, and after the wait that it names, service",
    [...needs, "bursts", "control.clock", "fresh"],
    async (stage) => {
      const first = await ask(stage);
      stage.needs(first, 200);
      const { limit, window } = policyOf(first);
      // A policy that allows more than this is not exhausted for the sake of a proof.
      if (!(limit <= 2000)) throw new Obstacle(`the policy allows ${limit} requests`);
      let answer = first;
      for (let sent = 1; sent <= limit + 1 && answer.response.status === 200; sent++) {
        const { reset } = policyOf(answer);
        stage.holds(
          "RATE-6",
          answer,
          reset === window,
          `RateLimit-Reset ${reset}`,
          `${window}, the length of the policy's window`,
        );
        answer = await stage.burst(() => ask(stage));
      }
      if (!stage.answers("RATE-8", answer, 429)) return;
      const { "retry-after": wait, "ratelimit-reset": reset } = answer.response.headers;
      stage.holds("RATE-2", answer, wait === reset, `Retry-After ${wait} and RateLimit-Reset ${reset}`, "the same");
      if (!/^\d+$/.test(wait ?? "")) return;
      await stage.advanceTo(stage.now() + Number(wait) * 1000);
      stage.answers("RATE-9", await ask(stage), 200);
    },
  ),

  proof(
    "RATE-1",
    "v1 requests within the rate are not refused for it",
    ["urls.base_url", "credentials.partner_token", "control.clock"],
    async (stage) => {
      // A little more than a minute at the allowed rate shows both limits.
      for (let sent = 0; sent < 210; sent++) {
        const answer = await stage.ask("listCountries", { authorization: stage.as("partner") });
        const { status } = answer.response;
        stage.holds(
          "RATE-1",
          answer,
          status !== 429 && status !== 403 && status < 500,
          `the status ${status}`,
          "service within the rate",
        );
        if (status !== 200) return;
      }
    },
  ),
];
