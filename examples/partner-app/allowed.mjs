import { pathToFileURL } from "node:url";
import { startApp } from "./app.mjs";
import { behaviour, daysAgo } from "./behaviour.mjs";
import { pipelining } from "./pipeline.mjs";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));
const everything = ["install", "webhooks", "lifecycle", "resources", "calls"];
const differs = (change) => ({ claims: everything, change });

/** Asks for the last month at first, and then only for what is new. */
const callsSinceLastTime = () => {
  let since;
  return (salon_id, page) => {
    if (page === 1) since = since === undefined ? daysAgo(30) : daysAgo(0);
    return { salon_id, date_from: since, date_to: daysAgo(0), page, limit: 50 };
  };
};

/** Reads each of the last days by itself. */
const dayByDay = () => {
  const walks = new Map();
  return {
    callsFields: (location, page) => {
      if (page === 1) walks.set(location, { day: 3, page: 1 });
      const walk = walks.get(location);
      return {
        salon_id: location,
        date_from: daysAgo(walk.day),
        date_to: daysAgo(walk.day),
        page: walk.page,
        limit: 20,
      };
    },
    isLastPage: (items, { limit }, { location }) => {
      const walk = walks.get(location);
      if (items.length === limit) {
        walk.page++;
        return false;
      }
      walk.page = 1;
      return --walk.day < 0;
    },
  };
};

/** Does one thing after the other. */
const oneAtATime = () => {
  let last = Promise.resolve();
  return (begin, work) =>
    begin(() => {
      last = last.then(work);
      return last;
    }, 200);
};

/** Declines work while it is busy. */
const declinesWhenBusy = () => {
  let isBusy = false;
  return (begin, work) => {
    if (isBusy) return 409;
    isBusy = true;
    return begin(async () => {
      await work();
      isBusy = false;
    }, 202);
  };
};

/** Looks at all connections every few seconds, as a job does. */
const everyThreeSeconds = () => wait(3_000 - (Date.now() % 3_000));

/** Takes one webhook after the other, in some milliseconds each. */
const oneWorker = (milliseconds) => {
  let free = 0;
  return () => {
    const now = Date.now();
    free = Math.max(free, now) + milliseconds;
    return free - now;
  };
};

/** Ends what it reads of a Location only some seconds after its link has ended. */
const stopsAfter = (milliseconds) => {
  const ended = new Map();
  return {
    onLifecycle: async (_api, { salon_id }) => void ended.set(Number(salon_id), Date.now()),
    mayRead: (isActive, { location, page }) =>
      isActive || (page > 1 && Date.now() - (ended.get(location) ?? 0) < milliseconds),
  };
};

/** True if there is nothing new on a page, or nothing at all. */
const allKnown = () => {
  const known = new Set();
  return (items) => {
    const isNothingNew = items.every(({ id }) => known.has(id));
    for (const { id } of items) known.add(id);
    return isNothingNew;
  };
};

/** Sends a request again, after some pauses, to which the platform failed to answer; a callback is tried again elsewhere. */
const triesAgain = async (call, send) => {
  let answer = await send(call);
  for (const pause of call.method === "GET" ? [1_000, 3_000] : []) {
    if (answer.status < 500) break;
    await wait(pause);
    answer = await send(call);
  }
  return answer;
};

/** A path in which every digit, and a letter or two, is escaped. */
const escaped = (path) => path.replace(/[\daeo]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** Takes no webhook of a Location that was uninstalled, until it is back. */
const refusesUninstalled = () => {
  const gone = new Set();
  return {
    beforeCallback: async (_api, location) => void gone.delete(location),
    onLifecycle: async (_api, { event, salon_id }) => {
      if (event === "uninstall") gone.add(Number(salon_id));
    },
    hookStatus: ({ company_id }) => (gone.has(Number(company_id)) ? 410 : 200),
  };
};

/** Other ways to be well-behaved: the specification leaves them open, so each has to be certified without a warning. */
export const allowed = {
  // It confirms late, retries with growing pauses until it succeeds and then never again, and keeps looking at its status.
  patient: differs({
    beforeCallback: () => wait(1_500),
    retryAfter: (_, tries) => 500 * 2 ** tries,
    isConfirmed: (location, active) => !active.has(location),
    afterActive: async (api, location) => {
      setInterval(() => api.readStatus(location), 9_000);
    },
    hookStatus: () => 204,
    hookDelay: () => 400,
    lifecycleStatus: () => 202,
    resourcesLimit: 1,
    waitOn429: (seconds) => 2_000 * seconds + 3_500,
    callsFields: (salon_id) => ({ salon_id, date_from: daysAgo(1), date_to: daysAgo(0) }),
    isLastPage: () => true,
  }),
  // It reads calls anew on each webhook of a Location that it may read, one request after the other, and says more in its headers than it has to.
  thorough: differs({
    accept: "application/vnd.api.v2+json, application/json;q=0.8, */*;q=0.1",
    contentType: "application/json; charset=UTF-8",
    pause: 270,
    headers: {
      "User-Agent": "acme/1.0",
      "Accept-Encoding": "gzip, br",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
    onHook: async (api, { company_id }, isActive) => {
      if (isActive) await api.readCalls(behaviour.callsFields(Number(company_id), 1));
    },
    hookStatus: () => 202,
    resourcesLimit: 100,
    callsFields: (salon_id, page) => ({
      salon_id,
      date_from: daysAgo(40),
      date_to: daysAgo(0),
      types: ["outgoing", "incoming"],
      phone: undefined,
      page,
      limit: 15,
      trace: "x",
    }),
    isLastPage: (items) => items.length === 0,
  }),
  // It never retries, relies on defaults, asks for what is new since it last asked, and starts over slowly.
  plain: differs({
    retryAfter: () => undefined,
    afterActive: (api, location) =>
      api.paced({
        method: "GET",
        url: `${api.env.BASE_URL}/marketplace/salon/${location}/application/${api.env.APPLICATION_ID}`,
        headers: api.v1(behaviour.asPartner(api.env)),
      }),
    resourcesLimit: undefined,
    onRefusedCursor: async (_, restarts) => {
      await wait(4_000);
      return restarts < 1 ? { cursor: undefined } : undefined;
    },
    callsFields: callsSinceLastTime(),
  }),
  // It asks for a page again that failed, after a second and after three, and reads on.
  "tries failed pages again": differs({ transport: triesAgain }),
  // It forgets a Location that was uninstalled, and answers 410 to webhooks of it.
  forgetful: differs(refusesUninstalled()),
  // It does one thing after the other, in small pages of resources and large ones of calls, and tries once more whatever fails.
  "one at a time": differs({
    schedule: oneAtATime(),
    retryAfter: (_, tries) => (tries === 1 ? 1_500 : undefined),
    resourcesLimit: 7,
    hookStatus: () => 201,
    lifecycleStatus: () => 201,
    connectStatus: () => 303,
    callsFields: (salon_id, page) => ({ salon_id, date_from: daysAgo(3), date_to: daysAgo(0), page, limit: 250 }),
    isLastPage: (items) => items.length === 0,
  }),
  // It declines what it has no time for, answers webhooks before it looks at them, and polls what became of its links.
  busy: differs({
    schedule: declinesWhenBusy(),
    hookStatus: () => 202,
    onHook: async (api, { company_id }) => {
      await wait(2_000);
      if (Math.random() < 0.1) await api.readStatus(company_id);
    },
    afterActive: async (api, location) => {
      setInterval(() => api.readStatus(location), 15_000);
    },
  }),
  // It confirms in batches, and asks for the whole history at once.
  batches: differs({
    beforeCallback: everyThreeSeconds,
    callsFields: (salon_id) => ({ salon_id, date_from: daysAgo(7), date_to: daysAgo(0) }),
    isLastPage: () => true,
    resourcesLimit: 100,
  }),
  // It reads slowly.
  slow: { claims: ["resources", "calls"], change: { pause: 700, resourcesLimit: 30 } },
  // It does not stay where it is frozen: it uninstalls itself there.
  proud: differs({
    onLifecycle: async (api, { event, salon_id }) => {
      if (event === "freeze") await api.uninstall(salon_id);
    },
  }),
  // It tries once more, or twice, whatever was refused: a callback, a cursor, a Location that is not there.
  persistent: differs({
    retryAfter: (_, tries) => (tries < 3 ? 400 : undefined),
    retriesOn404: 3,
    onRefusedCursor: (cursor, times) => (times < 4 ? { cursor: times < 2 ? cursor : undefined } : undefined),
  }),
  // It writes the words of schemes in lower case.
  lowercase: differs({
    asPartner: ({ PARTNER_TOKEN }) => `bearer ${PARTNER_TOKEN}`,
    callbackAs: ({ PARTNER_TOKEN }) => `bearer ${PARTNER_TOKEN}`,
    asUser: ({ PARTNER_TOKEN, SYSTEM_USER_TOKEN }) => `BEARER ${PARTNER_TOKEN}, user ${SYSTEM_USER_TOKEN}`,
    asReader: ({ V3_ACCESS_TOKEN }) => `bearer ${V3_ACCESS_TOKEN}`,
  }),
  // It escapes more of its paths than it has to.
  escaping: differs({
    callbackUrl: ({ APP_URL }) => `${APP_URL}${escaped("/marketplace/partner/callback")}`,
    resourcesPath: (location) => escaped(`/locations/${location}/resources`),
  }),
  // It sends requests over one connection, two at once, before the first is answered.
  pipelining: differs({
    transport: pipelining(),
    afterActive: (api, location) => Promise.all([api.readStatus(location), api.readStatus(location)]),
  }),
  // It takes seconds to start.
  "slow to start": { ...differs({}), startsAfter: 6_000 },
  // It does one thing at a time, webhooks too.
  "a single worker": differs({ schedule: oneAtATime(), hookDelay: oneWorker(120) }),
  // Its clock is a minute off.
  "a minute ahead": differs({
    headers: { date: new Date(Date.now() + 60_000).toUTCString() },
    callsFields: (salon_id, page) => {
      const day = (days) => new Date(Date.now() + 60_000 - days * 86_400_000).toISOString().slice(0, 10);
      return { salon_id, date_from: day(7), date_to: day(0), page, limit: 20 };
    },
  }),
  // It opens a connection for each request, sends bodies in chunks, and writes header names in capitals.
  "old-fashioned": differs({
    headers: { connection: "close" },
    transport: (call, send) => {
      const capitals = Object.entries(call.headers).map(([name, value]) => [name.toUpperCase(), value]);
      const chunked = call.body ? { "transfer-encoding": "chunked" } : {};
      return send({ ...call, url: call.url, headers: { ...Object.fromEntries(capitals), ...chunked } });
    },
  }),
  // It ends a walk four seconds after a freeze, in time.
  "slow to stop": differs(stopsAfter(4_000)),
  // It confirms each installation twice.
  "doubly sure": differs({ afterActive: (api, location) => api.confirm(location) }),
  // It uses what else the marketplace has for partners, each with the right token, and looks up records that webhooks name.
  curious: differs({
    afterActive: async (api, location) => {
      const partner = api.v1(behaviour.asPartner(api.env));
      const both = api.v1(behaviour.asUser(api.env));
      const { BASE_URL, APPLICATION_ID } = api.env;
      const paths = [`/marketplace/application/${APPLICATION_ID}/tariffs`, "/cities", `/hooks_settings/${location}`];
      for (const path of paths) await api.paced({ method: "GET", url: BASE_URL + path, headers: partner });
      await api.paced({ method: "GET", url: `${BASE_URL}/companies?my=1`, headers: both });
    },
  }),
  // It writes media types in other letters, and adds what they may have.
  "in capitals": differs({
    accept: "APPLICATION/VND.API.V2+JSON",
    contentType: "Application/Json; Charset=UTF-8",
  }),
  // It spells JSON in its own way, and says more than it is asked for.
  "spelling out": differs({
    callbackBody: (location, application) =>
      `{ "application_id" : ${application}.0,\n\t"note": "\\u00e9\\/", "salon_id":${location}.0e0 }`,
  }),
  // It waits as RateLimit-Reset says.
  resetting: differs({
    headersOf: ({ headers }) => ({ ...headers, "retry-after": headers["ratelimit-reset"] }),
  }),
  // It counts pages from 0, and reads until one is empty.
  "counting from nought": differs({
    callsFields: (location, page) => ({ ...behaviour.callsFields(location, page - 1), limit: 50 }),
    isLastPage: (items) => items.length === 0,
  }),
  // It answers the owner's browser, and who asks it to read, once the work is done.
  "answering when done": differs({
    schedule: async (_begin, work) => {
      await work();
      return 200;
    },
  }),
  // It thinks for seconds before it answers events.
  "slow to answer": differs({ hookDelay: () => 2_500, lifecycleDelay: 2_500 }),
  // It answers with any status of success.
  "any success": differs({
    hookStatus: ({ resource_id }) => 200 + (Number(resource_id) % 100),
    lifecycleStatus: () => 226,
  }),
  // It refuses webhooks whose data are of another record than they say.
  "comparing ids": differs({
    hookStatus: ({ resource_id, data }) =>
      [undefined, String(resource_id)].includes(data?.id?.toString()) ? 200 : 422,
  }),
  // It reads calls until it knows all of a page.
  "reading what is new": differs({ isLastPage: allKnown() }),
  // It reads calls one at a time.
  "one call a page": differs({
    callsFields: (location, page) => ({ ...behaviour.callsFields(location, page), limit: 1 }),
  }),
  // It takes a page of calls that is shorter than it asked for to be the last one, however many it asks for.
  "large pages of calls": differs({
    callsFields: (location, page) => ({ ...behaviour.callsFields(location, page), limit: 600 }),
  }),
  // It reads calls day by day.
  "day by day": differs(dayByDay()),
  // It asks for the missed calls of one caller.
  "one caller": differs({
    callsFields: (location, page) => ({
      ...behaviour.callsFields(location, page),
      phone: "+37120000001",
      statuses: ["missed", "busy"],
      types: ["incoming"],
    }),
  }),
  // It sends long headers, and fields that are for itself alone.
  talkative: differs({
    headers: { "x-context": "c".repeat(5_000), cookie: "theme=dark" },
    query: { trace: "7" },
    resourcesQuery: { trace: "7" },
  }),
  // It wants answers without compression, and confirms only after some seconds.
  unhurried: differs({
    headers: { "accept-encoding": "identity" },
    beforeCallback: () => wait(5_000),
  }),
};

// Run by itself, it serves one of them.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const name = process.argv[2];
  const kind = allowed[name];
  if (!kind) throw new Error(`there is no allowed behaviour "${name}"`);
  setTimeout(() => startApp({ ...behaviour, ...kind.change }), kind.startsAfter ?? 0);
}
