import { pathToFileURL } from "node:url";
import { startApp } from "./app.mjs";
import { manners } from "./manners.mjs";

const breaks = (requirement, claims, change) => ({ requirement, claims: claims.split(" "), change });
const forever = (milliseconds) => () => milliseconds;
const get = (api, url, authorization = manners.asPartner(api.env), more = {}) => api.paced({ method: "GET", url, headers: { ...api.v1(authorization), ...more } });
const burst = (count) => async (api, location) => void (await Promise.all(Array.from({ length: count }, () => api.readStatus(location))));
const user = manners.asUser;

/** Ways in which the application could misbehave: one line each, with the requirement that it breaks and the claims that show it. */
export const variants = {
  "never calls back":                         breaks("INST-29", "install", { isConfirmed: () => false }),
  "calls back to the API's host":             breaks("INST-31", "install", { callbackUrl: ({ BASE_URL }) => `${BASE_URL}/marketplace/partner/callback` }),
  "calls back below a prefix":                breaks("INST-31", "install", { callbackUrl: ({ APP_URL }) => `${APP_URL}/api/v1/marketplace/partner/callback` }),
  "fails in front of the owner":              breaks("INST-29", "install", { connectStatus: 500 }),
  "ids as strings":                           breaks("INST-32", "install", { callbackBody: (l, a) => JSON.stringify({ salon_id: `${l}`, application_id: `${a}` }) }),
  "form-encoded callback":                    breaks("INST-32", "install", { callbackBody: (l, a) => `salon_id=${l}&application_id=${a}` }),
  "company_id for salon_id":                  breaks("INST-32", "install", { callbackBody: (l, a) => JSON.stringify({ company_id: l, application_id: a }) }),
  "callback without application":             breaks("INST-32", "install", { callbackBody: (l) => JSON.stringify({ salon_id: l }) }),
  "confirms a Location once in its life":     breaks("INST-33", "install", { isConfirmed: ((seen) => (l) => !seen.has(l) && seen.add(l))(new Set()) }),
  "knows one Location":                       breaks("INST-34", "install", { isConfirmed: ((only) => (l) => (only ??= l) === l)(undefined) }),
  "thinks it is still installed":             breaks("INST-35", "install", { isConfirmed: (l, active) => !active.has(l), forgets: () => false }),
  "reads calls before it confirms":           breaks("INST-36", "install calls", { beforeCallback: (api, l) => api.readCalls(manners.callsFields(l, 1)) }),
  "reads calls of a refused Location":        breaks("INST-36", "install calls", { mayRead: () => true }),
  "insists after a refusal":                  breaks("INST-37", "install", { retryAfter: forever(900) }),
  "insists after a refusal, fast":            breaks("INST-37", "install", { retryAfter: (status) => (status >= 400 && status < 500 ? 300 : undefined) }),
  "storms when the platform fails":           breaks("INST-38", "install", { retryAfter: (status) => (status >= 400 && status < 500 ? undefined : 50) }),
  "confirms twice":                           breaks("INST-41", "install", { afterActive: (api, l) => api.confirm(l) }),
  "callback with a user token":               breaks("AUTH-20", "install", { callbackAs: user }),
  "callback without a token":                 breaks("AUTH-20", "install", { callbackAs: () => undefined }),
  "token in the wrong scheme":                breaks("AUTH-16", "install", { asPartner: ({ PARTNER_TOKEN }) => `Token ${PARTNER_TOKEN}`, callbackAs: manners.asPartner }),
  "user token of an own making":              breaks("AUTH-17", "install calls", { asUser: ({ PARTNER_TOKEN }) => `Bearer ${PARTNER_TOKEN}, User somebody` }),
  "user token without a comma":               breaks("AUTH-17", "install calls", { asUser: ({ PARTNER_TOKEN, SYSTEM_USER_TOKEN }) => `Bearer ${PARTNER_TOKEN} User ${SYSTEM_USER_TOKEN}` }),
  "partner token at v3":                      breaks("AUTH-18", "resources", { asReader: manners.asPartner }),
  "token in a query":                         breaks("AUTH-19", "install", { query: { token: process.env.PARTNER_TOKEN ?? "" } }),
  "no Accept":                                breaks("VER-1", "install", { accept: undefined }),
  "Accept anything":                          breaks("VER-1", "install", { accept: "*/*" }),
  "plain JSON accepted":                      breaks("VER-1", "install", { accept: "application/json" }),
  "JSON without its type":                    breaks("VER-2", "install", { contentType: undefined }),
  "JSON as text":                             breaks("VER-2", "install", { contentType: "text/plain" }),
  "reads clients the deprecated way":         breaks("VER-6", "install", { afterActive: (api, l) => get(api, `${api.env.API_ROOT}/v1/clients/${l}`, user(api.env)) }),
  "calls what is not there":                  breaks("REQ-1", "install", { afterActive: (api, l) => get(api, `${api.env.BASE_URL}/salons/${l}/bookings`) }),
  "Location's id in words":                   breaks("REQ-2", "install", { afterActive: (api) => get(api, `${api.env.BASE_URL}/activity/main/search`) }),
  "connected Locations without count":        breaks("LOC-11", "install", { afterActive: (api) => get(api, `${api.env.BASE_URL}/marketplace/application/${api.env.APPLICATION_ID}/salons?page=1`) }),
  "telephony before it is enabled":           breaks("VOIP-5", "install", { afterActive: (api, l) => api.paced({ method: "POST", url: `${api.env.BASE_URL}/voip/integration`, headers: { ...api.v1(user(api.env)), "content-type": "application/json" }, body: JSON.stringify({ command: "notify", salon_id: l, type: "incoming" }) }) }),
  "twenty requests at once":                  breaks("RATE-12", "install", { pause: 0, afterActive: burst(20) }),
  "seven requests at once":                   breaks("RATE-13", "install", { pause: 0, afterActive: burst(7) }),
  "answers webhooks with 500":                breaks("HOOK-16", "webhooks", { hookStatus: () => 500 }),
  "redirects webhooks":                       breaks("HOOK-16", "webhooks", { hookStatus: () => 302 }),
  "refuses what is deleted":                  breaks("HOOK-16", "webhooks", { hookStatus: ({ status }) => (status === "delete" ? 404 : 200) }),
  "takes sixteen seconds and more":           breaks("HOOK-16", "webhooks", { hookDelay: () => 17_000 }),
  "dies of an unknown event":                 breaks("HOOK-16", "webhooks", { onHook: (_, { resource }) => resource === "gift_voucher" && process.exit(1) }),
  "takes 50 kB and no more":                  breaks("HOOK-16", "webhooks", { bodyMost: 50_000 }),
  "refuses unknown fields":                   breaks("HOOK-17", "webhooks", { hookStatus: (event) => (Object.keys(event).length > 5 ? 422 : 200) }),
  "refuses what it has seen":                 breaks("HOOK-18", "webhooks", { hookStatus: ((seen) => ({ resource_id: id }) => (id < 700_000 ? 200 : seen.has(id) ? 409 : (seen.add(id), 200)))(new Set()) }),
  "one webhook at a time":                    breaks("HOOK-18", "webhooks", { hookStatus: ((busy) => () => (busy > 12 ? 503 : (busy++, setTimeout(() => busy--, 300), 200)))(0) }),
  "wants data of a schedule":                 breaks("HOOK-19", "webhooks", { hookStatus: ({ data }) => (Array.isArray(data) ? 400 : 200) }),
  "wants a signature":                        breaks("HOOK-20", "webhooks", { hookStatus: (_, { headers }) => (headers["x-signature"] ? 200 : 401) }),
  "refuses unknown events":                   breaks("HOOK-21", "webhooks", { hookStatus: ({ resource }) => (resource === "gift_voucher" ? 400 : 200) }),
  "forbids unknown events":                   breaks("HOOK-21", "webhooks", { hookStatus: ({ resource }) => (resource === "gift_voucher" ? 403 : 200) }),
  "refuses what comes slowly":                breaks("HOOK-22", "webhooks", { bodyWithin: 1_000 }),
  "takes 100 kB and no more":                 breaks("HOOK-25", "webhooks", { bodyMost: 100_000 }),
  "does not acknowledge a freeze":            breaks("LIFE-5", "lifecycle", { lifecycleStatus: ({ event }) => (event === "freeze" ? 500 : 200) }),
  "reads on when frozen":                     breaks("LIFE-6", "lifecycle calls", { forgets: ({ event }) => event !== "freeze" }),
  "reads on when uninstalled":                breaks("LIFE-7", "lifecycle calls", { forgets: ({ event }) => event !== "uninstall" }),
  "does not acknowledge an uninstall":        breaks("LIFE-9", "lifecycle", { lifecycleStatus: ({ event }) => (event === "uninstall" ? 404 : 200) }),
  "reads one page of resources":              breaks("RES-14", "resources", { hasMore: () => false }),
  "reads two pages of resources":             breaks("RES-14", "resources", { hasMore: ((read) => ({ has_more }) => has_more && ++read % 2 === 1)(0) }),
  "reads no resources":                       breaks("RES-14", "resources", { resourcesPath: (l) => `/locations/${l}/rooms` }),
  "a thousand resources a page":              breaks("RES-15", "resources", { resourcesLimit: 1000 }),
  "no resources a page":                      breaks("RES-15", "resources", { resourcesLimit: 0 }),
  "asks again and again for what is not there": breaks("RES-16", "resources", { retriesOn404: 30 }),
  "forgets to escape cursors":                breaks("CUR-8", "resources", { resourcesCursor: (cursor) => cursor }),
  "cursors in small letters":                 breaks("CUR-8", "resources", { resourcesCursor: (cursor) => encodeURIComponent(cursor.toLowerCase()) }),
  "gives up on a refused cursor":             breaks("CUR-9", "resources", { onRefusedCursor: () => undefined }),
  "sends a refused cursor again":             breaks("CUR-10", "resources", { onRefusedCursor: (cursor, times) => (times < 3 ? { cursor } : undefined) }),
  "ignores Retry-After":                      breaks("RATE-14", "resources", { waitOn429: () => 0 }),
  "waits half of Retry-After":                breaks("RATE-14", "resources", { waitOn429: (wait) => wait * 500 }),
  "gives up on 429":                          breaks("RATE-15", "resources", { goesOnAfter429: false }),
  "dates with a time":                        breaks("CALL-13", "calls", { callsFields: (l, page) => ({ ...manners.callsFields(l, page), date_from: "2026-01-01 00:00:00" }) }),
  "calls without an end date":                breaks("CALL-13", "calls", { callsFields: (l, page) => ({ ...manners.callsFields(l, page), date_to: undefined }) }),
  "calls with a string for a Location":       breaks("CALL-13", "calls", { callsFields: (l, page) => ({ ...manners.callsFields(l, page), salon_id: `${l}` }) }),
  "reads no calls":                           breaks("CALL-13", "calls", { mayRead: () => false }),
  "a type of its own":                        breaks("CALL-14", "calls", { callsFields: (l, page) => ({ ...manners.callsFields(l, page), types: ["inbound"] }) }),
  "a status of its own":                      breaks("CALL-14", "calls", { callsFields: (l, page) => ({ ...manners.callsFields(l, page), statuses: ["success", "lost"] }) }),
  "calls by query":                           breaks("CALL-15", "calls", { callsInQuery: true }),
  "reads every other page of calls":          breaks("CALL-16", "calls", { callsFields: (l, page) => manners.callsFields(l, 2 * page - 1) }),
  "reads records when frozen":                breaks("LIFE-6", "lifecycle", { mayRead: () => true, afterActive: async (api, l) => void setInterval(() => get(api, `${api.env.BASE_URL}/record/${l}/1`, user(api.env)), 2_500) }),
  "reads one page of calls":                  breaks("CALL-16", "calls", { isLastPage: () => true }),
};

// Run by itself, it serves one variant.
const name = process.argv[2];
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const variant = variants[name];
  if (!variant) throw new Error(`there is no variant "${name}"`);
  startApp({ ...manners, ...variant.change });
}
