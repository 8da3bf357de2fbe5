// The platform's data: branches with their records, apps, the people who call, and which app is connected to which branch.
import { Clock } from "./clock.mjs";
import { activity, call, customer, salon } from "./records.mjs";

const hour = 3_600_000;

/** The time that a partner may take to confirm a connection. */
export const confirmationTime = 12 * hour;

export class Platform {
  clock = new Clock();
  #generation = 0;

  constructor() {
    this.wipe("first");
  }

  /** Forgets everything and begins anew. */
  wipe(variant) {
    this.#generation++;
    this.clock.forget();
    const key = (who) => `${who}-${variant}-${this.#generation}`;
    this.keys = {
      partner: key("partner"),
      owner: key("owner"),
      reader: key("reader"),
      guest: key("guest"),
      robot: key("robot"),
    };
    this.branches = new Map([7001, 7002, 7003].map((id) => [id, newBranch(id)]));
    this.branches.get(7003).closedForApps = true;
    this.apps = new Map([
      [51, { id: 51, kind: "public", connectedElsewhere: [] }],
      [52, { id: 52, kind: "private", connectedElsewhere: [] }],
      [53, { id: 53, kind: "draft", testBranch: 7001, connectedElsewhere: [] }],
    ]);
    this.connections = new Map();
    this.outbox = [];
    this.lastId = 900_000;
  }

  nextId() {
    return ++this.lastId;
  }

  /** Who a user token belongs to, and what they may do. */
  userOf(token) {
    const name = ["owner", "reader", "guest", "robot"].find((who) => this.keys[who] === token);
    return name && { name, mayManage: name === "owner", isMember: name === "owner" || name === "reader" };
  }

  /** True if a user may see a branch's data; the app's own user may where the app is active. */
  maySee(user, branch) {
    return user.isMember || (user.name === "robot" && this.connection(branch.id, 51)?.state === "active");
  }

  connection(branchId, appId) {
    return this.connections.get(`${branchId}/${appId}`);
  }

  /** The owner connects an app, or connects it once more. */
  connect(branch, app) {
    const link = this.connection(branch.id, app.id) ?? {
      state: "uninstalled",
      branch,
      app,
      log: [],
      createdAt: this.clock.local(),
    };
    this.connections.set(`${branch.id}/${app.id}`, link);
    if (link.state === "active" || link.state === "freezed") return;
    link.grantedAt = this.clock.now();
    const next = app.kind === "private" ? "active" : "pending";
    if (link.state !== next) this.#move(link, next, "marketplace");
  }

  /** The partner confirms; too late, nothing happens. */
  confirm(link) {
    if (link.state !== "pending" || this.clock.now() - link.grantedAt > confirmationTime)
      return link.state === "active";
    this.#move(link, "active", "partner_api");
    return true;
  }

  suspend(link) {
    this.#move(link, "freezed", "marketplace");
  }

  remove(link) {
    this.connections.delete(`${link.branch.id}/${link.app.id}`);
  }

  #move(link, state, source) {
    link.log.push({ changed_at: this.clock.local(), status_from: link.state, status_to: state, source });
    link.state = state;
  }
}

const range = (count) => Array.from({ length: count }, (_, index) => index + 1);

function newBranch(id) {
  return {
    id,
    title: `Branch ${id}`,
    calls: range(4).map((n) => call({}, id * 100 + n)),
    customers: range(5).map((n) => customer({ name: `Customer ${n}` }, id * 100 + n)),
    timetable: range(3).map((n) => activity({ date: `2026-03-1${n}` }, id * 100 + n)),
    subscription: { target: null, topics: [] },
    profile: salon({ title: `Branch ${id}` }, id),
  };
}
