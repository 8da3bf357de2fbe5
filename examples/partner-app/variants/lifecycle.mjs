import { asUser, breaks, get } from "./variant.mjs";

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
  "does not acknowledge an uninstall": breaks("LIFE-9", "lifecycle", {
    lifecycleStatus: ({ event }) => (event === "uninstall" ? 404 : 200),
  }),
};
