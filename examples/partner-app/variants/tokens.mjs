import { behaviour } from "../behaviour.mjs";
import { asUser, breaks, get } from "./variant.mjs";

const { PARTNER_TOKEN = "", SYSTEM_USER_TOKEN = "", V3_ACCESS_TOKEN = "" } = process.env;

const asReader = behaviour.asReader;

/** Sends something to an operation of the API's host. */
const post = (api, path, authorization, body = {}) =>
  api.paced({
    method: "POST",
    url: `${api.env.BASE_URL}${path}`,
    headers: { ...api.v1(authorization), "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Ways to send tokens where they do not belong, or those of another role. */
export const tokens = {
  "token in another header": breaks("AUTH-21", "install", { headers: { "x-api-key": PARTNER_TOKEN } }),
  "token in a Referer": breaks("AUTH-21", "install", {
    headers: { referer: `https://acme.example/setup?token=${PARTNER_TOKEN}` },
  }),
  "tokens in each other's place": breaks("AUTH-17", "install calls", {
    asUser: () => `Bearer ${SYSTEM_USER_TOKEN}, User ${PARTNER_TOKEN}`,
  }),
  "token in a cookie": breaks("AUTH-21", "resources", { headers: { cookie: `session=${V3_ACCESS_TOKEN}` } }),
  "token for a proxy, in base64": breaks("AUTH-21", "install", {
    headers: { "proxy-authorization": `Basic ${Buffer.from(`${PARTNER_TOKEN}:`).toString("base64")}` },
  }),
  "token in the callback's body": breaks("AUTH-21", "install", {
    callbackBody: (salon_id, application_id) =>
      JSON.stringify({ salon_id, application_id, auth: { token: PARTNER_TOKEN } }),
  }),
  "user token in the body of the call history": breaks("AUTH-21", "install calls", {
    callsFields: (location, page) => ({ ...behaviour.callsFields(location, page), user_token: SYSTEM_USER_TOKEN }),
  }),
  "tariffs as the system user": breaks("AUTH-16", "install", {
    afterActive: (api) =>
      get(api, `${api.env.BASE_URL}/marketplace/application/${api.env.APPLICATION_ID}/tariffs`, asUser(api.env)),
  }),
  "payment link without a token": breaks("AUTH-16", "install", {
    afterActive: (api) => get(api, `${api.env.BASE_URL}/marketplace/application/payment_link`, ""),
  }),
  "discount with the token of v3": breaks("AUTH-16", "install", {
    afterActive: (api, salon_id) => post(api, "/marketplace/application/add_discount", asReader(api.env), { salon_id }),
  }),
  "grants itself access": breaks("AUTH-22", "install", {
    afterActive: (api, location) =>
      post(
        api,
        `/company/${location}/marketplace/applications/${api.env.APPLICATION_ID}/grant_access`,
        asUser(api.env),
      ),
  }),
  "cities with the token of v3": breaks("AUTH-23", "install", {
    afterActive: (api) => get(api, `${api.env.BASE_URL}/cities`, asReader(api.env)),
  }),
  "status with the token of v3": breaks("AUTH-16", "install", { asPartner: asReader, callbackAs: behaviour.asPartner }),
  "calls with the token of v3": breaks("AUTH-17", "install calls", {
    asUser: () => `Bearer ${PARTNER_TOKEN}, User ${V3_ACCESS_TOKEN}`,
  }),
};
