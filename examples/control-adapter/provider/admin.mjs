// The platform's own back office, for its operators: nothing here is made for tests.
import { findRoute, readJson, Stop, sendJson } from "./http.mjs";
import { notifyApp, touch } from "./notices.mjs";
import { activity, call, customer, salon } from "./records.mjs";

const shelves = { calls: call, customers: customer, timetable: activity };

const branchOf = (platform, id) => {
  const branch = platform.branches.get(id);
  if (!branch) throw new Stop(404, `there is no branch ${id}`);
  return branch;
};

const appOf = (platform, id) => {
  const app = platform.apps.get(id);
  if (!app) throw new Stop(404, `there is no app ${id}`);
  return app;
};

const linkOf = (platform, { branch, app }) => {
  const link = platform.connection(branch, app);
  if (!link) throw new Stop(409, `app ${app} is not connected to branch ${branch}`);
  return link;
};

/** Records with all their fields, and ids where they have none. */
const complete = (platform, rows, make) => {
  if (!Array.isArray(rows) || rows.some((row) => typeof row !== "object" || row === null))
    throw new Stop(400, "rows must be a list of records");
  return rows.map((row) => make(row, row.id ?? platform.nextId()));
};

const replaceShelf =
  (shelf) =>
  (platform, { branch }, { rows }) => {
    const stored = complete(platform, rows, shelves[shelf]);
    branchOf(platform, branch)[shelf] = stored;
    return { stored };
  };

const topics = [
  "branch",
  "employee",
  "service",
  "service category",
  "customer",
  "appointment",
  "card",
  "schedule",
  "product",
  "stock",
  "payment",
];

const routes = [
  ["GET", "/clock", (platform) => ({ time: platform.clock.iso() })],
  [
    "POST",
    "/clock",
    async (platform, _, { add_ms }) => {
      await platform.clock.move(add_ms);
      return { time: platform.clock.iso() };
    },
  ],
  [
    "POST",
    "/wipe",
    (platform, _, { variant }) => {
      platform.wipe(variant);
      return { keys: platform.keys };
    },
  ],
  ...Object.keys(shelves).map((shelf) => ["PUT", `/branches/{branch}/${shelf}`, replaceShelf(shelf)]),
  [
    "PUT",
    "/apps/{app}/elsewhere",
    (platform, { app }, { rows }) => {
      const stored = complete(platform, rows, salon);
      appOf(platform, app).connectedElsewhere = stored;
      return { stored };
    },
  ],
  [
    "POST",
    "/connections/suspend",
    (platform, _, body) => {
      const link = linkOf(platform, body);
      if (link.state !== "active") throw new Stop(409, `the connection is ${link.state}`);
      platform.suspend(link);
      notifyApp(platform, link, "freeze");
      return {};
    },
  ],
  [
    "POST",
    "/connections/switch-off",
    (platform, _, body) => {
      const link = linkOf(platform, body);
      platform.remove(link);
      notifyApp(platform, link, "uninstall");
      return {};
    },
  ],
  [
    "PUT",
    "/apps/{app}/target",
    (platform, { app }, { target }) => {
      appOf(platform, app).target = target;
      return {};
    },
  ],
  [
    "PUT",
    "/branches/{branch}/subscription",
    (platform, { branch }, { target, topics: wanted }) => {
      branchOf(platform, branch).subscription = { target, topics: wanted };
      return {};
    },
  ],
  [
    "POST",
    "/branches/{branch}/touch",
    (platform, { branch }, body) => {
      if (!topics.includes(body.topic)) throw new Stop(400, `there is no topic ${body.topic}`);
      return touch(platform, branchOf(platform, branch), body);
    },
  ],
  ["GET", "/outbox", (platform) => ({ notices: platform.outbox })],
];

/** Answers operators who have the key. */
export const serveAdmin = (platform, key) => async (request, response) => {
  try {
    if (request.headers["x-operator-key"] !== key) throw new Stop(403, "operators only");
    const route = findRoute(routes, request.method, request.url);
    if (!route) throw new Stop(404, "there is no such page");
    sendJson(response, 200, await route.handle(platform, route.ids, await readJson(request)));
  } catch (error) {
    sendJson(response, error instanceof Stop ? error.status : 500, { problem: error.message });
  }
};
