import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

/** Reads two pages, and then stops. */
const twoPages = () => {
  let pages = 0;
  return ({ has_more }) => has_more && ++pages % 2 === 1;
};

/** Waits as long as it is asked to, unless it has just waited. */
const waitsOnce = () => {
  let last = 0;
  return (wait) => {
    const hasWaited = Date.now() - last < (wait + 3) * 1000;
    last = Date.now();
    return hasWaited ? 300 : wait * 1000;
  };
};

/** Starts over after a refusal, but only looks at the first page then. */
const readsOneAfterRestart = () => {
  let hasRestarted = false;
  return {
    onRefusedCursor: async () => {
      hasRestarted = true;
      return { cursor: undefined };
    },
    hasMore: ({ has_more }) => {
      const goesOn = has_more && !hasRestarted;
      hasRestarted = false;
      return goesOn;
    },
  };
};

/** Ways to read resources wrongly. */
export const resources = {
  "partner token at v3": breaks("AUTH-18", "resources", { asReader: behaviour.asPartner }),
  "no token at v3": breaks("AUTH-18", "resources", { asReader: () => undefined }),
  "user token at v3": breaks("AUTH-18", "resources", { asReader: behaviour.asUser }),
  "v3 token in a query": breaks("AUTH-19", "resources", {
    resourcesQuery: { access_token: process.env.V3_ACCESS_TOKEN ?? "" },
  }),
  "pages and a half": breaks("RES-15", "resources", { resourcesLimit: 2.5 }),
  "pages in words": breaks("RES-15", "resources", { resourcesLimit: "fifty" }),
  "reads one page of resources": breaks("RES-14", "resources", { hasMore: () => false }),
  "reads two pages of resources": breaks("RES-14", "resources", { hasMore: twoPages() }),
  "reads no resources": breaks("RES-14", "resources", { resourcesPath: (location) => `/locations/${location}/rooms` }),
  "a thousand resources a page": breaks("RES-15", "resources", { resourcesLimit: 1000 }),
  "no resources a page": breaks("RES-15", "resources", { resourcesLimit: 0 }),
  "asks again and again for what is not there": breaks("RES-16", "resources", { retriesOn404: 60 }),
  "forgets to escape cursors": breaks("CUR-8", "resources", { resourcesCursor: (cursor) => cursor }),
  "cursors without white space at their ends": breaks("CUR-8", "resources", {
    resourcesCursor: (cursor) => encodeURIComponent(cursor.trim()),
  }),
  "cursors in small letters": breaks("CUR-8", "resources", {
    resourcesCursor: (cursor) => encodeURIComponent(cursor.toLowerCase()),
  }),
  "gives up on a refused cursor": breaks("CUR-9", "resources", { onRefusedCursor: () => undefined }),
  "sends a refused cursor again": breaks("CUR-10", "resources", {
    onRefusedCursor: (cursor) => ({ cursor }),
  }),
  "ignores Retry-After": breaks("RATE-14", "resources", { waitOn429: () => 0 }),
  "waits half of Retry-After": breaks("RATE-14", "resources", { waitOn429: (wait) => wait * 500 }),
  "always waits three seconds": breaks("RATE-14", "resources", { waitOn429: () => 3_200 }),
  "does not wait for a second 429 in a row": breaks("RATE-14", "resources", { waitOn429: waitsOnce() }),
  "goes by the size of a page, and so beyond the last": breaks("CUR-8", "resources", {
    hasMore: ({ data }) => data.length === behaviour.resourcesLimit,
    resourcesCursor: (cursor) => encodeURIComponent(String(cursor)),
  }),
  "reads one page after a restart": breaks("RES-14", "resources", readsOneAfterRestart()),
  "dies of an empty list": breaks("RES-14", "resources", {
    hasMore: ({ data, has_more }) => (data.length === 0 ? process.exit(3) : has_more),
  }),
  "gives up on 429": breaks("RATE-15", "resources", { goesOnAfter429: () => false }),
};
