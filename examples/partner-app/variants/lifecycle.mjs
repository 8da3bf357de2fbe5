import { behaviour } from "../behaviour.mjs";
import { asUser, breaks, get } from "./variant.mjs";

const seconds = (count) => count * 1000;

/** Goes on reading a record for ever. */
const readRecords = async (api, location) => {
  setInterval(() => get(api, `${api.env.BASE_URL}/record/${location}/1`, asUser(api.env)), 2_500);
};

/** Fails to delete a Location of which it has taken webhooks. */
const failsWithRecords = () => {
  const known = new Set();
  return {
    hookStatus: ({ company_id }) => {
      known.add(Number(company_id));
      return 200;
    },
    lifecycleStatus: ({ event, salon_id }) => (event === "uninstall" && known.has(salon_id) ? 500 : 200),
  };
};

/** Knows nothing of a Location whose callback was refused. */
const failsUnlessActive = () => {
  const known = new Set();
  return {
    afterActive: async (api, location) => {
      known.add(location);
      await api.readStatus(location);
    },
    lifecycleStatus: ({ salon_id }) => (known.has(salon_id) ? 200 : 404),
  };
};

/** Takes no webhook of a Location that is frozen. */
const refusesFrozen = () => {
  const frozen = new Set();
  return {
    onLifecycle: async (_api, { event, salon_id }) => {
      if (event === "freeze") frozen.add(salon_id);
    },
    hookStatus: ({ company_id }) => (frozen.has(Number(company_id)) ? 410 : 200),
  };
};

/** Reads nothing any more of a Location that was ever frozen. */
const avoidsFrozen = () => {
  const frozen = new Set();
  const mayRead = (isActive, location) => isActive && !frozen.has(location);
  return {
    onLifecycle: async (_api, { event, salon_id }) => {
      if (event === "freeze") frozen.add(Number(salon_id));
    },
    mayRead: (isActive, { location }) => mayRead(isActive, location),
    mayList: mayRead,
  };
};

/** Takes the freezing of one Location for that of all. */
const freezesAll = () => {
  let isFrozen = false;
  const mayRead = (isActive) => isActive && !isFrozen;
  return {
    onLifecycle: async (_api, { event }) => {
      isFrozen ||= event === "freeze";
    },
    mayRead,
    mayList: mayRead,
  };
};

/** Reads calls every three seconds, and again eight seconds after a freeze. */
const unfreezes = () => {
  const frozen = new Map();
  const timers = new Map();
  return {
    afterActive: async (api, location) => {
      const poll = () => {
        const isOver = Date.now() - (frozen.get(location) ?? 0) > 8_000;
        if (isOver) void api.readCalls(behaviour.callsFields(location, 1));
      };
      if (!timers.has(location)) timers.set(location, setInterval(poll, 3_000));
    },
    onLifecycle: async (_api, { event, salon_id }) => {
      const location = Number(salon_id);
      if (event === "freeze") frozen.set(location, Date.now());
      else {
        clearInterval(timers.get(location));
        timers.delete(location);
      }
    },
  };
};

/** Reads calls for each webhook of a Location at which one of some events came last. */
const readsForWebhooksAfter = (ends) => {
  const ended = new Set();
  return {
    beforeCallback: async (_api, location) => void ended.delete(location),
    onLifecycle: async (_api, { event, salon_id }) => {
      if (event === ends) ended.add(Number(salon_id));
    },
    onHook: async (api, { company_id }) => {
      if (ended.has(Number(company_id))) await api.readCalls(behaviour.callsFields(Number(company_id), 1));
    },
  };
};

/** Sends what was answered 429 again after the wait, as a client does that knows nothing of links. */
const repeatsAfterWaits = () => {
  let isRepeat = false;
  return {
    waitOn429: (wait) => {
      isRepeat = true;
      return seconds(wait);
    },
    mayGoOn: (isActive) => {
      const goesOn = isActive || isRepeat;
      isRepeat = false;
      return goesOn;
    },
  };
};

/** Ways to take freezing and uninstalling wrongly. */
export const lifecycle = {
  "does not acknowledge a freeze": breaks("LIFE-5", "lifecycle", {
    lifecycleStatus: ({ event }) => (event === "freeze" ? 500 : 200),
  }),
  "reads on when frozen": breaks("LIFE-6", "lifecycle calls", { forgets: ({ event }) => event !== "freeze" }),
  "reads records when frozen": breaks("LIFE-6", "lifecycle", { mayRead: () => true, afterActive: readRecords }),
  "reads on when uninstalled": breaks("LIFE-7", "lifecycle calls", { forgets: ({ event }) => event !== "uninstall" }),
  "does not acknowledge an uninstall of a Location with records": breaks(
    "LIFE-9",
    "lifecycle webhooks install",
    failsWithRecords(),
  ),
  "does not acknowledge an uninstall before it was connected": breaks(
    "LIFE-9",
    "lifecycle install",
    failsUnlessActive(),
  ),
  "refuses webhooks of frozen Locations": breaks("HOOK-16", "lifecycle webhooks", refusesFrozen()),
  "reads no calls of what was ever frozen": breaks("CALL-13", "install lifecycle calls", avoidsFrozen()),
  "reads no resources of what was ever frozen": breaks("RES-14", "install lifecycle resources", avoidsFrozen()),
  "a freeze stops all Locations": breaks("CALL-13", "lifecycle calls", freezesAll()),
  "unfreezes by itself": breaks("LIFE-6", "lifecycle", unfreezes()),
  "a webhook makes it read calls of what is frozen": breaks(
    "LIFE-6",
    "install lifecycle webhooks",
    readsForWebhooksAfter("freeze"),
  ),
  "a webhook makes it read calls of what was uninstalled": breaks(
    "LIFE-7",
    "install lifecycle webhooks",
    readsForWebhooksAfter("uninstall"),
  ),
  "repeats after a 429 what is frozen meanwhile": breaks("LIFE-11", "lifecycle resources", repeatsAfterWaits()),
  "does not acknowledge an uninstall": breaks("LIFE-9", "lifecycle", {
    lifecycleStatus: ({ event }) => (event === "uninstall" ? 404 : 200),
  }),
};
