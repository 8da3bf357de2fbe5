import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

/** Reads two pages, and then stops. */
const twoPages = () => {
  let pages = 0;
  return ({ has_more }) => has_more && ++pages % 2 === 1;
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
  "cursors in small letters": breaks("CUR-8", "resources", {
    resourcesCursor: (cursor) => encodeURIComponent(cursor.toLowerCase()),
  }),
  "gives up on a refused cursor": breaks("CUR-9", "resources", { onRefusedCursor: () => undefined }),
  "sends a refused cursor again": breaks("CUR-10", "resources", {
    onRefusedCursor: (cursor) => ({ cursor }),
  }),
  "ignores Retry-After": breaks("RATE-14", "resources", { waitOn429: () => 0 }),
  "waits half of Retry-After": breaks("RATE-14", "resources", { waitOn429: (wait) => wait * 500 }),
  "gives up on 429": breaks("RATE-15", "resources", { goesOnAfter429: () => false }),
};
