import { behaviour } from "../behaviour.mjs";
import { asUser, breaks, get } from "./variant.mjs";

/** Reads the status so many times at once. */
const burst = (count) => async (api, location) => {
  await Promise.all(Array.from({ length: count }, () => api.readStatus(location)));
};

/** Does something at the first Location alone. */
const once = (act) => {
  let isDone = false;
  return (...given) => {
    if (isDone) return undefined;
    isDone = true;
    return act(...given);
  };
};

/** Reports a call before the integration was enabled. */
const notify = (api, location) =>
  api.paced({
    method: "POST",
    url: `${api.env.BASE_URL}/voip/integration`,
    headers: { ...api.v1(asUser(api.env)), "content-type": "application/json" },
    body: JSON.stringify({ command: "notify", salon_id: location, type: "incoming" }),
  });

/** Ways to send wrong requests, whatever is claimed. */
export const requests = {
  "token in the wrong scheme": breaks("AUTH-16", "install", {
    asPartner: ({ PARTNER_TOKEN }) => `Token ${PARTNER_TOKEN}`,
    callbackAs: behaviour.asPartner,
  }),
  "user token of an own making": breaks("AUTH-17", "install calls", {
    asUser: ({ PARTNER_TOKEN }) => `Bearer ${PARTNER_TOKEN}, User somebody`,
  }),
  "user token without a comma": breaks("AUTH-17", "install calls", {
    asUser: ({ PARTNER_TOKEN, SYSTEM_USER_TOKEN }) => `Bearer ${PARTNER_TOKEN} User ${SYSTEM_USER_TOKEN}`,
  }),
  "token in a query": breaks("AUTH-19", "install", { query: { token: process.env.PARTNER_TOKEN ?? "" } }),
  "partner token without its scheme": breaks("AUTH-16", "install", {
    asPartner: ({ PARTNER_TOKEN }) => PARTNER_TOKEN,
    callbackAs: behaviour.asPartner,
  }),
  "user before partner": breaks("AUTH-17", "install calls", {
    asUser: ({ PARTNER_TOKEN, SYSTEM_USER_TOKEN }) => `User ${SYSTEM_USER_TOKEN}, Bearer ${PARTNER_TOKEN}`,
  }),
  "companies without a user": breaks("AUTH-17", "install", {
    afterActive: (api) => get(api, `${api.env.BASE_URL}/companies?my=1`),
  }),
  "token in a path": breaks("AUTH-19", "install", {
    afterActive: (api) => get(api, `${api.env.BASE_URL}/activity/${api.env.PARTNER_TOKEN}/search`),
  }),
  "no Accept": breaks("VER-1", "install", { accept: undefined }),
  "Accept anything": breaks("VER-1", "install", { accept: "*/*" }),
  "plain JSON accepted": breaks("VER-1", "install", { accept: "application/json" }),
  "JSON without its type": breaks("VER-2", "install", { contentType: undefined }),
  "JSON as text": breaks("VER-2", "install", { contentType: "text/plain" }),
  "reads clients the deprecated way": breaks("VER-6", "install", {
    afterActive: (api, location) => get(api, `${api.env.API_ROOT}/v1/clients/${location}`, asUser(api.env)),
  }),
  "calls what is not there": breaks("REQ-1", "install", {
    afterActive: (api, location) => get(api, `${api.env.BASE_URL}/salons/${location}/bookings`),
  }),
  "countries without a version": breaks("REQ-1", "install", {
    afterActive: (api) => get(api, `${api.env.API_ROOT}/countries`),
  }),
  "deletes a Location": breaks("REQ-1", "install", {
    afterActive: (api, location) =>
      api.paced({ method: "DELETE", url: `${api.env.BASE_URL}/company/${location}`, headers: api.v1(asUser(api.env)) }),
  }),
  "Location's id in words": breaks("REQ-2", "install", {
    afterActive: (api) => get(api, `${api.env.BASE_URL}/activity/main/search`),
  }),
  "connected Locations without count": breaks("LOC-11", "install", {
    afterActive: (api) =>
      get(api, `${api.env.BASE_URL}/marketplace/application/${api.env.APPLICATION_ID}/salons?page=1`),
  }),
  "connected Locations counted in words": breaks("LOC-11", "install", {
    afterActive: (api) =>
      get(api, `${api.env.BASE_URL}/marketplace/application/${api.env.APPLICATION_ID}/salons?page=1&count=all`),
  }),
  "telephony before it is enabled": breaks("VOIP-5", "install", { afterActive: notify }),
  "twenty requests at once": breaks("RATE-12", "install", { pause: 0, afterActive: burst(20) }),
  "seven requests at once": breaks("RATE-13", "install", { pause: 0, afterActive: once(burst(7)) }),
  "accepts all but the version": breaks("VER-1", "install", { accept: "*/*, application/vnd.api.v2+json;q=0" }),
};
