import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

/** One walk for all Locations: where one stands, all stand. */
const sharedWalk = () => {
  const walk = {};
  return () => walk;
};

/** Knows whether it is reading, by the pages that it has asked for. */
const busy = () => {
  let until = 0;
  return {
    hasMore: (page, walk) => {
      until = Date.now() + 600;
      return behaviour.hasMore(page, walk);
    },
    hookStatus: () => (Date.now() < until ? 503 : 200),
  };
};

/** Stops reading when a webhook comes. */
const distracted = () => {
  let seen = 0;
  let noticed = 0;
  return {
    onHook: async () => {
      seen++;
    },
    hasMore: (page, walk) => {
      if (walk.page === 1) noticed = seen;
      return seen === noticed && behaviour.hasMore(page, walk);
    },
  };
};

/** Reads one Location at a time: the walk of the other ends when a new one begins. */
const latestWins = () => {
  let latest;
  return (page, { location, page: number }) => {
    if (number === 1) latest = location;
    return latest === location && behaviour.hasMore(page, {});
  };
};

/** Behaviours that work alone, and fail while something else goes on. */
export const meanwhile = {
  "one cursor for all Locations": breaks("CUR-8", "resources", { walkFor: sharedWalk() }),
  "a new walk ends the one before": breaks("RES-14", "resources", { hasMore: latestWins() }),
  "stops reading when a webhook comes": breaks("RES-14", "resources webhooks", distracted()),
  "refuses webhooks while it reads": breaks("HOOK-18", "resources webhooks", busy()),
  "finishes its walk when frozen": breaks("LIFE-6", "lifecycle calls", {
    mayRead: (isActive, { page }) => isActive || page > 1,
  }),
  "finishes its walk when frozen, whatever it claims": breaks("LIFE-6", "lifecycle", {
    mayRead: (isActive, { page }) => isActive || page > 1,
  }),
  // Which of two Locations it goes on reading depends on which of two events comes first.
  "forgets another Location than the one that ended": breaks("LIFE-11", "lifecycle calls", {
    forgotten: (location, active) => [...active].find((other) => other !== location) ?? location,
  }),
  "dies of a freeze": breaks("LIFE-5", "lifecycle", {
    forgets: ({ event }) => event !== "freeze" || process.exit(4),
  }),
  "takes seventeen seconds for a freeze": breaks("LIFE-5", "lifecycle", { lifecycleDelay: 17_000 }),
  "redirects lifecycle events": breaks("LIFE-9", "lifecycle", { lifecycleStatus: () => 307 }),
  "a burst of reads for each burst of webhooks": breaks("RATE-12", "install webhooks", {
    pause: 0,
    onHook: async (api, { company_id }) => {
      await api.readStatus(company_id);
    },
  }),
  "a burst at the second Location": breaks("RATE-12", "install", {
    pause: 0,
    afterActive: (() => {
      let count = 0;
      return async (api, location) => {
        const times = ++count === 2 ? 40 : 1;
        await Promise.all(Array.from({ length: times }, () => api.readStatus(location)));
      };
    })(),
  }),
  "reads the last page for ever": breaks("RES-14", "resources", {
    hasMore: () => true,
    nextCursor: ({ next_cursor }, cursor) => next_cursor ?? cursor,
  }),
  "starts over for ever": breaks("RES-14", "resources", {
    hasMore: () => true,
    nextCursor: ({ next_cursor }) => next_cursor ?? undefined,
  }),
  "the first page for ever": breaks("RES-14", "resources", { hasMore: () => true, nextCursor: () => undefined }),
  "sends a refused cursor for ever": breaks("CUR-10", "resources", { onRefusedCursor: async (cursor) => ({ cursor }) }),
  "the first page of calls for ever": breaks("CALL-16", "calls", {
    callsFields: (location) => behaviour.callsFields(location, 1),
    isLastPage: () => false,
  }),
  "asks for ever for what is not there": breaks("RES-16", "resources", { retriesOn404: Number.POSITIVE_INFINITY }),
};
