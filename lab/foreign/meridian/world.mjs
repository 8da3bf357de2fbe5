// A fresh world: Locations, users, applications, links and records, all from one seed.

import { makeActivity, makeCall, makeClient, makeLocation, makeResource, makeService } from "./data.mjs";
import { newLink } from "./install.mjs";
import { chance, DAY, dayOf, HOUR, iso, moment } from "./util.mjs";

export const COLLECTIONS = { resources: makeResource, calls: makeCall, clients: makeClient, activities: makeActivity };

export function fillWorld(p, seed) {
  p.rnd = chance(seed * 7919 + (p.c("credentials-stay") ? 0 : p.resets) * 104729 + 17);
  const { rnd } = p,
    now = p.clock.now(),
    w = (p.world = {});
  p.ids = {
    location: 40000 + rnd.upTo(900),
    client: 730000 + rnd.upTo(999),
    call: 5000000,
    activity: 880000,
    resource: 3100,
    payment: 61000,
    event: 94000,
  };
  Object.assign(p, { counts: {}, v1Buckets: {}, v3Buckets: {}, deliveries: [], key: Buffer.from(rnd.hex(64), "hex") });
  Object.assign(w, {
    locations: new Map(),
    links: new Map(),
    hooks: new Map(),
    apps: new Map(),
    users: new Map(),
    v3: new Map(),
    services: new Map(),
    voip: new Map(),
    folders: {},
  });
  w.serviceIds = [310, 320, 330, 340].map((n) => n + rnd.upTo(9));

  const place = (i, extra = {}) => {
    const record = makeLocation(p, {}, i);
    w.locations.set(record.id, { record, tenant: "north", ...extra });
    return record.id;
  };
  const location_id = place(0),
    blocked_location_id = place(1, { blocked: true }),
    inaccessible_location_id = place(2, { tenant: "south" }),
    second_location_id = place(3);
  const elsewhere = place(4, { tenant: "south" });

  const app = (id, title, kind, category) => {
    w.apps.set(id, { id, title, kind, category, lifecycleUrl: null });
    return id;
  };
  const base = 2000 + rnd.upTo(500);
  const application_id = app(base + 1, "Påminnaren", "public", "SMS Aggregators"),
    fast_application_id = app(base + 2, "Intern kassa", "private", "Chat Bots"),
    draft_application_id = app(base + 3, "Utkast Ω", "draft", "Analytics");

  const user = (role, places, manages) => {
    const token = `us_${rnd.text(36)}`;
    w.users.set(token, { role, places: new Set(places), manages: new Set(manages) });
    return token;
  };
  w.partnerToken = `pt_${rnd.text(40)}`;
  const key = (name, scopeOk = true) => {
    const token = `mk_live_${rnd.text(40)}`;
    w.v3.set(token, { name, tenant: "north", scopeOk });
    return token;
  };
  p.credentials = {
    partner_token: w.partnerToken,
    owner_user_token: user(
      "owner",
      [location_id, second_location_id, blocked_location_id],
      [location_id, second_location_id, blocked_location_id],
    ),
    system_user_token: user("system", [], []),
    limited_user_token: user("limited", [location_id, second_location_id], []),
    no_access_user_token: user("stranger", [elsewhere], [elsewhere]),
    v3_token: key("alpha"),
    v3_other_token: key("beta"),
  };
  w.users.get(p.credentials.system_user_token).app = application_id;

  const folders = (id, n) => {
    w.folders[id] = Object.fromEntries(
      Object.entries(COLLECTIONS).map(([name, make], k) => [
        name,
        Array.from({ length: n[k] }, (_, i) => make(p, {}, i + (id % 2))),
      ]),
    );
  };
  for (const id of w.locations.keys()) {
    w.services.set(id, w.serviceIds.map(makeService));
    folders(id, [0, 0, 0, 0]);
  }
  folders(location_id, [130, 75, 48, 42]);
  folders(second_location_id, [31, 18, 12, 9]);
  folders(inaccessible_location_id, [5, 3, 2, 2]);
  const { calls, clients } = w.folders[location_id];
  calls.forEach((c, i) => {
    if (i % 3 === 0) Object.assign(c, { client_id: clients[i % 48].id, caller_phone: clients[i % 48].phone });
  });

  for (let i = 0; i < 25; i++)
    preset(p, place(i + 5, { tenant: "others" }), application_id, now - (40 + i) * DAY, "connected");
  if (!p.c("second-location-fresh")) {
    const link = preset(p, second_location_id, application_id, now - 90 * DAY, "preset");
    link.payments = [
      [249, false],
      [0.5, true],
      [1249.95, false],
    ].map(([payment_sum, is_refunded], i) => {
      const from = moment(dayOf(now - (85 - 30 * i) * DAY));
      return {
        id: p.newId("payment"),
        payment_sum,
        is_refunded,
        payment_date: iso(from + 9 * HOUR),
        period_from: iso(from),
        period_to: iso(from + 30 * DAY),
        method: "invoice",
      };
    });
    link.views = [];
  }
  p.fixtures = {
    location_id,
    second_location_id,
    application_id,
    fast_application_id,
    draft_application_id,
    blocked_location_id,
    inaccessible_location_id,
    unknown_location_id: 987654321,
    service_id: w.serviceIds[0],
    client_ids: clients.slice(0, 3).map((c) => c.id),
  };
}

/** A Location where the application has been active for long. */
export function preset(p, location, application, since, origin) {
  const link = newLink(p, location, application);
  Object.assign(link, {
    origin,
    state: "active",
    createdAt: since,
    grantedAt: since,
    views: [],
    logs: [
      { at: since, from: "uninstalled", to: "pending", source: "marketplace" },
      { at: since + 3 * HOUR, from: "pending", to: "active", source: "partner_api" },
    ],
  });
  return link;
}

/** The control protocol's connected_locations: replaces all Locations that came with the world or with an earlier seed. */
export function seedConnected(p, application, items) {
  for (const [key, link] of p.world.links)
    if (link.app === application && link.origin !== "api") p.world.links.delete(key);
  return items.map((item, i) => {
    const record = makeLocation(p, item, i);
    p.world.locations.set(record.id, { tenant: "others", ...p.world.locations.get(record.id), record });
    p.world.services.set(record.id, p.world.services.get(record.id) ?? []);
    p.world.folders[record.id] ??= { resources: [], calls: [], clients: [], activities: [] };
    preset(p, record.id, application, p.clock.now() - 30 * DAY, "connected");
    return record;
  });
}
