import type { StandIn } from "../../../harness/control/control.ts";
import type { Certifier } from "../certifier/certifier.ts";
import type { Dialect } from "../dialects/choices.ts";
import { v3ErrorIn } from "../dialects/refusals.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import {
  askForResources,
  clearResources,
  coveredBy,
  fillPages,
  readsAfter,
  resourcesScenario,
  type ScenarioLocation,
  standInForResources,
} from "./resource-reads.ts";
import { judgeWalk } from "./walks.ts";
import { webhookBody } from "./webhook-bodies.ts";
import { deliver } from "./webhook-delivery.ts";

/** One 429: how many right responses come before it, and which of the dialect's waits it names. */
interface Refused {
  skip: number;
  wait: 0 | 1 | 2 | 3;
}

/** The headers and body of a 429. */
export const tooManyRequests = (wait: number, dialect: Dialect): Exclude<StandIn["reply"], "drop"> => ({
  status: 429,
  headers: {
    "retry-after": String(wait),
    "ratelimit-reset": String(wait),
    "ratelimit-remaining": "0",
    "ratelimit-policy": dialect["v3 policy"],
  },
  body: v3ErrorIn({ status: 429, code: "rate_limited", message: "Too many requests." }, dialect),
});

/** Has an application read several pages, some of which are refused at first; where it was asked twice, it may rightly walk twice at once, so it is asked anew. */
async function play(certifier: Certifier, location: number, pages: number, plan: readonly Refused[]) {
  for (let tries = 1; ; tries++) {
    const played = await playOnce(certifier, location, pages, plan);
    const isAskedTwice = certifier.prompter.last("resources", location)?.isRepeated ?? false;
    if (!isAskedTwice || tries >= certifier.tries) return { ...played, isAskedTwice };
    await clearResources(certifier, location);
  }
}

async function playOnce(certifier: Certifier, location: number, pages: number, plan: readonly Refused[]) {
  const { dialect } = certifier;
  const count = await fillPages(certifier, location, pages);
  const waits = plan.map(({ wait }) => Number(dialect["waits after 429"].split(" ")[wait]));
  for (const [index, { skip }] of plan.entries())
    await standInForResources(certifier, location, tooManyRequests(waits[index] ?? 1, dialect), { skip });
  const longest = Math.max(...waits);
  const [reading] = await Promise.all([
    askForResources(certifier, location, {
      secondsAfterRefusal: longest + times.resumes,
      isBeside: true,
      isDone: (reads) => coveredBy(reads).items >= count,
    }),
    sendWhileRefused(certifier, location),
  ]);
  const refused = reading.requests
    .filter(({ status }) => status === 429)
    .map((request, index) => ({ request, wait: waits[index] ?? longest }));
  return { count, reading, refused };
}

/** Sends a webhook of a Location whose reads have to wait: anyone who reads something for it has to wait as well. */
async function sendWhileRefused(certifier: Certifier, location: number): Promise<void> {
  const { profile, requests, watcher } = certifier;
  if (!profile.claims.includes("webhooks") || profile.webhook_url === undefined) return;
  const from = requests.length;
  const isRefused = () =>
    requests.slice(from).some((request) => request.location === location && request.status === 429);
  await watcher.until(isRefused, times.beginsToRead);
  if (!isRefused()) return;
  const body = webhookBody("ClientEvent", location, certifier.nextRecord());
  await deliver(certifier, ["HOOK-18"], [{ name: "ClientEvent while reads have to wait", body }]);
}

/** The platform answers 429, and says how long to wait. */
const scenarioWith = (title: string, name: ScenarioLocation, pages: number, plan: readonly Refused[]) =>
  resourcesScenario(title, ["RATE-14", "RATE-15"], name, async (certifier, location) => {
    const { count, reading, refused, isAskedTwice } = await play(certifier, location, pages, plan);
    for (const { request, wait } of refused) if (!isAskedTwice) judgeWait(certifier, location, request, wait);
    await clearResources(certifier, location);
    // One that stops without having been refused has not given up: it has stopped early.
    const isOver = reading.requests.at(-1)?.status === 200;
    if (isOver || (refused.length === plan.length && isResumed(certifier, location, refused.at(-1)?.request)))
      judgeWalk(certifier, { location, count }, reading);
    else certifier.prompter.judgeAnswer("resources", location, "RES-14");
  });

const isResumed = (certifier: Certifier, location: number, refused: PartnerRequest | undefined): boolean =>
  refused !== undefined && readsAfter(certifier, location, refused).length > 0;

/** The first request that came before the wait of a 429 was over. */
export function earlyAfter(certifier: Certifier, location: number, refused: PartnerRequest, wait: number) {
  const { network } = certifier.context;
  const underWay = milliseconds(times.underWay) + network.roundTrip + network.jitter;
  const isLater = ({ at }: PartnerRequest) => at - refused.at - certifier.clock.lostWithin(refused.at, at) > underWay;
  return readsAfter(certifier, location, refused).find(
    (read) =>
      read.at - refused.at < milliseconds(wait) - milliseconds(times.timerSlack) &&
      (read.url === refused.url || isLater(read)),
  );
}

/** Judges whether an application waited as long as a 429 said, and whether it went on then. */
function judgeWait(certifier: Certifier, location: number, refused: PartnerRequest, wait: number): void {
  const { recorder } = certifier;
  recorder.judged("RATE-14", "RATE-15");
  const early = earlyAfter(certifier, location, refused, wait);
  if (early)
    recorder.finding("RATE-14", {
      found: `a v3 request ${early.at - refused.at} ms after a 429`,
      expected: `none for ${wait} seconds, as Retry-After says`,
      by: early,
      again: "the scenario",
    });
  if (readsAfter(certifier, location, refused).length === 0)
    recorder.finding("RATE-15", {
      found: "no further request",
      expected: "the application to read on after the wait",
      by: refused,
    });
}

/** The second comes in a row, and names a wait that is longer than any that people put in by guess. */
export const rateLimit = scenarioWith("two 429 in a row with Retry-After", "first", 2, [
  { skip: 0, wait: 0 },
  { skip: 0, wait: 1 },
]);

/** The second 429 names a longer wait than the first, so that who remembers the first is found out. Nothing else is read of the Location meanwhile. */
export const rateLimitAgain = scenarioWith(
  "a 429 in the middle, and another before the fourth page",
  // A person is not asked to connect one more Location for this.
  ({ profile }) => (profile.connect ? "beside" : "second"),
  4,
  [
    { skip: 1, wait: 2 },
    { skip: 2, wait: 3 },
  ],
);
