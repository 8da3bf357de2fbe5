import { fieldsOf } from "../../../base/json.ts";
import type { StandIn, StandInPlace } from "../../../harness/control/control.ts";
import type { Certifier } from "../certifier/certifier.ts";
import type { ReadTask } from "../certifier/reading.ts";
import { v1RefusalIn, v3ErrorIn } from "../dialects/refusals.ts";
import { cursorOf } from "../requests/given-cursors.ts";
import { isCallsRead } from "../requests/partner-request.ts";
import { callsPlace } from "./call-reads.ts";
import { readHistory } from "./calls.ts";
import { plenty } from "./endless.ts";
import { hasGivenUp } from "./given-up.ts";
import { fillPages, resourcesPlace } from "./resource-reads.ts";
import type { Scenario } from "./scenario.ts";
import { askForAll, judgeCoverage } from "./walks.ts";

/** More replies than come while an application is watched; those left over are taken back afterwards. */
const manyReplies = 1_000;

/** Where the platform fails to answer a read, and the body of its failure. */
const failures: Record<
  ReadTask,
  { placeOf: (location: number) => StandInPlace; bodyOf: (certifier: Certifier, status: number) => object }
> = {
  resources: {
    placeOf: resourcesPlace,
    bodyOf: ({ dialect }, status) => v3ErrorIn({ status, code: "unavailable", message: "Try again later." }, dialect),
  },
  calls: { placeOf: callsPlace, bodyOf: ({ dialect }) => v1RefusalIn("Try again later.", dialect) },
};

/** The reply of a platform that fails to answer a read. */
function failureOf(certifier: Certifier, task: ReadTask): Exclude<StandIn["reply"], "drop"> {
  const status = Number(certifier.dialect["status of a failure"]);
  return { status, body: failures[task].bodyOf(certifier, status) };
}

/** The number of pages of a list in which one page fails, how many come before that, and how often one fails that is known by its number. */
const [pagesAround, pagesBefore, failsTwice] = [3, 1, 2];

/** The number of the second page of calls, as the application numbers them in a body; undefined where it does not. */
function secondPageOf({ requests }: Certifier): number | undefined {
  const pages = requests.filter(isCallsRead).map(({ json }) => fieldsOf(json).page);
  const numbers = pages.filter((page) => typeof page === "number");
  return numbers.length > 0 ? Math.min(...numbers) + 1 : undefined;
}

/** The platform fails to answer one page in the middle of a list. An application may give up; one that goes on reads every page, that one too. */
const failingPage = (
  title: string,
  task: ReadTask,
  requirement: string,
  read: (certifier: Certifier, location: number) => Promise<void>,
): Scenario => ({
  title,
  claim: task,
  judges: [requirement],
  async run(certifier) {
    if (!certifier.profile.actions[task]) return;
    const location = certifier.location("first");
    await certifier.activate(location);
    const usual = failures[task].placeOf(location);
    const page = task === "calls" ? secondPageOf(certifier) : undefined;
    const place = page === undefined ? usual : { ...usual, fields: { ...usual.fields, page } };
    const when = page === undefined ? { skip: pagesBefore, times: 1 } : { times: failsTwice };
    await certifier.standIn({ ...place, ...when, reply: failureOf(certifier, task) });
    try {
      await read(certifier, location);
    } finally {
      await certifier.clearStandIns(place);
    }
  },
});

export const failingResourcesPage = failingPage(
  "a page in the middle of the resources is answered with a 5xx",
  "resources",
  "RES-14",
  async (certifier, location) => {
    const count = await fillPages(certifier, location, pagesAround);
    const reading = await askForAll(certifier, { location, count }, { isBeside: true, isShort: true });
    if (!hasGivenUp(reading.requests, cursorOf))
      judgeCoverage(certifier, { location, count }, reading, { occasion: " after one page was answered with a 5xx" });
  },
);

export const failingCallsPage = failingPage(
  "a page in the middle of the call history is answered with a 5xx",
  "calls",
  "CALL-16",
  (certifier, location) => readHistory(certifier, location, () => pagesAround, { isBeside: true, isShort: true }),
);

/** The platform fails whenever a Location is read. An application may give up or try again, and the rate of all its requests shows whether it storms. */
const failingReads = (title: string, task: ReadTask): Scenario => ({
  title,
  claim: task,
  judges: [],
  async run(certifier) {
    // A person is not asked for what may come to nothing.
    if (!certifier.profile.actions[task]) return;
    const location = certifier.location("second");
    await certifier.activate(location);
    const place = failures[task].placeOf(location);
    await certifier.standIn({ ...place, times: manyReplies, reply: failureOf(certifier, task) });
    await certifier.readings.ask(task, location, {
      isBeside: true,
      isShort: true,
      isDisturbed: true,
      isDone: (reads) => reads.length > 0,
      isProved: ({ length }) => length > plenty,
    });
    await certifier.clearStandIns(place);
  },
});

export const failingResources = failingReads("the resources of a Location are answered with a 5xx", "resources");

export const failingCalls = failingReads("the call history of a Location is answered with a 5xx", "calls");
