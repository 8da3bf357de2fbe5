import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import { policyOf } from "../../rules/rate-rules.ts";
import { edge } from "../run/installing.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

const needs = ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"];

const ask = (world: World): Promise<Exchange> =>
  world.ask("listResources", {
    path: { location_id: world.fixture("location_id") },
    query: { limit: 1 },
    authorization: world.as("v3"),
  });

/** What is left of a policy, as a page tells it; undefined where it cannot be read. */
function allowanceOf({ response: { headers } }: Exchange): { limit: number; window: number; left: number } | undefined {
  const policy = policyOf(headers);
  const left = Number(headers["ratelimit-remaining"]);
  return policy && Number.isInteger(left) ? { ...policy, left } : undefined;
}

/** How many requests a series has; a policy that frees up quickly may hide fewer. */
const series = 4;

/**
 * Whether what is left falls in a quick series: not by one for each request, since a bucket may fill up again meanwhile, but by
 * more than can have been freed. Undefined where a policy changes or frees up so quickly that nothing can be said.
 */
async function falls(world: World): Promise<{ last: Exchange; isSo: boolean; told: string } | undefined> {
  const answers: Exchange[] = [];
  const began = world.now();
  for (let sent = 0; sent < series; sent++) answers.push(await ask(world));
  for (const answer of answers) world.needs(answer, 200);
  const seconds = (world.now() - began) / 1000;
  const all = answers.map(allowanceOf);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || all.some((one) => one?.limit !== first.limit || one.window !== first.window)) return undefined;
  const freed = Math.ceil((seconds * first.limit) / first.window);
  if (freed >= series - 1) return undefined;
  const told = all.map((one) => one?.left).join(", ");
  return { last: answers.at(-1) as Exchange, isSo: last.left <= first.left - (series - 1) + freed, told };
}

/** Proofs of what the v3 surface says of its rate, and of how it keeps it. */
export const rateProofs: Proof[] = [
  proof("RATE-7", "what is left of the policy falls in a quick series of requests", needs, async (world) => {
    // A window that ends within a series gives everything back, but not within two in a row.
    const once = (await falls(world)) ?? (await falls(world));
    const seen = once?.isSo === false ? await falls(world) : once;
    if (!seen) throw new Untestable("the policy changes, or frees up faster than the suite may ask");
    world.holds("RATE-7", seen.last, seen.isSo, `RateLimit-Remaining ${seen.told}`, "a remainder that falls");
  }),

  proof(
    "RATE-2 RATE-3 RATE-7 RATE-8 RATE-9",
    "beyond the limit comes a 429, and after the wait that it names, service",
    [...needs, "bursts", "fresh"],
    async (world) => {
      const first = await ask(world);
      world.needs(first, 200);
      const policy = policyOf(first.response.headers);
      if (!policy) throw new Untestable("RateLimit-Policy cannot be read");
      const left = allowanceOf(first)?.left ?? policy.limit;
      world.holds(
        "RATE-7",
        first,
        left >= policy.limit - 2,
        `${left} left of ${policy.limit} after the first request`,
        String(policy.limit - 1),
      );
      // A window may end, or a bucket fill up, while it is being used up: so twice the limit is asked for before anybody is blamed.
      const most = 2 * policy.limit + 2;
      if (most > Math.min(4000, world.run.left)) throw new Untestable(`the policy allows ${policy.limit} requests`);
      let answer = first;
      for (let sent = 1; sent <= most && answer.response.status === 200; sent++)
        answer = await world.burst(() => ask(world));
      if (!world.answers("RATE-8", answer, 429)) return;
      // Others may use the same allowance, so a second wait is granted.
      for (let waits = 0; waits < 2 && answer.response.status === 429; waits++) {
        const wait = answer.response.headers["retry-after"];
        if (!/^\d+$/.test(wait ?? "")) return;
        await world.advanceTo(world.now() + Number(wait) * 1000 + edge);
        answer = await world.burst(() => ask(world));
      }
      world.answers("RATE-9", answer, 200);
    },
  ),

  proof(
    "ENV-5 RATE-1",
    "more than the v1 rate is answered without a server error, and forgiven after a minute",
    ["urls.base_url", "credentials.partner_token", "bursts", "fresh"],
    async (world) => {
      const statuses = new Set<number>();
      // Twice what a second allows, and what that is answered is open.
      for (let sent = 0; sent < 2 * limit("rate_per_second") + 2; sent++) {
        const read = () => world.ask("listCountries", { authorization: world.as("partner") });
        statuses.add((await world.burst(read)).response.status);
      }
      world.observe("statuses of a burst above the v1 rate", [...statuses]);
      // After a minute without a request the whole allowance is there again.
      await world.advanceTo(world.now() + 61_000);
      const after = await world.burst(() => world.ask("listCountries", { authorization: world.as("partner") }));
      world.holds("RATE-1", after, after.response.status !== 429, "the status 429", "service within the rate");
    },
  ),

  proof(
    "RATE-1",
    "v1 requests within the rate are not refused for it",
    ["urls.base_url", "credentials.partner_token", "control.clock"],
    async (world) => {
      // A little more than a minute at the allowed rate shows both limits.
      for (let sent = 0; sent < world.run.far(30, 210, 450); sent++) {
        const answer = await world.ask("listCountries", { authorization: world.as("partner") });
        const { status } = answer.response;
        world.holds("RATE-1", answer, status !== 429, `the status ${status}`, "service within the rate");
        world.needs(answer, 200);
      }
    },
  ),
];
