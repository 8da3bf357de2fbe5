import { daysAgo } from "../behaviour.mjs";
import { asUser, breaks, get } from "./variant.mjs";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** Acknowledges each further freeze of a Location, and does nothing. */
const heedsOneFreezeEach = () => {
  const frozen = new Set();
  return ({ event, salon_id }) => {
    const isKnown = frozen.has(salon_id);
    if (event === "freeze") frozen.add(salon_id);
    return event !== "freeze" || !isKnown;
  };
};

/** Changes over at each lifecycle event of a Location, so that one which was frozen and is uninstalled counts as active. */
const changesOver = () => {
  let event;
  return {
    forgets: (received) => {
      event = received.event;
      return true;
    },
    forgotten: (location, active) => {
      if (event === "freeze" || active.has(location)) return location;
      active.add(location);
      return undefined;
    },
  };
};

/** Walks on through the resources of every Location that was frozen but the first. */
const stopsAtFirstFrozen = () => {
  const frozen = [];
  return {
    onLifecycle: async (_api, { event, salon_id }) => {
      if (event === "freeze") frozen.push(Number(salon_id));
    },
    mayGoOn: (isActive, location) => isActive || frozen.indexOf(location) > 0,
  };
};

/** Ignores the first owner who comes after a Location was frozen; the next is served. */
const ignoresAfterFreeze = () => {
  const frozen = new Set();
  return {
    forgets: ({ event, salon_id }) => {
      if (event === "freeze") frozen.add(Number(salon_id));
      return true;
    },
    isConfirmed: (location) => !frozen.delete(Number(location)),
  };
};

/** Answers a freeze too late where the Location is being read. */
const busyWithReading = () => {
  const readAt = new Map();
  return {
    mayGoOn: (isActive, location) => {
      readAt.set(location, Date.now());
      return isActive;
    },
    lifecycleStatus: async ({ event, salon_id }) => {
      const isRead = Date.now() - (readAt.get(Number(salon_id)) ?? 0) < 3_000;
      if (event === "freeze" && isRead) await wait(18_000);
      return 200;
    },
  };
};

/** Reads the clients of a Location by another version of the API, some seconds after it was frozen. */
const readsOtherVersion = async (api, { event, salon_id }) => {
  if (event !== "freeze") return;
  await wait(8_000);
  await get(api, `${api.env.API_ROOT}/v2/locations/${salon_id}/clients`, asUser(api.env));
};

/** Reads the first page of a week, and then all pages of today. */
const weekThenToday = () => {
  const walks = new Map();
  return {
    callsFields: (salon_id, page) => {
      if (page === 1) walks.set(salon_id, { days: 7, page: 1 });
      const walk = walks.get(salon_id);
      return { salon_id, date_from: daysAgo(walk.days), date_to: daysAgo(0), page: walk.page, limit: 20 };
    },
    isLastPage: (items, { limit }, { location }) => {
      const { days, page } = walks.get(location);
      walks.set(location, { days: 0, page: days === 0 ? page + 1 : 1 });
      return days === 0 && items.length < limit;
    },
  };
};

const isFailure = ({ status }) => status >= 500;

/** Takes a page of calls that failed for a full one. */
const takesFailuresForPages = async (call, send) => {
  const answer = await send(call);
  if (!call.url.includes("/calls") || !isFailure(answer)) return answer;
  return { status: 200, headers: {}, json: { data: Array.from({ length: 20 }, () => ({})) } };
};

/** Tries a page of resources again that failed, and takes it for the last. */
const endsAfterFailures = async (call, send) => {
  const answer = await send(call);
  if (!call.url.includes("/resources") || !isFailure(answer)) return answer;
  await wait(1_000);
  const { json, ...again } = await send(call);
  return { ...again, json: { ...json, has_more: false } };
};

/** Applications that are right until something happens for the second time, after something else, or while they are busy. */
export const history = {
  "heeds one freeze of each Location": breaks("LIFE-6", "lifecycle install calls", { forgets: heedsOneFreezeEach() }),
  "takes the end of a frozen link for its return": breaks("LIFE-7", "lifecycle install calls", changesOver()),
  "stops its walk at the first frozen Location alone": breaks(
    "LIFE-11",
    "lifecycle install resources",
    stopsAtFirstFrozen(),
  ),
  "ignores the first owner after a freeze": breaks("INST-35", "install lifecycle", ignoresAfterFreeze()),
  "acknowledges a freeze too late while it reads": breaks("LIFE-5", "lifecycle install resources", busyWithReading()),
  "takes a failed page of calls for a full one": breaks("CALL-16", "calls", { transport: takesFailuresForPages }),
  "reads another version's clients of what is frozen": breaks("LIFE-6", "lifecycle", {
    onLifecycle: readsOtherVersion,
  }),
  "reads a week's first page, and all of today": breaks("CALL-16", "calls", weekThenToday()),
  "ends a list at the page that it had to ask for again": breaks("RES-14", "resources", {
    transport: endsAfterFailures,
  }),
};
