import { behaviour, isRefusal } from "../behaviour.mjs";
import { asUser, breaks } from "./variant.mjs";

/** Counts how often something was asked for, by a key. */
const counter = () => {
  const counts = new Map();
  return (key) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key);
  };
};

/** True for the first so many times, by a key. */
const atMost = (most, keyOf = () => "") => {
  const count = counter();
  return (value) => count(keyOf(value)) <= most;
};

/** Confirms a Location as long as it was uninstalled no more than once. */
const comesBackOnce = () => {
  const uninstalls = counter();
  const tired = new Set();
  return {
    forgets: ({ event, salon_id }) => {
      if (event === "uninstall" && uninstalls(salon_id) > 1) tired.add(salon_id);
      return true;
    },
    isConfirmed: (location) => !tired.has(location),
  };
};

/** Leaves out the first callback after each Location was uninstalled. */
const comesBackLate = () => {
  const uninstalls = counter();
  const owed = new Set();
  return {
    forgets: ({ event, salon_id }) => {
      if (event === "uninstall" && uninstalls(salon_id) === 1) owed.add(Number(salon_id));
      return true;
    },
    isConfirmed: (location) => !owed.delete(Number(location)),
  };
};

/** Confirms twice more when a Location comes back. */
const confirmsAgain = () => {
  const times = counter();
  return async (api, location) => {
    if (times(location) === 1) return api.readStatus(location);
    await api.confirm(location);
    return api.confirm(location);
  };
};

/** Reads calls before it confirms a Location that it has known before. */
const readsWhenItComesBack = () => {
  const times = counter();
  return async (api, location) => {
    if (times(location) > 1) await api.readCalls(behaviour.callsFields(location, 1));
  };
};

/** Takes the uninstalling of a frozen Location for a mistake. */
const refusesFrozen = () => {
  const frozen = new Set();
  return ({ event, salon_id }) => {
    if (event === "uninstall" && frozen.has(salon_id)) return 409;
    frozen.add(salon_id);
    return 200;
  };
};

/** Heeds the first freeze alone. */
const heedsFirstFreeze = () => {
  const isFirst = atMost(1);
  return ({ event }) => event !== "freeze" || isFirst();
};

/** Keeps away the webhooks of a Location that was ever uninstalled. */
const bearsGrudges = () => {
  const gone = new Set();
  return {
    forgets: ({ event, salon_id }) => {
      if (event === "uninstall") gone.add(salon_id);
      return true;
    },
    hookStatus: ({ company_id }) => (gone.has(Number(company_id)) ? 410 : 200),
  };
};

/** Reads all pages in the first walks, and one page in all others. */
const tiresAfter = (walks) => {
  let count = 0;
  return ({ has_more }, { page }) => {
    if (page === 1) count++;
    return has_more && count <= walks;
  };
};

const isFirstLocation = () => {
  let first;
  return (location) => {
    first ??= location;
    return location === first;
  };
};

const firstWait = () => {
  let first;
  return (wait) => {
    first ??= wait;
    return first * 1000;
  };
};

const restartsOnce = () => {
  const isFirst = atMost(1);
  return async () => (isFirst() ? { cursor: undefined } : undefined);
};

/** Reads all pages of calls in the first walks alone. */
const tiresOfCalls = (walks) => {
  let count = 0;
  return (items, { limit }, { page }) => {
    if (page === 1) count++;
    return count > walks || items.length < limit;
  };
};

const firstCalls = () => {
  let first;
  return (location, page) => {
    first ??= location;
    return behaviour.callsFields(first, page);
  };
};

const atFirstLocation = isFirstLocation();
const readsAtFirst = isFirstLocation();
const connectsAtFirst = isFirstLocation();
const staysWithFirst = isFirstLocation();

/** Applications that are right at first, and wrong later. */
export const secondTime = {
  "reconnects a Location once": breaks("INST-33", "install", { isConfirmed: atMost(2, String) }),
  "forgets to confirm each Location that comes back, once": breaks("INST-35", "install", comesBackLate()),
  "comes back once": breaks("INST-35", "install", comesBackOnce()),
  "confirms four Locations and no more": breaks("INST-34", "install", {
    isConfirmed: (() => {
      const known = new Set();
      return (location) => known.has(location) || (known.size < 4 && known.add(location));
    })(),
  }),
  "confirms the first Location for every other": breaks("INST-34", "install", {
    callbackBody: (() => {
      let first;
      return (location, application) => {
        first ??= location;
        return JSON.stringify({ salon_id: first, application_id: application });
      };
    })(),
  }),
  "fails in front of the second owner": breaks("INST-29", "install", {
    connectStatus: (location) => (connectsAtFirst(location) ? 202 : 500),
  }),
  "confirms again and again when a Location comes back": breaks("INST-41", "install", { afterActive: confirmsAgain() }),
  "reads calls before it confirms, when a Location comes back": breaks("INST-36", "install lifecycle calls", {
    beforeCallback: readsWhenItComesBack(),
  }),
  "wrong host when it tries again": breaks("INST-31", "install", {
    callbackUrl: ({ APP_URL, BASE_URL }, tries) => `${tries > 1 ? BASE_URL : APP_URL}/marketplace/partner/callback`,
  }),
  "loses the body when it tries again": breaks("INST-32", "install", {
    callbackBody: (location, application, tries) =>
      tries > 1 ? "{}" : JSON.stringify({ salon_id: location, application_id: application }),
  }),
  "user token when it tries again": breaks("AUTH-20", "install", {
    callbackAs: (env, tries) => (tries > 1 ? asUser(env) : behaviour.asPartner(env)),
  }),
  "insists after a 403 alone": breaks("INST-37", "install", {
    retryAfter: (status, tries) => (status === 403 ? 300 : behaviour.retryAfter(status, tries)),
  }),
  "insists after a 404 alone": breaks("INST-37", "install", {
    retryAfter: (status, tries) => (status === 404 ? 600 : behaviour.retryAfter(status, tries)),
  }),
  "storms when the connection is lost": breaks("INST-38", "install", {
    retryAfter: (status, tries) => {
      if (status === 0) return tries < 30 ? 50 : undefined;
      return isRefusal(status) ? undefined : [1000][tries - 1];
    },
  }),
  "refuses the second freeze": breaks("LIFE-5", "lifecycle install", {
    lifecycleStatus: (() => {
      const isFirst = atMost(1);
      return ({ event }) => (event === "freeze" && !isFirst() ? 500 : 200);
    })(),
  }),
  "refuses to uninstall what is frozen": breaks("LIFE-9", "lifecycle", { lifecycleStatus: refusesFrozen() }),
  "heeds the first freeze alone": breaks("LIFE-6", "lifecycle install calls", { forgets: heedsFirstFreeze() }),
  "heeds the first uninstall alone": breaks("LIFE-7", "lifecycle install calls", {
    forgets: (() => {
      const isFirst = atMost(2);
      return ({ event }) => event !== "uninstall" || isFirst();
    })(),
  }),
  "refuses webhooks of a second Location": breaks("HOOK-16", "install webhooks", {
    hookStatus: ({ company_id }) => (atFirstLocation(company_id) ? 200 : 403),
  }),
  "refuses webhooks of a Location that came back": breaks("HOOK-16", "install webhooks", bearsGrudges()),
  "takes forty webhooks in its life": breaks("HOOK-16", "webhooks", {
    hookStatus: (() => {
      const isTaken = atMost(40);
      return () => (isTaken() ? 200 : 507);
    })(),
  }),
  "reads all pages once": breaks("RES-14", "resources", { hasMore: tiresAfter(1) }),
  "reads all pages twice": breaks("RES-14", "resources", { hasMore: tiresAfter(2) }),
  "reads one page of a second Location": breaks("RES-14", "resources", {
    hasMore: ({ has_more }, { location }) => has_more && readsAtFirst(location),
  }),
  "three hundred resources and no more": breaks("RES-14", "resources", {
    hasMore: ({ has_more }, { count }) => has_more && count < 300,
  }),
  "ten pages of resources and no more": breaks("RES-14", "resources", {
    hasMore: ({ has_more }, { page }) => has_more && page < 10,
  }),
  "three pages of resources and no more": breaks("RES-14", "resources", {
    hasMore: ({ has_more }, { page }) => has_more && page < 3,
  }),
  "starts over once in its life": breaks("CUR-9", "resources", { onRefusedCursor: restartsOnce() }),
  "waits at the first 429 alone": breaks("RATE-14", "resources", {
    waitOn429: (() => {
      const isFirst = atMost(1);
      return (wait) => (isFirst() ? wait * 1000 : 0);
    })(),
  }),
  "waits as the first 429 said": breaks("RATE-14", "resources", { waitOn429: firstWait() }),
  "waits at the first page alone": breaks("RATE-14", "resources", {
    waitOn429: (wait, page) => (page === 1 ? wait * 1000 : 0),
  }),
  "gives up on the second 429": breaks("RATE-15", "resources", { goesOnAfter429: atMost(1) }),
  "ten pages of calls and no more": breaks("CALL-16", "calls", {
    isLastPage: (items, { limit }, { page }) => items.length < limit || page >= 10,
  }),
  "a hundred calls and no more": breaks("CALL-16", "calls", {
    isLastPage: (items, { limit }, { count }) => items.length < limit || count >= 100,
  }),
  "reads all calls twice": breaks("CALL-16", "calls", { isLastPage: tiresOfCalls(2) }),
  "reads calls of the first Location alone": breaks("CALL-13", "calls", {
    mayRead: (isActive, { location }) => isActive && staysWithFirst(location),
  }),
  "asks for calls of the first Location for ever": breaks("CALL-13", "calls", { callsFields: firstCalls() }),
};
