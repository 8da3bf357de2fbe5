// Who is calling: BearerPartner, BearerPartnerUser, and the tokens of v3; and what a user may reach.

import { currentState } from "./install.mjs";
import { refuse } from "./util.mjs";

const NEEDED = "Authentication needed.",
  DENIED = "Access denied.";

function sameToken(p, given, right, kind) {
  if (given === right) return true;
  if (given === undefined) return false;
  if (kind === "partner" && p.f("partner-token-any-case")) return given.toLowerCase() === right.toLowerCase();
  if (kind === "partner" && p.f("partner-token-prefix")) return given.length > 20 && right.startsWith(given);
  if (kind === "user" && p.f("user-token-longer")) return given.startsWith(right);
  if (kind === "v3" && p.f("v3-token-cut")) return given.length > 20 && right.startsWith(given);
  return false;
}

const parse = (p, header) =>
  (p.c("scheme-any-case") ? /^Bearer +([^\s,]+)(?: *, *User +(\S+))?$/i : /^Bearer ([^\s,]+)(?:, ?User (\S+))?$/).exec(
    header ?? "",
  );

/** The credentials of each operation: those of a Location may ask for a user as well, since no scheme is named. */
const levelOf = (p, x, level) =>
  p.c("location-settings-need-user") && ["permissions", "hooks_get", "hooks_set"].includes(x.op) ? "user" : level;

export function authenticate(p, x, usual) {
  const level = levelOf(p, x, usual);
  const header = x.headers.authorization;
  if (open(p, x)) return {};
  if (!header)
    refuse(p.f("missing-auth-403") ? 403 : 401, NEEDED, {
      code: "auth.missing",
      headers: { "WWW-Authenticate": 'Bearer realm="meridian"' },
    });
  let found = parse(p, header);
  if (!found && p.f("basic-scheme-accepted")) found = /^Basic (\S+)$/.exec(header);
  const { partnerToken, users } = p.world;
  const partnerOk =
    sameToken(p, found?.[1], partnerToken, "partner") ||
    (p.f("clients-any-partner") && x.op === "clients") ||
    (p.f("grant-any-partner") && x.op === "grant") ||
    (p.f("callback-any-partner") && x.op === "callback");
  if (!found || !partnerOk) refuse(401, NEEDED, { code: "auth.partner" });
  if (level === "partner") {
    if (found[2] && x.op === "callback" && p.c("callback-partner-only"))
      refuse(401, "This call takes the partner token alone.", { code: "auth.partner_only" });
    return {};
  }
  const token = [...users.keys()].find((t) => sameToken(p, found[2], t, "user"));
  if (!token) {
    if (userUnneeded(p, x, found[2])) return { user: users.get(p.credentials.owner_user_token) };
    const status =
      x.op === "calls" && found[2] && p.f("calls-wrong-user-403")
        ? 403
        : x.op === "clients" && !found[2] && p.f("clients-missing-user-400")
          ? 400
          : 401;
    refuse(status, "The user token is missing or wrong.", { code: "auth.user" });
  }
  return { user: users.get(token) };
}

/** Faults: operations that forget to ask who calls. */
function open(p, x) {
  return (
    ["countries", "service", "tariffs"].some((op) => op === x.op && p.f(`open-${op}`)) ||
    (p.f("open-salons-page-2") && x.op === "salons" && x.query.get("page") === "2") ||
    (p.f("open-status-app") && x.op === "status" && x.surface === "app") ||
    (p.f("open-range") && x.op === "search_dates_range" && x.headers.authorization)
  );
}
const userUnneeded = (p, x, given) => (given === undefined ? p.f(`no-user-${x.op}`) : p.f(`wrong-user-${x.op}`));

/** May this user see data of this Location? */
export function requireAccess(p, user, location, op) {
  const known = p.world.locations.has(location);
  if (!known) refuse(op !== "calls" && p.c("unknown-location-404") ? 404 : 403, DENIED, { code: "location.unknown" });
  if (user.app) {
    const state = currentState(p, location, user.app);
    const allowed =
      state === "active"
        ? !p.f("system-user-not-linked")
        : (state === "freezed" && p.c("freezed-serves-data")) ||
          (op === "calls" && state === "pending" && p.f("calls-while-pending")) ||
          (op === "clients" && state !== "active" && p.f("clients-before-install"));
    if (!allowed) refuse(p.c("not-linked-401") ? 401 : 403, DENIED, { code: "link.not_active" });
  } else if (!user.places.has(location) && !p.f(`stranger-reads-${op}`)) {
    refuse(p.f("stranger-401") ? 401 : 403, DENIED, { code: "user.no_access" });
  } else if (user.role === "limited" && op === "calls" && p.c("limited-without-voip"))
    refuse(403, DENIED, { code: "user.module" });
}

export function v3Credential(p, x) {
  const given = /^Bearer (\S+)$/i.exec(x.headers.authorization ?? "")?.[1];
  const token = [...p.world.v3.keys()].find((t) => sameToken(p, given, t, "v3"));
  if (token) return p.world.v3.get(token);
  if (p.f("v3-any-token") && given) return [...p.world.v3.values()][0];
  return refuse(!given && p.f("v3-missing-auth-403") ? 403 : 401, "An access token is needed.", {
    code: "unauthenticated",
  });
}
