import type { PartnerRequest } from "../requests/partner-request.ts";
import {
  askForResources,
  clearResources,
  fillPages,
  readsAfter,
  resourcesScenario,
  standInForResources,
} from "./resource-reads.ts";

/** The wait that a 429 names, in seconds. */
const retryAfter = 2;

/** The headers and body of a 429; which policy it names makes no difference. */
const tooManyRequests = {
  status: 429,
  headers: {
    "retry-after": String(retryAfter),
    "ratelimit-reset": String(retryAfter),
    "ratelimit-remaining": "0",
    "ratelimit-policy": "120;w=60",
  },
  body: { error: { code: "rate_limited", message: "Too many requests." } },
};

/** How much earlier a request may come than the wait allows, in milliseconds: clocks and timers are not exact. */
const timerSlack = 250;

/** How long a request that was sent beside the refused one may take to arrive, in milliseconds. */
const underWay = 200;

/** How much longer than it must an application may wait, in seconds, before it counts as having given up. */
const resumesWithin = 10;

/** The platform answers 429, and says how long to wait. */
export const rateLimit = resourcesScenario(
  "a 429 with Retry-After",
  ["RATE-14", "RATE-15"],
  async (certifier, location) => {
    const { recorder } = certifier;
    await fillPages(certifier, location);
    await standInForResources(certifier, location, tooManyRequests);
    const reads = await askForResources(certifier, location, retryAfter);
    const refused = reads.find(({ status }) => status === 429);
    if (!refused) return clearResources(certifier, location);
    const after = () => readsAfter(certifier, location, refused);
    const isLater = ({ at }: PartnerRequest) => at - refused.at > underWay;
    await certifier.until(() => after().some(isLater), resumesWithin);
    await clearResources(certifier, location);
    recorder.judged("RATE-14", "RATE-15");
    const isEarly = (read: PartnerRequest) =>
      read.at - refused.at < retryAfter * 1000 - timerSlack && (read.url === refused.url || isLater(read));
    const early = after().find(isEarly);
    if (early)
      recorder.finding("RATE-14", {
        found: `a v3 request ${early.at - refused.at} ms after a 429`,
        expected: `none for ${retryAfter} seconds, as Retry-After says`,
        by: early,
      });
    if (after().length === 0)
      recorder.finding("RATE-15", {
        found: "no further request",
        expected: "the application to read on after the wait",
        by: refused,
      });
  },
);
