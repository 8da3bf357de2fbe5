import { behaviour } from "../behaviour.mjs";
import { breaks, isOf } from "./variant.mjs";

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

/** Reads calls of the Location that it was asked for last, whichever walk asks. */
const sharedLocation = () => {
  let current;
  return (location, page) => {
    if (page === 1) current = location;
    return behaviour.callsFields(current, page);
  };
};

/** Sends a read again at once, and again, where the platform fails to answer it. */
const sendsAgain = (part) => async (call, send) => {
  let answer = await send(call);
  const isFailure = () => answer.status === 0 || answer.status >= 500;
  for (let count = 0; call.url.includes(part) && isFailure() && count < 40; count++) answer = await send(call);
  return answer;
};

/** Behaviours that work alone, and fail while something else goes on. */
export const meanwhile = {
  "one cursor for all Locations": breaks("CUR-8", "resources", { walkFor: sharedWalk() }),
  "one Location for all walks of calls": breaks("CALL-16", "calls", { callsFields: sharedLocation() }),
  "storms when resources fail": breaks("RATE-12", "resources", { transport: sendsAgain("/locations/") }),
  "storms when the call history fails": breaks("RATE-12", "calls", { transport: sendsAgain("/voip/") }),
  "a webhook makes it read resources before a wait is over": breaks("RATE-14", "webhooks resources", {
    onHook: async (api, event) => {
      if (isOf("client", event)) await api.readResources(Number(event.company_id), {});
    },
  }),
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
