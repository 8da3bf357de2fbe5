import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

const seconds = (count) => count * 1000;

/** Reads no resources any more once something was refused. */
const neverAgain = () => {
  let isOver = false;
  return {
    mayList: (isActive) => isActive && !isOver,
    goesOnAfter429: () => {
      isOver = true;
      return false;
    },
  };
};

/** Reads nothing more of a Location that was not found once. */
const remembersMisses = () => {
  const [asked, missed] = [new Set(), new Set()];
  return {
    mayList: (isActive, location) => {
      // Anyone who was asked for and found nothing was not found.
      if (asked.has(location)) missed.add(location);
      asked.add(location);
      return isActive && !missed.has(location);
    },
    hasMore: (page, walk) => {
      asked.delete(walk.location);
      return behaviour.hasMore(page, walk);
    },
  };
};

/** Starts over only where little of a list is lost. */
const restartsEarly = () => {
  let last = 0;
  return {
    hasMore: (page, walk) => {
      last = walk.page;
      return behaviour.hasMore(page, walk);
    },
    onRefusedCursor: async () => (last < 3 ? { cursor: undefined } : undefined),
  };
};

/** Reads no calls of a Location that was ever uninstalled. */
const readsNoneThatLeft = () => {
  const left = new Set();
  return {
    forgets: ({ event, salon_id }) => {
      if (event === "uninstall") left.add(salon_id);
      return true;
    },
    mayRead: (isActive, { location }) => isActive && !left.has(location),
  };
};

/** Confirms a Location for as long as it runs. */
const confirmsForEver = () => {
  let first;
  return async (api, location) => {
    first ??= location;
    if (location === first) setInterval(() => api.confirm(location), 1_200);
  };
};

/** Goes on listing resources every few seconds. */
const polls = async (api, location) => {
  setInterval(() => api.readResources(location, {}), 2_500);
};

/** Reads calls as soon as the owner of a Location is back, before it confirms it. */
const readsAtOnce = () => {
  const known = new Set();
  return async (api, location) => {
    if (known.has(location)) await api.readCalls(behaviour.callsFields(location, 1));
    known.add(location);
  };
};

/** Ends a walk through the calls only so many seconds after its Location was frozen. */
const stopsAfter = (most) => {
  const frozen = new Map();
  return {
    onLifecycle: async (_api, { event, salon_id }) => {
      if (event === "freeze") frozen.set(Number(salon_id), Date.now());
    },
    mayRead: (isActive, { location, page }) =>
      isActive || (page > 1 && Date.now() - (frozen.get(location) ?? 0) < seconds(most)),
  };
};

/** Ways to wait too little, to give up too early, and to go on for too long. */
export const givingUp = {
  "takes Retry-After for milliseconds": breaks("RATE-14", "resources", { waitOn429: (wait) => wait }),
  "waits three seconds at most": breaks("RATE-14", "resources", { waitOn429: (wait) => seconds(Math.min(wait, 3)) }),
  "gives up on a long wait": breaks("RATE-15", "resources", {
    waitOn429: (wait) => (wait > 3 ? 0x7f_ff_ff_ff : seconds(wait)),
  }),
  "never reads again after a 429": breaks("RES-14", "resources", neverAgain()),
  "never reads again what was not found once": breaks("RES-14", "resources", remembersMisses()),
  "never reads calls again of what was uninstalled": breaks("CALL-13", "install calls", readsNoneThatLeft()),
  "gives up where a cursor expires after some pages": breaks("CUR-9", "resources", restartsEarly()),
  "confirms for ever": breaks("INST-43", "install", { afterActive: confirmsForEver() }),
  "confirms what was uninstalled": breaks("INST-44", "install lifecycle", {
    onLifecycle: async (api, { event, salon_id }) => {
      if (event === "uninstall") await api.confirm(salon_id);
    },
  }),
  "lists resources on when frozen": breaks("LIFE-11", "lifecycle resources calls", {
    mayList: () => true,
    mayGoOn: () => true,
  }),
  "ends no walk of resources when frozen": breaks("LIFE-11", "lifecycle resources", { mayGoOn: () => true }),
  "ends its walk nine seconds after a freeze": breaks("LIFE-6", "lifecycle calls", stopsAfter(9)),
  "polls resources of Locations that ended": breaks("LIFE-11", "lifecycle", { afterActive: polls }),
  "reads calls as soon as the owner is back": breaks("INST-36", "install calls", { beforeCallback: readsAtOnce() }),
};
