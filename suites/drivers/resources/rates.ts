import { describeDuration, inMinutes, minutes, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/text/wording.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import { cursorLifetime, edge } from "../../model/time-limits.ts";
import { policyOf } from "../../rules/rate-rules.ts";
import { v3Access } from "../../schedule/run/needs.ts";
import { type Proof, proof, unlessQuick } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { pageIn, requestPage } from "./resource-pages.ts";

const requestOne = async (world: World, query: { cursor?: string } = {}): Promise<Exchange> =>
  (await requestPage(world, { limit: 1, ...query })).exchange;

/** The number of requests that a series has in which what is left must fall; a second one is sent where a window may have ended in the first. */
const seriesLength = 4;

/** More requests than this are not sent to use up an allowance. */
const maxInBurst = 4000;

/** Where bursts are sent: in a world of our own, or in the only one that a target has, whose allowance others may use too. */
const worlds = ["fresh", "no control.reset"] as const;

/** The part of a run's requests that is reserved for the proofs after a burst. */
const reserved = 10;

/** The longest wait that is worth it where it takes real time, unless the run has more patience. */
const longestWait = ({ context: { session } }: World): number => Math.max(minutes(2), session.patience);

/** Waits, unless that would take too long. */
async function wait(world: World, milliseconds: number): Promise<void> {
  if (!world.can("clock") && milliseconds > longestWait(world))
    throw new Untestable(
      `the allowance is there again after ${describeDuration(milliseconds)}; --patience ${inMinutes(milliseconds)} would do`,
    );
  await world.budget.waitForTarget(milliseconds + edge, "an allowance that is used up");
}

/** Uses up the allowance of v3, and waits until it is there again. */
async function judgeLimit(world: World): Promise<void> {
  const isOurs = world.can("reset");
  const first = await requestOne(world);
  world.requireStatus(first, 200);
  const policy = policyOf(first.response.headers);
  if (!policy) throw new Untestable("RateLimit-Policy cannot be read");
  // A window may end, or a bucket fill up, while it is being used up: so twice the limit is sent before anybody is blamed.
  const enough = 2 * policy.limit + 2;
  const most = Math.min(enough, maxInBurst, world.budget.requestsLeft - reserved);
  if (most < policy.limit + 2)
    throw new Untestable(
      policy.limit + 2 < maxInBurst
        ? `the policy allows ${counted(policy.limit, "request")}, and the run may send ${Math.max(0, most)} more; --only RATE or --depth deep would do`
        : `the policy allows ${counted(policy.limit, "request")}, too many to use up`,
    );
  if (!world.can("clock") && seconds(policy.window) > longestWait(world))
    throw new Untestable(
      `the policy's window has ${counted(policy.window, "second")}; --patience ${inMinutes(seconds(policy.window))} would do`,
    );
  // Where a window has just begun, the wait is as long as the window, and hides that one of two headers gives the window instead.
  if (world.can("clock")) await world.advanceTo(world.now() + seconds(policy.window) / 3);
  // How long the first wait is may depend on when in a window it is asked for; a second one begins where the first has ended.
  let answer: Exchange | undefined = first;
  const isTriedTwice = isOurs && policy.limit <= world.budget.byDepth(0, repeatedLimit, maxInBurst / 4);
  for (let turn = 0; turn < (isTriedTwice ? 2 : 1) && answer; turn++)
    answer = await judgeWait(world, answer, { most, enough, window: policy.window });
}

/** The greatest limit that a standard run uses up twice; a greater one takes too many requests. */
const repeatedLimit = 150;

/** Uses up an allowance, by first and later pages alike, judges the wait, and returns what comes after it; undefined where nothing more can be said. */
async function judgeWait(
  world: World,
  first: Exchange,
  { most, enough, window }: { most: number; enough: number; window: number },
): Promise<Exchange | undefined> {
  const isOurs = world.can("reset");
  let answer = first;
  const began = world.now();
  const cursor = seconds(2 * window) < cursorLifetime ? pageIn(first).cursor : undefined;
  const later = typeof cursor === "string" ? { cursor } : {};
  let sent = 0;
  const requestNext = () => requestOne(world, ++sent % 2 > 0 ? later : {});
  for (let left = most; left > 0 && answer.response.status === 200; left--) answer = await world.burst(requestNext);
  // Requests that take long may never have met in one window.
  if (answer.response.status === 200 && world.now() - began >= seconds(window))
    throw new Untestable(`${counted(most, "request")} took longer than the policy's window`);
  if (answer.response.status === 200 && most < enough)
    throw new Untestable(`${counted(most, "request")} did not use up the policy, and the run may send no more`);
  if (answer.response.status !== 429) return undefined;
  // Where others may use the same allowance, a second wait is granted.
  for (let waits = 0; waits < (isOurs ? 1 : 2) && answer.response.status === 429; waits++) {
    const named = waitNamedBy(answer);
    if (named === undefined) return undefined;
    // A second before its end, the wait is still on.
    if (isOurs && named > seconds(1)) {
      await world.advanceTo(world.now() + named - seconds(1));
      answer = await world.burst(requestNext);
    }
    const left = waitNamedBy(answer);
    if (left === undefined) return undefined;
    await wait(world, left);
    answer = await world.burst(() => requestOne(world, later));
  }
  if (answer.response.status === 429 && !isOurs)
    throw new Untestable("requests are refused after the wait, but others may use the same allowance");
  return answer.response.status === 200 ? answer : undefined;
}

/** The wait that a refusal names; undefined where there is none. */
function waitNamedBy({ response: { status, headers } }: Exchange): number | undefined {
  const named = headers["retry-after"] ?? "";
  return status === 429 && /^\d+$/.test(named) ? seconds(Number(named)) : undefined;
}

/** Sends more than the v1 rate allows, and waits until that is forgotten. */
async function judgeForgiveness(world: World): Promise<void> {
  const statuses = new Set<number>();
  // More than twice what a second allows; what that is answered is open.
  for (let sent = 0; sent < 2 * limit("rate_per_second") + 2; sent++)
    statuses.add((await world.burst(() => listCountries(world))).response.status);
  world.observe("RATE-11: statuses of a burst above the v1 rate", [...statuses]);
  // After a minute without a request the whole allowance is there again.
  await wait(world, minutes(1));
  const exchange = await world.burst(() => listCountries(world));
  world.requireStatus(exchange, 200);
}

const listCountries = (world: World): Promise<Exchange> => world.request("listCountries", { as: "partner_token" });

/** Proofs of what is left of an allowance; before others have used it, since what they used comes back while a series is sent. */
export const remainderProofs: Proof[] = [
  proof(
    "what-is-left-of-the-policy-falls-in-a-quick-series-of-requests",
    ["RATE-7"],
    "what is left of the policy falls in a quick series of requests",
    v3Access,
    async (world) => {
      const isJudged = () => world.facts.judgement.exchanges.cells.has("RATE-7");
      for (let sent = 0; sent < seriesLength || (sent < 2 * seriesLength && !isJudged()); sent++)
        world.requireStatus(await requestOne(world), 200);
      if (!isJudged()) throw new Untestable("the policy changes, or frees up faster than the suite may send requests");
    },
  ),
];

/** Proofs of what the surfaces say of their rates, and of how they keep them. */
export const rateProofs: Proof[] = [
  ...worlds.map((world) =>
    proof(
      `limit-of-v3-${world}`,
      ["CUR-1", "RATE-2", "RATE-3", "RATE-7", "RATE-8", "RATE-9", "RATE-16"],
      "beyond the limit comes a 429, and after the wait that it names, service",
      [...v3Access, "bursts", world],
      judgeLimit,
    ),
  ),

  ...worlds.flatMap((world) =>
    unlessQuick(
      proof(
        `rate-of-v1-${world}`,
        ["ENV-5", "RATE-1"],
        "more than the v1 rate is answered without a server error, and forgiven after a minute",
        ["urls.base_url", "credentials.partner_token", "bursts", world],
        judgeForgiveness,
      ),
    ),
  ),
];

/** A driver of many v1 requests within the rate, after others that sent many: a quota of an hour counts them all. */
export const steadyRateProofs: Proof[] = [
  proof(
    "v1-requests-within-the-rate-are-not-refused-for-it",
    ["RATE-1"],
    "v1 requests within the rate are not refused for it",
    ["urls.base_url", "credentials.partner_token", "control.clock"],
    async (world) => {
      // Requests of other drivers earlier in this world count, too; a quarter of an hour at the allowed rate shows that no quota of an hour is below it.
      for (let sent = 0; sent < world.budget.byDepth(30, 60, 15 * limit("rate_per_minute")); sent++) {
        world.requireStatus(await listCountries(world), 200);
      }
    },
  ),
];
