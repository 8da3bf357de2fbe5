import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

/** Behaviours that show only in long lists take the usual patience. */
const patiently = (variant) => ({ ...variant, patience: {} });

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** Takes so many, by a key, and then no more. */
const takes = (most, keyOf) => {
  const known = new Set();
  return (value) => {
    if (known.size < most) known.add(keyOf(value));
    return known.has(keyOf(value));
  };
};

/** Confirms no Location any more once there were more than so many uninstalls, by a key. */
const tires = (most, keyOf) => {
  const counts = new Map();
  return {
    forgets: ({ event, salon_id }) => {
      if (event === "uninstall") counts.set(keyOf(salon_id), (counts.get(keyOf(salon_id)) ?? 0) + 1);
      return true;
    },
    isConfirmed: (location) => (counts.get(keyOf(location)) ?? 0) <= most,
  };
};

/** Knows the Location that connected last, and confirms that one. */
const confirmsLast = () => {
  let last;
  return {
    isConfirmed: (location) => {
      last = location;
      return true;
    },
    beforeCallback: () => wait(100),
    callbackBody: (_location, application) => JSON.stringify({ salon_id: last, application_id: application }),
  };
};

/** Stops reading when any Location is uninstalled. */
const stopsForOthers = () => {
  let [uninstalls, noticed] = [0, 0];
  return {
    onLifecycle: async (_api, { event }) => {
      if (event === "uninstall") uninstalls++;
    },
    hasMore: (page, walk) => {
      if (walk.page === 1) noticed = uninstalls;
      return noticed === uninstalls && behaviour.hasMore(page, walk);
    },
  };
};

/** Reads so many pages of resources in its life. */
const pagesInAll = (most) => {
  let pages = 0;
  return (page, walk) => ++pages <= most && behaviour.hasMore(page, walk);
};

let webhooks = 0;

/** Behaviours that work for a while, and fail when there is more of it, or when it comes again and again. */
export const scale = {
  "sixty pages of resources and no more": patiently(
    breaks("RES-14", "resources", { hasMore: (page, walk) => behaviour.hasMore(page, walk) && walk.page < 60 }),
  ),
  "a thousand resources and no more": patiently(
    breaks("RES-14", "resources", { hasMore: (page, walk) => behaviour.hasMore(page, walk) && walk.count < 1000 }),
  ),
  "eighty pages of resources in its life": patiently(breaks("RES-14", "resources", { hasMore: pagesInAll(80) })),
  "two hundred webhooks in its life": breaks("HOOK-16", "webhooks", {
    hookStatus: () => (++webhooks > 200 ? 507 : 200),
  }),
  "a hundred and fifty records and no more": breaks("HOOK-16", "webhooks", {
    hookStatus: (() => {
      const isTaken = takes(150, ({ resource, resource_id }) => `${resource} ${resource_id}`);
      return (event) => (isTaken(event) ? 200 : 507);
    })(),
  }),
  "comes back four times": breaks("INST-35", "install", tires(4, String)),
  "comes back until there were six uninstalls": breaks(
    "INST-35",
    "install",
    tires(6, () => ""),
  ),
  "confirms nine Locations and no more": breaks("INST-34", "install lifecycle", { isConfirmed: takes(9, String) }),
  "confirms the Location that connected last": breaks("INST-34", "install", confirmsLast()),
  "stops reading when another Location is uninstalled": patiently(
    breaks("RES-14", "install lifecycle resources", stopsForOthers()),
  ),
};
