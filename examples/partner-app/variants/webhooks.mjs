import { breaks, isCreated, isDeleted } from "./variant.mjs";

/** The resource of an event that no specification names. */
const unknown = "gift_voucher";

/** Ids of records that several webhooks name begin here. */
const firstRepeated = 700_000;

/** Takes what is new, and refuses what it has seen. */
const refusesRepeated = () => {
  const seen = new Set();
  return ({ resource_id }) => {
    if (resource_id < firstRepeated) return 200;
    if (seen.has(resource_id)) return 409;
    seen.add(resource_id);
    return 200;
  };
};

/** Knows no record that it has not seen created. */
const wantsCreation = () => {
  const known = new Set();
  return (event) => {
    const key = `${event.resource} ${event.resource_id}`;
    if (isCreated(event)) known.add(key);
    return known.has(key) ? 200 : 404;
  };
};

/** Takes a dozen webhooks at once, each of which keeps it busy for a while. */
const takesDozen = () => {
  let busy = 0;
  return () => {
    if (busy > 12) return 503;
    busy++;
    setTimeout(() => busy--, 300);
    return 200;
  };
};

/** Ways to answer webhooks wrongly. */
export const webhooks = {
  "answers webhooks with 500": breaks("HOOK-16", "webhooks", { hookStatus: () => 500 }),
  "redirects webhooks": breaks("HOOK-16", "webhooks", { hookStatus: () => 302 }),
  "refuses what is deleted": breaks("HOOK-16", "webhooks", {
    hookStatus: (event) => (isDeleted(event) ? 404 : 200),
  }),
  "wants a creation first": breaks("HOOK-16", "webhooks", { hookStatus: wantsCreation() }),
  "wants a User-Agent": breaks("HOOK-20", "webhooks", {
    hookStatus: (_, { headers }) => (headers["user-agent"] ? 200 : 403),
  }),
  "takes sixteen seconds and more": breaks("HOOK-16", "webhooks", { hookDelay: () => 17_000 }),
  "dies of an unknown event": breaks("HOOK-16", "webhooks", {
    onHook: (_, { resource }) => resource === unknown && process.exit(1),
  }),
  "takes 50 kB and no more": breaks("HOOK-16", "webhooks", { bodyMost: 50_000 }),
  "refuses unknown fields": breaks("HOOK-17", "webhooks", {
    hookStatus: (event) => (Object.keys(event).length > 5 ? 422 : 200),
  }),
  "refuses what it has seen": breaks("HOOK-18", "webhooks", { hookStatus: refusesRepeated() }),
  "one webhook at a time": breaks("HOOK-18", "webhooks", { hookStatus: takesDozen() }),
  "wants data of a schedule": breaks("HOOK-19", "webhooks", {
    hookStatus: ({ data }) => (Array.isArray(data) ? 400 : 200),
  }),
  "wants a signature": breaks("HOOK-20", "webhooks", {
    hookStatus: (_, { headers }) => (headers["x-signature"] ? 200 : 401),
  }),
  "refuses unknown events": breaks("HOOK-21", "webhooks", {
    hookStatus: ({ resource }) => (resource === unknown ? 400 : 200),
  }),
  "forbids unknown events": breaks("HOOK-21", "webhooks", {
    hookStatus: ({ resource }) => (resource === unknown ? 403 : 200),
  }),
  "refuses what comes slowly": breaks("HOOK-22", "webhooks", { bodyWithin: 1_000 }),
  "takes 100 kB and no more": breaks("HOOK-25", "webhooks", { bodyMost: 100_000 }),
};
