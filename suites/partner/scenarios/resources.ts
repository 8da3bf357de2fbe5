import { isEndless, plenty } from "./endless.ts";
import { expiredCursor } from "./expired-cursor.ts";
import {
  askForResources,
  clearResources,
  cursorOf,
  fillPages,
  pageSizeOf,
  resourcesScenario,
  standInForResources,
} from "./resource-reads.ts";
import type { Scenario } from "./scenario.ts";

const notFound: Scenario = {
  title: "the resources of a Location are not found (404)",
  claim: "resources",
  judges: ["RES-16"],
  async run(certifier) {
    const location = certifier.location("second");
    await certifier.activate(location);
    const body = { error: { code: "not_found", message: "Not found." } };
    await standInForResources(certifier, location, { status: 404, body }, plenty);
    const reads = await askForResources(certifier, location);
    const refused = reads.filter(({ status }) => status === 404);
    const goesOn = isEndless(certifier, refused);
    await clearResources(certifier, location);
    if (refused.length > 0) certifier.recorder.judged("RES-16");
    if (goesOn)
      certifier.recorder.finding("RES-16", {
        found: `${refused.length} requests for resources that are answered 404, and no end`,
        expected: "a few at most",
        by: reads.at(-1),
      });
  },
};

const allPages = resourcesScenario(
  "resources are read to the last page",
  ["RES-14", "CUR-8"],
  async (certifier, location) => {
    const { recorder } = certifier;
    const { count } = await fillPages(certifier, location);
    const reads = await askForResources(certifier, location);
    if (reads.length === 0) return;
    recorder.judged("RES-14", "CUR-8");
    certifier.judgeAnswer("resources", location, "RES-14");
    const altered = reads.find((read) => read.status === 422 && cursorOf(read) !== null);
    if (altered)
      recorder.finding("CUR-8", {
        found: `the cursor ${cursorOf(altered)}, which was refused`,
        expected: "the next_cursor of the page before",
        by: altered,
      });
    const answered = reads.filter(({ status }) => status === 200);
    const sizes = new Map(answered.map((read) => [cursorOf(read), pageSizeOf(read)]));
    // An application that begins where it ended last time has not read from the beginning.
    const covered = sizes.has(null) ? [...sizes.values()].reduce((sum, size) => sum + size, 0) : 0;
    if (covered < count && !altered)
      recorder.finding("RES-14", {
        found: `${covered} of ${count} resources read, in ${sizes.size} ${sizes.size === 1 ? "page" : "pages"}`,
        expected: "every page, until has_more is false",
        by: reads.at(-1),
      });
  },
);

/** How the application reads the list of resources. */
export const resources: Scenario[] = [notFound, allPages, expiredCursor];
