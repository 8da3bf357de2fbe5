const seconds = (count) => count * 1000;

/** How the application behaves, as a table; variants.mjs replaces rows of it to show what a certification finds. */
export const manners = {
  /** Milliseconds between two requests: four a second stay below five. */
  pause: 250,

  accept: "application/vnd.api.v2+json",
  contentType: "application/json",
  asPartner: ({ PARTNER_TOKEN }) => `Bearer ${PARTNER_TOKEN}`,
  asUser: ({ PARTNER_TOKEN, SYSTEM_USER_TOKEN }) => `Bearer ${PARTNER_TOKEN}, User ${SYSTEM_USER_TOKEN}`,
  asReader: ({ V3_ACCESS_TOKEN }) => `Bearer ${V3_ACCESS_TOKEN}`,
  /** What else is said in headers, and in queries. */
  headers: {},
  query: {},

  callbackUrl: ({ APP_URL }) => `${APP_URL}/marketplace/partner/callback`,
  callbackAs: (env) => manners.asPartner(env),
  callbackBody: (location, application) => JSON.stringify({ salon_id: location, application_id: application }),
  /** Whether and when a callback is tried again; a refusal is final. */
  retryAfter: (status, tries) => (status >= 400 && status < 500 ? undefined : [seconds(1), seconds(3)][tries - 1]),
  /** What the owner's browser is answered. */
  connectStatus: 202,
  /** Which connections are confirmed. */
  isConfirmed: () => true,
  beforeCallback: async () => {},
  afterActive: async (api, location) => api.readStatus(location),

  /** What a webhook is answered, and after how long. */
  hookStatus: (_event, _request) => 200,
  hookDelay: (_event) => 0,
  onHook: async (_api, _event) => {},
  bodyMost: 10_000_000,
  bodyWithin: seconds(60),
  lifecycleStatus: (_event) => 200,
  lifecycleDelay: 0,
  /** Whether an end is taken to heart. */
  forgets: (_event) => true,
  /** Whether data of a Location may be read. */
  mayRead: (isActive) => isActive,

  resourcesPath: (location) => `/locations/${location}/resources`,
  resourcesLimit: 50,
  resourcesCursor: (cursor) => encodeURIComponent(cursor),
  hasMore: ({ has_more, next_cursor }) => has_more && next_cursor !== null,
  onRefusedCursor: async (_cursor, restarts) => (restarts < 2 ? { cursor: undefined } : undefined),
  waitOn429: (wait) => seconds(wait),
  goesOnAfter429: true,
  retriesOn404: 0,

  callsMethod: "GET",
  callsFields: (location, page) => {
    const day = (back) => new Date(Date.now() - back * seconds(86_400)).toISOString().slice(0, 10);
    return { salon_id: location, date_from: day(7), date_to: day(0), page, limit: 20 };
  },
  callsInQuery: false,
  isLastPage: (items, { limit }) => items.length < limit,
};
