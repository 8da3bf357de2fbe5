// The link between an application and a Location: granting, confirming, reading, ending.

import { lifecycleEvent } from "./events.mjs";
import { HOUR, iso, MINUTE, older, refuse, SECOND } from "./util.mjs";

const keyOf = (location, application) => `${location}:${application}`;
export const linkOf = (p, location, application) => p.world.links.get(keyOf(location, application));
export function newLink(p, location, application) {
  const link = {
    loc: location,
    app: application,
    state: "uninstalled",
    logs: [],
    payments: [],
    views: [],
    origin: "api",
  };
  p.world.links.set(keyOf(location, application), link);
  return link;
}
const remember = (p, link) => link.views.push({ at: p.clock.now(), copy: structuredClone({ ...link, views: [] }) });
function change(p, link, to, source) {
  if (!link.views.length && link.state !== "uninstalled")
    link.views.push({ at: -Infinity, copy: structuredClone(link) });
  const lost =
    (p.f("log-without-first") && link.state === "uninstalled") || (p.f("log-without-freeze") && to === "freezed");
  if (!lost)
    link.logs.push({
      at: p.clock.now(),
      from: link.state,
      to: p.f("log-wrong-target") && to === "active" && link.state === "pending" ? "pending" : to,
      source,
    });
  link.state = to;
  remember(p, link);
}
const late = (p, link) => link.state === "pending" && p.clock.now() - link.grantedAt > 12 * HOUR;
export function currentState(p, location, application) {
  const link = linkOf(p, location, application);
  if (!link) return "uninstalled";
  if (late(p, link) && p.f("pending-expires")) return "uninstalled";
  if (late(p, link) && p.f("pending-turns-freezed")) return "freezed";
  return link.state;
}
/** The link as readers see it: itself, or (a choice) as it was 1.9 s ago. */
export function seenLink(p, location, application) {
  const link = linkOf(p, location, application);
  if (!link) return null;
  if (!p.c("reads-lag") || !link.views.length) return { ...link, state: currentState(p, location, application) };
  return link.views.findLast((v) => v.at + 1.9 * SECOND <= p.clock.now())?.copy ?? null;
}
const applicationOf = (p, id) =>
  p.world.apps.get(Number(id)) ?? refuse(404, "No such application.", { code: "application.unknown" });

function connect(p, location, app) {
  const link = linkOf(p, location, app.id) ?? newLink(p, location, app.id);
  const now = p.clock.now();
  const fast =
    (app.kind === "private" && !p.f("fast-install-pending")) ||
    (app.kind === "draft" && p.c("draft-installs-fast")) ||
    (app.kind === "public" && p.f("ordinary-install-active"));
  if (link.state === "uninstalled") {
    Object.assign(link, { createdAt: now, grantedAt: now, origin: "api", dead: false });
    change(p, link, fast ? "active" : "pending", "marketplace");
  } else if (link.state === "pending") {
    link.dead = late(p, link) && p.f("reconnect-after-expiry-dead");
    if (!p.f("window-from-first-grant")) link.grantedAt = now;
    if (p.c("created-at-renewed")) link.createdAt = now;
    remember(p, link);
    return p.f("reconnect-200") ? 200 : 201;
  } else if (link.state === "freezed" && p.c("regrant-freezed-pending")) {
    link.grantedAt = now;
    change(p, link, "pending", "marketplace");
  } else
    return p.c("regrant-201")
      ? 201
      : refuse(409, "The application is connected already.", { code: "link.exists", state: link.state });
  return 201;
}

export function grant(p, x) {
  const location = Number(x.params.company_id),
    place = p.world.locations.get(location);
  if (!place) refuse(p.c("unknown-location-404") ? 404 : 403, "Access denied.", { code: "location.unknown" });
  const app = applicationOf(p, x.params.application_id),
    user = x.user ?? {};
  const limited = user.role === "limited";
  const may =
    user.manages?.has(location) ||
    (limited && (p.f("limited-can-grant") || (p.f("limited-can-grant-fast") && app.kind === "private")));
  if (!may) {
    if (limited && p.f("limited-refused-but-linked")) connect(p, location, app);
    refuse(403, "You need the right Manage user rights.", { code: "user.manage_rights" });
  }
  if (place.blocked && !p.f("blocked-can-grant")) {
    if (p.f("blocked-refused-but-linked")) connect(p, location, app);
    refuse(p.f("blocked-404") ? 404 : 403, "Installation is blocked for this Location.", { code: "location.blocked" });
  }
  const status = connect(p, location, app);
  if (p.c("created-empty-body")) return { status, body: null };
  return {
    status,
    data: { link: { state: linkOf(p, location, app.id).state, confirm_before: iso(p.clock.now() + 12 * HOUR) } },
  };
}

export function callback(p, x) {
  const { salon_id, application_id } = x.json();
  if (!Number.isFinite(Number(salon_id ?? NaN)) || !Number.isFinite(Number(application_id ?? NaN)))
    refuse(422, "salon_id and application_id are required numbers.", { code: "body.invalid" });
  let link = linkOf(p, Number(salon_id), Number(application_id));
  const settings = {
    status: 201,
    ...(p.c("created-empty-body") ? { body: null } : { data: { settings: { locale: "sv-SE", hooks: [] } } }),
  };
  if (!link || link.state === "uninstalled") {
    if (
      !p.f("callback-without-grant") ||
      !p.world.locations.has(Number(salon_id)) ||
      !p.world.apps.has(Number(application_id))
    )
      refuse(404, "Nothing waits for a confirmation there.", { code: "link.none" });
    link = newLink(p, Number(salon_id), Number(application_id));
    Object.assign(link, { createdAt: p.clock.now(), grantedAt: p.clock.now() });
  }
  if (link.state === "freezed") refuse(409, "The link is freezed.", { code: "link.freezed" });
  if (link.state === "active")
    return p.c("callback-again-409") ? refuse(409, "Confirmed already.", { code: "link.active" }) : settings;
  const window = p.f("window-11-hours")
    ? 11 * HOUR
    : p.f("window-12h05")
      ? 12 * HOUR + 5 * MINUTE
      : p.f("window-never-ends")
        ? Infinity
        : 12 * HOUR;
  if (p.clock.now() - link.grantedAt > window || link.dead) {
    if (p.c("late-callback-201")) return settings;
    refuse(
      p.c("late-callback-404") ? 404 : p.c("late-callback-409") ? 409 : p.c("late-callback-403") ? 403 : 410,
      "The twelve hours are over; please reconnect.",
      { code: "link.window_over" },
    );
  }
  if (!p.f("callback-no-effect")) change(p, link, "active", "partner_api");
  return settings;
}
/** On {base_url} the callback does not exist. */
export function callbackOnBase(p, x) {
  if (p.f("callback-on-base")) return callback(p, x);
  if (p.f("callback-on-base-works-silently")) callback(p, x);
  return refuse(404, "Not found here; the callback lives on another host.", { code: "route.unknown" });
}

export function status(p, x) {
  const location = Number(x.params.location_id),
    application = Number(x.params.application_id);
  if ((p.f("status-not-on-app") && x.surface === "app") || (p.f("status-not-on-base") && x.surface === "base"))
    refuse(404, "Not found.", { code: "route.unknown" });
  if (!p.world.locations.has(location))
    refuse(p.c("unknown-location-404") ? 404 : 403, "Access denied.", { code: "location.unknown" });
  applicationOf(p, application);
  const link = seenLink(p, location, application);
  let state = link?.state ?? "uninstalled";
  if (state === "uninstalled") {
    if (!link || !link.logs.some((l) => l.to === "uninstalled"))
      refuse(p.c("never-connected-403") ? 403 : 404, "The application is not connected there.", { code: "link.none" });
    if (p.c("uninstalled-403")) refuse(403, "Access denied.", { code: "link.ended" });
    if (!p.c("uninstalled-reads-uninstalled") && !p.c("uninstalled-reads-freezed"))
      refuse(404, "The application was uninstalled.", { code: "link.ended" });
    if (p.c("uninstalled-reads-freezed")) state = "freezed";
  }
  const shared = p.f("log-of-all-locations")
    ? [...p.world.links.values()]
        .filter((l) => l.app === application && l !== linkOf(p, location, application) && l.origin === "preset")
        .flatMap((l) => l.logs)
    : [];
  const logs = [...link.logs, ...shared].map((l) => ({
    source: l.to === "freezed" && p.c("log-other-sources") ? "billing" : l.source,
    changed_at: p.c("log-older-form") ? older(l.at) : iso(l.at),
    status_to: l.to,
    status_from: l.from,
    note: null,
  }));
  if (!p.c("log-oldest-first")) logs.reverse();
  return {
    data: {
      logs,
      payments: link.payments,
      connection_status: {
        created_at: older(p.f("created-at-is-now") ? p.clock.now() : link.createdAt),
        status: state,
        since: iso(link.logs.at(-1)?.at ?? link.createdAt),
      },
      location_id: location,
    },
  };
}

function end(p, link, source) {
  change(p, link, "uninstalled", source);
  link.payments = [];
}
export function uninstall(p, x) {
  const location = Number(x.params.location_id),
    application = Number(x.params.application_id),
    link = linkOf(p, location, application);
  if (!link || link.state === "uninstalled")
    refuse(404, "The application is not connected there.", { code: "link.none" });
  if (!p.f("uninstall-no-effect")) end(p, link, "partner_api");
  for (const other of p.world.links.values()) {
    if (other === link || other.state === "uninstalled") continue;
    if (
      (p.f("uninstall-ends-other-applications") && other.loc === location) ||
      (p.f("uninstall-ends-other-locations") &&
        other.app === application &&
        p.world.locations.get(other.loc).tenant === "north")
    )
      end(p, other, "partner_api");
  }
  return { data: { uninstalled_at: iso(p.clock.now()) } };
}

/** Freezes or disables a link, as the platform does by itself. Returns false when it makes no sense. */
export function freeze(p, location, application) {
  const link = linkOf(p, location, application);
  if (link?.state !== "active") return false;
  if (!p.f("freeze-without-state")) change(p, link, "freezed", "marketplace");
  if (p.f("freeze-hits-other-location"))
    for (const l of p.world.links.values())
      if (l !== link && l.app === application && l.state === "active" && l.origin !== "connected")
        change(p, l, "freezed", "marketplace");
  if (!p.f("freeze-without-event")) lifecycleEvent(p, "freeze", location, application);
  if (p.f("freeze-event-twice")) lifecycleEvent(p, "freeze", location, application, 25);
  return true;
}
export function disable(p, location, application) {
  const link = linkOf(p, location, application);
  if (!link || link.state === "uninstalled") return false;
  const was = link.state;
  if (!p.f("disable-without-state")) end(p, link, "marketplace");
  if (!p.f("disable-without-event") && !(p.f("disable-pending-without-event") && was === "pending"))
    lifecycleEvent(p, p.f("disable-sends-freeze") ? "freeze" : "uninstall", location, application);
  return true;
}
