const seconds = (count) => count * 1000;

/** The date so many days ago. */
export const daysAgo = (days) => new Date(Date.now() - days * seconds(86_400)).toISOString().slice(0, 10);

/** True if an answer refuses a request for good; anything else that is not a success may be tried again. */
export const isRefusal = (status) => status >= 400 && status < 500;

/** The Locations whose status was read. */
const known = new Set();

/** How the application behaves, as a table; variants replace rows of it to show what a certification finds. */
export const behaviour = {
  /** Milliseconds between two requests, and how many a minute has: four a second stay below five, and 190 below 200. */
  pause: 250,
  perMinute: 190,

  /** How a request is sent. */
  transport: (call, send) => send(call),

  accept: "application/vnd.api.v2+json",
  contentType: "application/json",
  asPartner: ({ PARTNER_TOKEN }) => `Bearer ${PARTNER_TOKEN}`,
  asUser: ({ PARTNER_TOKEN, SYSTEM_USER_TOKEN }) => `Bearer ${PARTNER_TOKEN}, User ${SYSTEM_USER_TOKEN}`,
  asReader: ({ V3_ACCESS_TOKEN }) => `Bearer ${V3_ACCESS_TOKEN}`,
  /** Further headers and parameters of requests. */
  headers: {},
  query: {},

  /** How answers are read: whether one is understood, and the headers as they are looked up. */
  understands: (_response) => true,
  headersOf: ({ headers }) => headers,

  callbackMethod: "POST",
  callbackUrl: ({ APP_URL }, _tries) => `${APP_URL}/marketplace/partner/callback`,
  callbackAs: (env, _tries) => behaviour.asPartner(env),
  callbackBody: (location, application, _tries) => JSON.stringify({ salon_id: location, application_id: application }),
  /** True if and when a callback is tried again; a refusal is final. */
  retryAfter: (status, tries) => (isRefusal(status) ? undefined : [seconds(1), seconds(3)][tries - 1]),
  /** True if an answer to the callback confirms the installation. */
  isAccepted: (status, _json) => status === 201,
  /** The answer to the owner's browser. */
  connectStatus: (_location) => 202,
  /** Which connections are confirmed. */
  isConfirmed: () => true,
  beforeCallback: async () => {},
  afterActive: async (api, location) => {
    if (known.has(location)) return;
    known.add(location);
    await api.readStatus(location);
  },

  /** The answer to a webhook, and its delay. */
  hookStatus: (_event, _request) => 200,
  hookDelay: (_event) => 0,
  onHook: async (_api, _event, _isActive) => {},
  /** How large a body may be, and how long it may take to arrive. */
  bodyMost: 10_000_000,
  bodyWithin: seconds(60),
  parseBody: (text) => JSON.parse(text),
  lifecycleStatus: (_event) => 200,
  lifecycleDelay: 0,
  onLifecycle: async (_api, _event) => {},
  /** True if a Location counts as disconnected after a lifecycle event. */
  forgets: (_event) => true,
  /** Which Location is disconnected then. */
  forgotten: (location, _active) => location,
  /** True if data of a Location may be read; asked before each page. */
  mayRead: (isActive, _walk) => isActive,
  /** When work that was asked for begins: at once. */
  schedule: (begin, work) => begin(work, 202),

  /** True if resources of a Location may be listed; asked before each walk, and before each page of it. */
  mayList: (isActive, _location) => isActive,
  mayGoOn: (isActive, _location) => isActive,
  resourcesPath: (location) => `/locations/${location}/resources`,
  resourcesLimit: 50,
  resourcesQuery: {},
  resourcesCursor: (cursor) => encodeURIComponent(cursor),
  /** Where a walk through the pages stands. */
  walkFor: (_location) => ({}),
  hasMore: ({ has_more, next_cursor }, _walk) => has_more && next_cursor !== null,
  nextCursor: ({ next_cursor }, _cursor) => next_cursor,
  onRefusedCursor: async (_cursor, restarts, _json) => (restarts < 2 ? { cursor: undefined } : undefined),
  waitOn429: (wait, _page) => seconds(wait),
  goesOnAfter429: () => true,
  retriesOn404: 0,

  callsMethod: "GET",
  callsFields: (location, page) => ({
    salon_id: location,
    date_from: daysAgo(7),
    date_to: daysAgo(0),
    page,
    limit: 20,
  }),
  callsInQuery: false,
  isLastPage: (items, { limit }, _walk) => items.length < limit,
};
