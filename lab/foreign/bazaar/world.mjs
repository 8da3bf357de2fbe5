// One world: Locations, applications, links between them, people with tokens, and the clock's agenda.
import { createHash } from "node:crypto";
import * as D from "./data.mjs";
import { dayOf, moment, sqlTime } from "./json.mjs";

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/** A clock that stands still until it is moved, or one that runs. Resets do not turn it back. */
export function makeClock(mode) {
  let frozen = Date.UTC(2025, 9, 8, 9, 30, 0, 250),
    ahead = 0;
  return {
    mode,
    now: () => (mode === "frozen" ? frozen : Date.now() + ahead),
    to(t) {
      if (t <= this.now()) return;
      if (mode === "frozen") frozen = t;
      else ahead = t - Date.now();
    },
  };
}

export class World {
  constructor({ clock, faults, choices, generation, seed, preinstalled }) {
    Object.assign(this, { clock, faults, choices, generation, seed });
    this.born = Math.floor(clock.now() / 1000) * 1000;
    this.ids = 60000 + (seed % 97) * 1009;
    this.agenda = [];
    this.turn = 0;
    this.dead = false;
    for (const m of [
      "locations",
      "apps",
      "links",
      "clients",
      "calls",
      "activities",
      "resources",
      "services",
      "hooks",
      "lifecycle",
      "voip",
      "rates",
      "uses",
    ])
      this[m] = new Map();
    this.deliveries = [];
    this.cursors = new Set();
    this.discounts = [];
    this.announced = 0;
    this.stock(preinstalled || this.c("second-location-preinstalled"));
  }

  f(name) {
    return this.faults.has(name);
  }
  c(name) {
    return this.choices.has(name);
  }
  now() {
    return this.clock.now();
  }
  nextId() {
    return (this.ids += 1 + ((this.ids * 7 + this.seed) % 5));
  }
  /** The number of times that this was asked for, this time included. */
  nth(name) {
    const n = (this.uses.get(name) ?? 0) + 1;
    this.uses.set(name, n);
    return n;
  }
  secret(name) {
    const g = this.c("credentials-stable") ? 0 : this.generation;
    return createHash("sha256").update(`bazaar:${this.seed}:${g}:${name}`).digest("hex").slice(0, 32);
  }

  // ---- the agenda ----------------------------------------------------------------------------
  at(time, run) {
    this.agenda.push({ time, n: ++this.turn, run });
    this.agenda.sort((a, b) => a.time - b.time || a.n - b.n);
  }

  /** Everything due by `until` is started, in order, each with the clock at its own time. */
  async runUntil(until) {
    while (!this.dead && this.agenda.length && this.agenda[0].time <= until) {
      const next = this.agenda.shift();
      this.clock.to(next.time);
      await next.run();
    }
    if (!this.dead) this.clock.to(until);
  }
  pump() {
    while (!this.dead && this.agenda.length && this.agenda[0].time <= this.now()) this.agenda.shift().run();
  }
  patience(promise) {
    return Promise.race([promise, sleep(250)]);
  }

  // ---- links ---------------------------------------------------------------------------------
  link(loc, app) {
    const key = `${loc}:${app}`;
    if (!this.links.has(key))
      this.links.set(key, {
        loc,
        app,
        state: "uninstalled",
        created: 0,
        granted: 0,
        installs: 0,
        reconnects: 0,
        logs: [],
        payments: [],
        history: [],
      });
    return this.links.get(key);
  }
  /** A change of state, its log entry, and what lagging readers may still see of before. */
  change(link, to, source, { quiet = false, ...more } = {}) {
    const from = link.state;
    Object.assign(link, more, { state: to });
    if (from !== to && !quiet)
      link.logs.push({ changed_at: sqlTime(this.now()), source, status_from: from, status_to: to });
    if (to === "active") link.installs++;
    this.note(link);
  }
  note(link, at = this.now()) {
    const { history, ...rest } = link;
    history.push({ at, snap: structuredClone(rest) });
  }
  /** The link as a reader sees it who lags `lag` milliseconds behind; undefined when there never was one. */
  seen(loc, app, lag = 0) {
    const link = this.links.get(`${loc}:${app}`);
    if (!link || !lag) return link;
    return link.history.findLast((h) => h.at <= this.now() - lag)?.snap;
  }
  linked(loc, app) {
    const l = this.links.get(`${loc}:${app}`);
    return l && l.state !== "uninstalled" ? l : null;
  }

  addLocation(item, n, more = {}) {
    const rec = D.fillLocation(this, item, n);
    this.locations.set(rec.id, { rec, ...more });
    return rec.id;
  }
  install(loc, app, n) {
    const link = this.link(loc, app),
      t = this.born - (30 + n) * 86400e3;
    Object.assign(link, { state: "active", created: t, granted: t, installs: 1 });
    link.logs.push(
      { changed_at: sqlTime(t), source: "marketplace", status_from: "uninstalled", status_to: "pending" },
      { changed_at: sqlTime(t + 95e3), source: "partner_api", status_from: "pending", status_to: "active" },
    );
    link.payments = Array.from({ length: n % 4 }, (_, i) => D.payment(this, i));
    this.note(link, -Infinity);
  }
  replaceConnected(app, items) {
    for (const [id, l] of this.locations)
      if (l.connectedTo === app) {
        this.locations.delete(id);
        this.links.delete(`${id}:${app}`);
      }
    return items.map((item, n) => {
      const id = this.addLocation(item, n + 5, { connectedTo: app });
      this.install(id, app, n);
      return this.locations.get(id).rec;
    });
  }

  // ---- a fresh world -------------------------------------------------------------------------
  stock(preinstalled) {
    const base = 4100 + (this.seed % 89) * 10;
    const f = (this.fixtures = {
      second_location_id: base + 3,
      location_id: base,
      blocked_location_id: base + 1,
      inaccessible_location_id: base + 2,
      unknown_location_id: 987654321,
      application_id: base * 2 + 1,
      fast_application_id: base * 2 + 2,
      draft_application_id: base * 2 + 3,
      service_id: base + 700,
      client_ids: [],
    });
    this.addLocation({ id: f.location_id, title: "Kapalıçarşı & Co." }, 0, { chain: 1, test: true });
    this.addLocation({ id: f.second_location_id, title: "Mısır Çarşısı" }, 1, { chain: 1 });
    this.addLocation({ id: f.blocked_location_id, title: "Kapalı" }, 2, { chain: 1, blocked: true });
    this.addLocation({ id: f.inaccessible_location_id, title: "Uzak" }, 3, { chain: 2 });
    this.apps.set(f.application_id, { id: f.application_id, public: true, category: "CRM" });
    this.apps.set(f.fast_application_id, { id: f.fast_application_id, public: false, category: "Chat Bots" });
    this.apps.set(f.draft_application_id, { id: f.draft_application_id, public: true, draft: true, category: "CRM" });
    for (const loc of [f.location_id, f.second_location_id]) this.fillShop(loc);
    for (const loc of [f.blocked_location_id, f.inaccessible_location_id])
      this.resources.set(loc, [D.fillResource(this, { title: "Gizli" })]);
    f.client_ids = this.clients
      .get(f.location_id)
      .slice(0, 5)
      .map((c) => c.id);
    this.replaceConnected(
      f.application_id,
      Array.from({ length: 26 }, () => ({})),
    );
    if (preinstalled) this.install(f.second_location_id, f.application_id, 3);
    this.people();
  }

  fillShop(loc) {
    const f = this.fixtures,
      zone = this.locations.get(loc).rec.timezone;
    // Clients and services belong to the chain, so both shops know the same ids.
    this.clients.set(
      loc,
      structuredClone(
        this.clients.get(f.location_id) ?? Array.from({ length: 44 }, (_, n) => D.fillClient(this, {}, n)),
      ),
    );
    this.services.set(loc, new Map([0, 1, 2, 3].map((n) => [f.service_id + n, D.service(f.service_id + n, n)])));
    const known = this.clients.get(loc);
    const calls = Array.from({ length: 66 }, (_, n) => {
      const call = D.fillCall(this, n % 5 === 0 ? { client_id: known[n % 40].id } : {}, n);
      if (n % 6 === 0 || n % 6 === 3) {
        // the first and the last second of a day of the shop
        const day = dayOf(call.at, zone);
        call.at = moment(day + (n % 6 ? " 23:59:59" : " 00:00:00"), zone);
      }
      return call;
    });
    this.calls.set(loc, calls);
    this.activities.set(
      loc,
      Array.from({ length: 34 }, (_, n) =>
        D.fillActivity(this, n % 4 === 0 && n % 11 > 1 && n % 11 < 9 ? { service_id: f.service_id } : {}, n),
      ),
    );
    this.resources.set(
      loc,
      Array.from({ length: 64 }, (_, n) =>
        D.fillResource(this, { title: D.resourceTitle(n) }, n, this.c("v3-string-ids")),
      ),
    );
  }

  people() {
    const f = this.fixtures,
      s = (n) => this.secret(n);
    const mine = [f.location_id, f.second_location_id, f.blocked_location_id];
    this.partnerToken = "Bzr" + s("partner");
    const user = (name, kind, sees, manages = [], modules = ["clients", "voip"]) => ({
      token: name[0].toUpperCase() + "u" + s(name),
      name,
      kind,
      sees: new Set(sees),
      manages: new Set(manages),
      modules,
    });
    this.users = [
      user("owner", "owner", mine, mine),
      user("system", "system", []),
      user("limited", "limited", [f.location_id], [], ["clients"]),
      user("stranger", "stranger", [f.inaccessible_location_id]),
    ];
    const tok = (u) => this.users.find((x) => x.name === u).token;
    this.v3Tokens = new Map(
      ["v3A" + s("v3"), "v3B" + s("v3other")].map((t, i) => [t, { id: "cred" + i, sees: new Set(mine) }]),
    );
    const [v3_token, v3_other_token] = this.v3Tokens.keys();
    this.credentials = {
      v3_token,
      v3_other_token,
      partner_token: this.partnerToken,
      owner_user_token: tok("owner"),
      system_user_token: tok("system"),
      limited_user_token: tok("limited"),
      no_access_user_token: tok("stranger"),
    };
  }
}
