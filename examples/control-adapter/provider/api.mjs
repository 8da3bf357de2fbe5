// The API that partners call.
import { findRoute, readJson, Stop, sendJson } from "./http.mjs";
import { findActivities, findCalls, findCustomers, pageOf } from "./lists.mjs";
import { countries, service } from "./records.mjs";

const done = (data = {}, meta = []) => ({ status: 200, data, meta });
const made = () => ({ status: 201, data: {}, meta: [] });

const branchIn = ({ platform, ids }, id = ids.branch) => {
  const branch = platform.branches.get(id);
  if (!branch) throw new Stop(404, "Not found.");
  return branch;
};

const appIn = ({ platform, ids }) => {
  const app = platform.apps.get(ids.app);
  if (!app) throw new Stop(404, "Not found.");
  return app;
};

const linkIn = (call) => {
  const link = call.platform.connection(branchIn(call).id, appIn(call).id);
  if (!link) throw new Stop(404, "Not found.");
  return link;
};

/** The branch of a data call, if the caller may see it. */
function dataOf(call, id) {
  const branch = call.platform.branches.get(id);
  if (!branch || !call.platform.maySee(call.user, branch)) throw new Stop(403, "Access denied.");
  return branch;
}

function grant(call) {
  const { platform, user } = call;
  const [branch, app] = [branchIn(call), appIn(call)];
  const isElsewhere = app.kind === "draft" && app.testBranch !== branch.id;
  if (!user.mayManage || branch.closedForApps || isElsewhere) throw new Stop(403, "Access denied.");
  platform.connect(branch, app);
  return made();
}

function confirm({ platform, body: { salon_id, application_id } }) {
  const link = platform.connection(salon_id, application_id);
  if (!link) throw new Stop(404, "Not found.");
  if (!platform.confirm(link)) throw new Stop(422, "The time to confirm is over; the owner must connect again.");
  return made();
}

function readStatus(call) {
  const { state, createdAt, log } = linkIn(call);
  return done({ connection_status: { status: state, created_at: createdAt }, payments: [], logs: log });
}

function listSalons(call) {
  const { platform, query } = call;
  const app = appIn(call);
  const own = [...platform.connections.values()].filter(
    ({ app: { id }, state }) => id === app.id && state === "active",
  );
  const all = [...own.map(({ branch }) => branch.profile), ...app.connectedElsewhere];
  const { items } = pageOf(all, { page: query.get("page"), size: query.get("count") });
  const slot =
    query.get("forBooking") === "1" ? { next_slot: new Date(platform.clock.now() + 3_600_000).toISOString() } : {};
  return done(items.map((item) => ({ ...item, ...slot })));
}

function listCalls(call) {
  const fields = { ...Object.fromEntries(call.query), ...call.body };
  const branch = dataOf(call, Number(fields.salon_id));
  return done(pageOf(findCalls(branch, fields), { page: fields.page, size: fields.limit }).items);
}

function listCustomers(call) {
  const found = findCustomers(dataOf(call, call.ids.branch), call.query);
  const { number, items } = pageOf(found, { page: call.query.get("page"), size: call.query.get("count") });
  return done(items, { page: number, total_count: found.length });
}

function searchActivities(call) {
  const found = findActivities(branchIn(call), call.query);
  return done(pageOf(found, { page: call.query.get("page"), size: call.query.get("count") }).items, {
    count: found.length,
  });
}

const datesOf = (activities) =>
  [...new Set(activities.map(({ date }) => date.slice(0, 10)))].toSorted((a, b) => a.localeCompare(b));

function searchRange(call) {
  const dates = datesOf(findActivities(branchIn(call), call.query, { withDates: false }));
  if (dates.length === 0) throw new Stop(404, "There is no activity.");
  return done({ min_date: dates[0], max_date: dates.at(-1) });
}

function readService(call) {
  branchIn(call);
  if (call.ids.service !== 31) throw new Stop(404, "Not found.");
  return done(service(31));
}

const partner = (handle) => ({ needs: "partner", handle });
const user = (handle) => ({ needs: "user", handle });
const anybody = (handle) => ({ needs: "nobody", handle });

const statusPath = "/marketplace/salon/{branch}/application/{app}";
const statusOf = partner(readStatus);

/** Routes of the main address, below /api. */
export const mainRoutes = [
  ["POST", "/v1/company/{branch}/marketplace/applications/{app}/grant_access", user(grant)],
  [
    "GET",
    "/v1/companies",
    user(({ platform, user: who }) =>
      done(
        [...platform.branches.values()].filter((branch) => platform.maySee(who, branch)).map(({ profile }) => profile),
      ),
    ),
  ],
  ["GET", "/v1/marketplace/application/{app}/salons", partner(listSalons)],
  ["GET", `/v1${statusPath}`, statusOf],
  ["GET", "/v1/countries", partner(() => done(countries))],
  ["GET", "/v1/voip/integration/calls", user(listCalls)],
  ["GET", "/v1/activity/{branch}/search", partner(searchActivities)],
  [
    "GET",
    "/v1/activity/{branch}/search_dates",
    partner((call) => done(datesOf(findActivities(branchIn(call), call.query)))),
  ],
  ["GET", "/v1/activity/{branch}/search_dates_range", partner(searchRange)],
  ["GET", "/v1/clients/{branch}", user(listCustomers)],
  ["GET", "/v1/services/{branch}/{service}", partner(readService)],
  ["GET", "/v1/company/{branch}/marketplace/applications/{app}/permissions", partner(() => done([]))],
  ["GET", "/v1/marketplace/application/{app}/tariffs", partner(() => done([]))],
  ["POST", "/v1/marketplace/application/add_discount", partner(() => done())],
  ["GET", "/v1/marketplace/application/payment_link", partner(() => done({ link: "https://pay.example/" }))],
  ["POST", "/v1/marketplace/application/update_channel", partner(() => done())],
  ["POST", "/v1/marketplace/application/new_message", partner(() => done())],
  [
    "POST",
    "/v1/marketplace/salon/{branch}/application/{app}/uninstall",
    partner((call) => done(call.platform.remove(linkIn(call)))),
  ],
  ["POST", "/v1/marketplace/partner/callback/redirect", anybody(() => done())],
  ["POST", "/v1/marketplace/partner/payment", partner(() => done())],
  ["POST", "/v1/marketplace/partner/payment/refund/{payment}", partner(() => done())],
  ["POST", "/v1/marketplace/partner/short_names", partner(() => done())],
  ["GET", "/v1/hooks_settings/{branch}", partner((call) => done(branchIn(call).subscription))],
  ["POST", "/v1/hooks_settings/{branch}", partner((call) => done(branchIn(call).subscription))],
  ["POST", "/v1/voip/integration", anybody(() => done())],
  ["GET", "/v1/cities", anybody(() => done([{ id: 1, title: "Riga", country_id: 1 }]))],
  ["GET", "/v1/references/business_groups_with_types", anybody(() => done([]))],
];

/** Routes of the host that takes confirmations. */
export const appRoutes = [
  ["POST", "/marketplace/partner/callback", partner(confirm)],
  ["GET", statusPath, statusOf],
];

/** Answers the requests of one address. */
export const serveApi = (platform, routes, prefix) => async (request, response) => {
  try {
    const url = new URL(request.url, "http://localhost");
    const route =
      url.pathname.startsWith(prefix) && findRoute(routes, request.method, url.pathname.slice(prefix.length));
    if (!route) throw new Stop(404, "Not found.");
    const { needs, handle } = route.handle;
    const caller = authenticate(platform, needs, request.headers.authorization ?? "");
    const body = await readJson(request);
    const { status, data, meta } = handle({ platform, ids: route.ids, query: url.searchParams, body, user: caller });
    sendJson(response, status, { success: true, data: data ?? {}, meta });
  } catch (error) {
    const { status, message } = error instanceof Stop ? error : new Stop(400, "The request cannot be read.");
    sendJson(response, status, { success: false, data: null, meta: { message } });
  }
};

function authenticate(platform, needs, header) {
  if (needs === "nobody") return undefined;
  const [, token, userToken] = /^Bearer ([^\s,]+)(?:, ?User (\S+))?$/.exec(header) ?? [];
  if (token !== platform.keys.partner) throw new Stop(401, "Authentication needed.");
  if (needs === "partner") return undefined;
  const caller = userToken && platform.userOf(userToken);
  if (!caller) throw new Stop(401, "Authentication needed.");
  return caller;
}
