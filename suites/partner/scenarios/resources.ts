import { limit } from "../../../specs/limits.ts";
import { trouble } from "../asking.ts";
import { type Certifier } from "../certifier.ts";
import type { Scenario } from "../scenario.ts";
import type { Seen } from "../seen.ts";

/** A cursor that comes back unchanged only from who escapes it: cursors are opaque, so any text can be one. */
const cursor = "q7Zk/9+w==&page=2%20of;3";

/** The wait that a 429 names, in seconds. */
const retryAfter = 2;

/** How much earlier a request may come than the wait allows, in milliseconds: clocks and timers are not exact. */
const timerSlack = 250;

/** How long a request that was sent beside the refused one may take to arrive, in milliseconds. */
const underWay = 200;

/** How much longer than it must an application may wait after a refusal, in seconds, before it counts as having given up. */
const waitsLonger = 10;

/** How often a scenario is played that other reading of the application got in the way of. */
const playedMost = 3;

/** How often a Location that is not there may be asked for: a few tries are no pestering. */
const triesMost = 5;

const isRead = ({ operation }: Seen) => operation?.id === "listResources";
/** The cursor of a request; an empty one is left open, and means none. */
const sentCursor = ({ query }: Seen) => query.get("cursor") || null;

/** The page size that a request asks for. */
const sizeOf = (seen: Seen | undefined): number => {
  const asked = Number(seen?.query.get("limit") ?? Number.NaN);
  const [least, most] = [limit("page_size.minimum"), limit("page_size.maximum")];
  return Number.isInteger(asked) && asked >= least ? Math.min(asked, most) : limit("page_size.default");
};

/** Two full pages and one item, in the size that the application asked for last. */
async function fill(certifier: Certifier, location: number): Promise<{ size: number; count: number }> {
  const size = sizeOf(certifier.seen.findLast(isRead));
  const count = 2 * size + 1;
  const items = Array.from({ length: count }, (_, index) => ({ title: `Room ${String(index).padStart(4, "0")}` }));
  await certifier.control.seed(location, "resources", items);
  return { size, count };
}

async function standIn(
  certifier: Certifier,
  location: number,
  reply: { status: number; headers?: Record<string, string>; body: unknown },
  times = 1,
) {
  await certifier.standIn({ surface: "v3", method: "GET", path: `/locations/${location}/resources`, times, reply });
}

const clear = (certifier: Certifier, location: number) =>
  certifier.clear("GET", `${certifier.context.urls.v3_base_url}/locations/${location}/resources`);

/** Asks for resources; no request at all is the end of a claim. */
async function reads(certifier: Certifier, location: number, longer = 0): Promise<Seen[]> {
  const read = (await certifier.act("resources", location, { longer })).filter(isRead);
  if (read.length === 0)
    certifier.recorder.flaw("RES-14", {
      found: `no request for the resources of Location ${location} although the application was asked to read them${trouble(certifier.asked("resources", location))}`,
      expected: "GET /locations/{location_id}/resources, page by page",
    });
  return read;
}

/** Whether the cursor was sent as it was given; an unescaped plus sign is a plus sign to some, and a space to others. */
const isVerbatim = (seen: Seen): boolean => {
  const raw = /[?&]cursor=([^&]*)/.exec(seen.url)?.[1] ?? "";
  const plain = () => {
    try {
      return decodeURIComponent(raw);
    } catch {
      return raw;
    }
  };
  return sentCursor(seen) === cursor || plain() === cursor;
};

const scenario = (
  title: string,
  judges: string[],
  play: (certifier: Certifier, location: number) => Promise<void>,
): Scenario => ({
  title,
  claim: "resources",
  judges,
  async play(certifier) {
    const location = certifier.location(0);
    await certifier.active(location);
    await play(certifier, location);
  },
});

/** How the application reads the list of resources. */
export const resources: Scenario[] = [
  {
    title: "a Location whose resources are answered 404",
    claim: "resources",
    judges: ["RES-16"],
    async play(certifier) {
      const location = certifier.location(1);
      await certifier.active(location);
      await standIn(
        certifier,
        location,
        { status: 404, body: { error: { code: "not_found", message: "Not found." } } },
        50,
      );
      const read = await reads(certifier, location);
      await clear(certifier, location);
      if (read.length > 0) certifier.recorder.judged("RES-16");
      if (read.length > triesMost)
        certifier.recorder.flaw("RES-16", {
          found: `${read.length} requests for a Location that is answered 404`,
          expected: `at most ${triesMost}`,
          by: read.at(-1),
        });
    },
  },
  scenario("resources are read to the last page", ["RES-14", "CUR-8"], async (certifier, location) => {
    const { count } = await fill(certifier, location);
    const read = await reads(certifier, location);
    if (read.length === 0) return;
    certifier.recorder.judged("RES-14", "CUR-8");
    certifier.mindAnswer("resources", location, "RES-14");
    const altered = read.find((one) => one.status === 422 && sentCursor(one) !== null);
    if (altered)
      certifier.recorder.flaw("CUR-8", {
        found: `a cursor that is refused: ${sentCursor(altered)}`,
        expected: "the next_cursor of the page before",
        by: altered,
      });
    const pages = new Map(read.filter(({ status }) => status === 200).map((one) => [sentCursor(one), sizeOf(one)]));
    // Who begins where an earlier reading ended has not read from the beginning.
    const covered = pages.has(null) ? [...pages.values()].reduce((sum, size) => sum + size, 0) : 0;
    if (covered < count && !altered)
      certifier.recorder.flaw("RES-14", {
        found: `${covered} of ${count} resources read, in ${pages.size} pages`,
        expected: "every page, until has_more is false",
        by: read.at(-1),
      });
  }),
  scenario("a cursor that has expired", ["CUR-8", "CUR-9", "CUR-10"], async (certifier, location) => {
    let isShown = false;
    for (let first = 1; first <= playedMost && !isShown; first++) isShown = await expire(certifier, location, first);
  }),
];

/**
 * Gives so many first pages, to who looks before it reads, or reads twice at once; their cursor is refused as expired when it comes back.
 * Whether it came back before anything else did.
 */
async function expire(certifier: Certifier, location: number, first: number): Promise<boolean> {
  const { size } = await fill(certifier, location);
  const { urls, credentials } = certifier.context;
  const page = await certifier.own(
    "GET",
    `${urls.v3_base_url}/locations/${location}/resources?limit=${size}`,
    `Bearer ${credentials.v3_token}`,
  );
  const headers = Object.fromEntries(
    Object.entries(page.headers).filter(([name]) => /^(ratelimit-|x-request-id)/.test(name)),
  ) as Record<string, string>;
  const body = { ...(JSON.parse(page.text) as object), has_more: true, next_cursor: cursor };
  await standIn(certifier, location, { status: 200, headers, body }, first);
  const fields = [{ field: "cursor", code: "expired_cursor" }];
  const refusal = { code: "validation_failed", message: "The cursor has expired.", fields };
  await standIn(certifier, location, { status: 422, body: { error: refusal } }, first);
  const read = await reads(certifier, location);
  const second = read[first];
  const isAnew = (one: Seen) => one.n > (second?.n ?? 0) && sentCursor(one) === null;
  const readSince = () =>
    certifier.seen.filter((one) => isRead(one) && one.location === location && one.n > (second?.n ?? 0));
  if (second?.status === 422) await certifier.until(() => readSince().find(isAnew), waitsLonger);
  await clear(certifier, location);
  // Who reads no further page, or nothing at all, was found out before.
  if (!second) return true;
  if (sentCursor(second) === null) return false;
  certifier.recorder.judged("CUR-8");
  if (!isVerbatim(second))
    certifier.recorder.flaw("CUR-8", {
      found: `the cursor ${sentCursor(second)}`,
      expected: `${cursor}, as next_cursor gave it`,
      by: second,
      pointer: "/cursor",
    });
  if (second.status !== 422) return false;
  const after = readSince();
  certifier.recorder.judged("CUR-9", "CUR-10");
  // Each of several readings that were under way may send it once.
  const again = after.filter((one) => sentCursor(one) === sentCursor(second))[first - 1];
  if (again)
    certifier.recorder.flaw("CUR-10", {
      found: "a cursor that was refused before",
      expected: "a new reading, or none",
      by: again,
    });
  if (!after.some(isAnew))
    certifier.recorder.flaw("CUR-9", {
      found: "no reading from the beginning",
      expected: "one, after the cursor was refused with expired_cursor",
      by: second,
    });
  return true;
}

/** The platform says 429, and for how long. */
export const waiting: Scenario = scenario(
  "a 429 with Retry-After",
  ["RATE-14", "RATE-15"],
  async (certifier, location) => {
    await fill(certifier, location);
    const wait = String(retryAfter);
    const headers = {
      "retry-after": wait,
      "ratelimit-reset": wait,
      "ratelimit-remaining": "0",
      "ratelimit-policy": "120;w=60",
    };
    await standIn(certifier, location, {
      status: 429,
      headers,
      body: { error: { code: "rate_limited", message: "Too many requests." } },
    });
    const read = await reads(certifier, location, retryAfter);
    const refused = read.find(({ status }) => status === 429);
    const after = () =>
      certifier.seen.filter((one) => isRead(one) && one.location === location && one.n > (refused?.n ?? 0));
    const isLater = ({ at }: Seen) => at - (refused?.at ?? 0) > underWay;
    if (refused) await certifier.until(() => after().find(isLater), waitsLonger);
    await clear(certifier, location);
    if (!refused) return;
    certifier.recorder.judged("RATE-14", "RATE-15");
    const early = after().find(
      (one) => one.at - refused.at < retryAfter * 1000 - timerSlack && (one.url === refused.url || isLater(one)),
    );
    if (early)
      certifier.recorder.flaw("RATE-14", {
        found: `a v3 request ${early.at - refused.at} ms after a 429`,
        expected: `none for ${retryAfter} seconds, as Retry-After says`,
        by: early,
      });
    if (after().length === 0)
      certifier.recorder.flaw("RATE-15", {
        found: "no further request",
        expected: "the reading to go on after the wait",
        by: refused,
      });
  },
);
