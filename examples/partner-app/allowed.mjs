import { pathToFileURL } from "node:url";
import { startApp } from "./app.mjs";
import { manners } from "./manners.mjs";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));
const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const everything = ["install", "webhooks", "lifecycle", "resources", "calls"];
const differs = (change, claims = everything) => ({ claims, change });

/** Other ways to be well-behaved: the specification leaves them open, so each has to be certified without a warning. */
export const allowed = {
  // It confirms late, tries again with growing pauses until it succeeds, and then sees no reason to confirm once more; it looks at its status on and on.
  patient: differs({
    beforeCallback: () => wait(2_500),
    retryAfter: (_, tries) => 500 * 2 ** tries,
    isConfirmed: (location, active) => !active.has(location),
    afterActive: async (api, location) => void setInterval(() => api.readStatus(location), 9_000),
    hookStatus: () => 204,
    hookDelay: () => 700,
    lifecycleStatus: () => 202,
    resourcesLimit: 1,
    waitOn429: (seconds) => 2_000 * seconds + 3_500,
    callsFields: (salon_id) => ({ salon_id, date_from: day(1), date_to: day(0) }),
    isLastPage: () => true,
  }),
  // It reads a record's Location anew on each webhook, one request after the other, and says more in its headers than it has to.
  thorough: differs({
    accept: "application/vnd.api.v2+json, application/json;q=0.8, */*;q=0.1",
    contentType: "application/json; charset=UTF-8",
    pause: 320,
    headers: {
      "User-Agent": "acme/1.0",
      "Accept-Encoding": "gzip, br",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
    onHook: (api, event) => api.readCalls(manners.callsFields(event.company_id, 1)),
    hookStatus: () => 202,
    resourcesLimit: 100,
    callsFields: (salon_id, page) => ({
      salon_id,
      date_from: day(40),
      date_to: day(0),
      types: ["outgoing", "incoming"],
      phone: undefined,
      page,
      limit: 7,
      trace: "x",
    }),
    isLastPage: (items) => items.length === 0,
  }),
  // It tries nothing twice, relies on defaults, asks for what is new since it asked last, and starts over slowly.
  plain: differs({
    retryAfter: () => undefined,
    afterActive: (api, location) =>
      api.paced({
        method: "GET",
        url: `${api.env.BASE_URL}/marketplace/salon/${location}/application/${api.env.APPLICATION_ID}`,
        headers: api.v1(manners.asPartner(api.env)),
      }),
    resourcesLimit: undefined,
    onRefusedCursor: async (_, restarts) => (await wait(4_000), restarts < 1 ? { cursor: undefined } : undefined),
    callsFields: ((since) => (salon_id, page) => {
      if (page === 1) since = since === undefined ? day(30) : day(0);
      return { salon_id, date_from: since, date_to: day(0), page, limit: 50 };
    })(undefined),
  }),
};

// Run by itself, it serves one of them.
const name = process.argv[2];
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const kind = allowed[name];
  if (!kind) throw new Error(`there is no "${name}"`);
  startApp({ ...manners, ...kind.change });
}
