import { asUser, breaks, get } from "./variant.mjs";

/** Goes on reading a record for ever. */
const readRecords = async (api, location) => {
  setInterval(() => get(api, `${api.env.BASE_URL}/record/${location}/1`, asUser(api.env)), 2_500);
};

/** Ways to take freezing and uninstalling wrongly. */
export const lifecycle = {
  "does not acknowledge a freeze": breaks("LIFE-5", "lifecycle", {
    lifecycleStatus: ({ event }) => (event === "freeze" ? 500 : 200),
  }),
  "reads on when frozen": breaks("LIFE-6", "lifecycle calls", { forgets: ({ event }) => event !== "freeze" }),
  "reads records when frozen": breaks("LIFE-6", "lifecycle", { mayRead: () => true, afterActive: readRecords }),
  "reads on when uninstalled": breaks("LIFE-7", "lifecycle calls", { forgets: ({ event }) => event !== "uninstall" }),
  "does not acknowledge an uninstall": breaks("LIFE-9", "lifecycle", {
    lifecycleStatus: ({ event }) => (event === "uninstall" ? 404 : 200),
  }),
};
