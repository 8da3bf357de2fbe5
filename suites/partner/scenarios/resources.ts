import type { Certifier } from "../certifier/certifier.ts";
import { v3ErrorIn } from "../dialects/refusals.ts";
import { times } from "../times.ts";
import { againUnlessPlenty, isEndless, plenty } from "./endless.ts";
import {
  askForResources,
  clearResources,
  fillPages,
  resourcesScenario,
  standInForResources,
} from "./resource-reads.ts";
import type { Scenario } from "./scenario.ts";
import { askForAll, judgeWalk, longListFor, walk } from "./walks.ts";
import { webhookBody } from "./webhook-bodies.ts";
import { deliver } from "./webhook-delivery.ts";

/** More replies than anybody needs who reads a Location that is not found; those left over are taken back afterwards. */
const manyReplies = 1_000;

/** The number of pages that the second of two Locations has that are read at once; caps are found at the first. */
const pagesBeside = 3;

/** The number of webhooks that come while pages are read. */
const webhooksMeanwhile = 8;

export const notFound: Scenario = {
  title: "the resources of a Location are not found (404)",
  claim: "resources",
  judges: ["RES-14", "RES-16"],
  async run(certifier) {
    const location = certifier.location("second");
    await certifier.activate(location);
    const body = v3ErrorIn({ status: 404, code: "not_found", message: "Not found." }, certifier.dialect);
    await standInForResources(certifier, location, { status: 404, body }, { times: manyReplies });
    const { requests: reads } = await askForResources(certifier, location, {
      isBeside: true,
      isShort: true,
      isProved: ({ length }) => length > plenty,
    });
    certifier.prompter.judgeAnswer("resources", location, "RES-14");
    const refused = reads.filter(({ status }) => status === 404);
    const goesOn = isEndless(certifier, refused);
    await clearResources(certifier, location);
    if (refused.length > 0) certifier.recorder.judged("RES-16");
    if (goesOn)
      certifier.recorder.finding("RES-16", {
        found: `${refused.length} requests for resources that are answered 404, and no end`,
        expected: "a few at most",
        by: reads.at(-1),
        again: againUnlessPlenty(refused),
      });
  },
};

export const allPages = resourcesScenario(
  "resources are read to the last page, twice in a row, and none",
  ["RES-14", "CUR-8"],
  "first",
  async (certifier, location) => {
    await walk(certifier, location);
    // The last page is full this time.
    await walk(certifier, location, 2, 0);
    await walk(certifier, location, 0, 0);
  },
);

/** Two Locations are read at once, one of them with a long list, while webhooks come. */
export const atOnce = resourcesScenario(
  "two Locations are read at once, hundreds of resources, while webhooks come",
  ["RES-14", "CUR-8"],
  "first",
  async (certifier, first) => {
    const second = certifier.location("second");
    await certifier.activate(second);
    const walks = [
      { location: first, count: await fillPages(certifier, first, longListFor(certifier)) },
      { location: second, count: await fillPages(certifier, second, Math.min(pagesBeside, longListFor(certifier))) },
    ];
    // A person can ask for one thing at a time.
    const isByHand = certifier.profile.actions.resources === undefined;
    const options = isByHand ? {} : { isBeside: true, isDisturbed: true };
    const ask = () => Promise.all(walks.map((each) => askForAll(certifier, each, options)));
    const [readings] = await Promise.all([
      isByHand ? ask() : certifier.readings.alone(ask),
      sendMeanwhile(certifier, [first, second]),
    ]);
    for (const [index, each] of walks.entries()) {
      const reading = readings[index];
      // Who reads one Location at a time may decline the other.
      if (reading && reading.requests.length > 0) judgeWalk(certifier, each, reading);
      else judgeWalk(certifier, each, await askForAll(certifier, each));
    }
  },
);

/** Sends some webhooks once the application has begun to read. */
async function sendMeanwhile(certifier: Certifier, locations: readonly number[]): Promise<void> {
  const { profile, requests } = certifier;
  if (!profile.claims.includes("webhooks") || profile.webhook_url === undefined) return;
  const from = requests.length;
  await certifier.watcher.until(() => requests.length > from + 1, times.beginsToRead);
  const many = Array.from({ length: webhooksMeanwhile }, (_, index) => ({
    name: `RecordEvent ${index + 1} of ${webhooksMeanwhile} while pages are read`,
    body: webhookBody("RecordEvent", locations[index % locations.length] ?? 0, certifier.nextRecord()),
  }));
  await deliver(certifier, ["HOOK-18"], many, { allAtOnce: true });
}
