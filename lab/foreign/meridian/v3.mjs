// The preview surface: resources of a Location, in pages behind encrypted cursors.
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { v3Credential } from "./auth.mjs";
import { limitV3 } from "./limits.mjs";
import { MINUTE, refuse } from "./util.mjs";

const byCode = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : byCode(String(a), String(b)));
const SWEDISH = new Intl.Collator("sv"),
  NUMERIC = new Intl.Collator("sv", { numeric: true, sensitivity: "base" });
const byTitle = (p) =>
  p.c("collation-binary") ? byCode : p.c("collation-numeric") ? NUMERIC.compare : SWEDISH.compare;

const invalid = (p, code, message) =>
  refuse(p.f("v3-cursor-fault-400") ? 400 : 422, message, {
    code: p.f("v3-other-main-code") ? "invalid_request" : "validation_failed",
    fields: [{ code, field: "cursor", message, hint: null }],
  });

function sealCursor(p, state) {
  const iv = createHash("sha256")
    .update(p.key)
    .update(String(p.count("cursor")))
    .digest()
    .subarray(0, 12);
  const cipher = createCipheriv("aes-256-gcm", p.key, iv);
  const body = Buffer.concat([cipher.update(`${JSON.stringify(state)}    `), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}
function openCursor(p, text) {
  try {
    const raw = Buffer.from(text, "base64url");
    const slack = p.f("v3-tampered-cursor-accepted");
    if (!slack && raw.toString("base64url") !== text) return null;
    const plain = createDecipheriv("aes-256-gcm", p.key, raw.subarray(0, 12));
    plain.setAuthTag(raw.subarray(12, 28));
    const out = plain.update(raw.subarray(28)).toString();
    if (slack) return JSON.parse(out.slice(0, -4)); // no check of the seal, and the tail may be garbled
    plain.final();
    return JSON.parse(out);
  } catch {
    return null;
  }
}

function checkCursor(p, given, credential, location) {
  const state = openCursor(p, given);
  if (!state)
    return p.f("v3-malformed-starts-over")
      ? undefined
      : p.f("v3-malformed-500")
        ? refuse(500, "bad decrypt")
        : invalid(
            p,
            p.f("v3-malformed-called-expired") ? "expired_cursor" : "invalid_cursor",
            "This is no cursor of ours.",
          );
  const life =
    (p.f("v3-cursor-10-minutes")
      ? 10
      : p.f("v3-cursor-30-minutes")
        ? 30
        : p.f("v3-cursor-never-expires")
          ? Infinity
          : 15) * MINUTE;
  const expired = () =>
    p.clock.now() - state.t > life &&
    invalid(
      p,
      p.f("v3-expired-called-invalid") ? "invalid_cursor" : "expired_cursor",
      "The cursor is older than fifteen minutes.",
    );
  const foreign = () =>
    state.c !== credential.name &&
    !p.f("v3-cursor-not-bound") &&
    invalid(
      p,
      p.f("v3-foreign-called-invalid") ? "invalid_cursor" : "foreign_cursor",
      "The cursor was given to somebody else.",
    );
  for (const check of p.c("foreign-before-expired") ? [foreign, expired] : [expired, foreign]) check();
  if (state.l !== location && !p.f("v3-cursor-carries-location"))
    invalid(
      p,
      p.c("other-location-cursor-invalid") ? "invalid_cursor" : "foreign_cursor",
      "The cursor belongs to another Location.",
    );
  return state;
}

function limitOf(p, x) {
  const text = x.query.get("limit");
  if (text === null) return p.f("v3-default-20") ? 20 : 25;
  const n = Number(text);
  if (!/^-?\d+$/.test(text) && p.f("v3-bad-limit-500")) refuse(500, "invalid literal for int()");
  if (p.f("v3-more-than-100") && n > 100) return n;
  if (!/^-?\d+$/.test(text) || n < 1 || n > 100) {
    if (!p.c("limit-clamped"))
      refuse(p.c("limit-refused-400") ? 400 : 422, "limit goes from 1 to 100.", {
        code: "validation_failed",
        fields: [{ code: "out_of_range", field: "limit" }],
      });
    return Number.isNaN(n) ? 25 : Math.min(100, Math.max(1, Math.trunc(n)));
  }
  if (p.f("v3-limit-1-ignored") && n === 1) return 25;
  return p.f("v3-at-most-50") ? Math.min(50, n) : p.f("v3-100-gives-99") && n === 100 ? 99 : n;
}

export function resources(p, x) {
  const credential = v3Credential(p, x),
    headers = limitV3(p, credential.name);
  const location = Number(x.params.location_id),
    place = p.world.locations.get(location),
    given = x.query.get("cursor");
  if (p.c("cursor-before-location") && given) checkCursor(p, given, credential, location);
  const reachable =
    place?.tenant === credential.tenant ||
    (place &&
      (p.f("v3-inaccessible-served") || (p.f("v3-inaccessible-second-time") && p.count(`seen ${location}`) > 1)));
  if (!reachable && place && p.f("v3-inaccessible-empty"))
    return { headers, body: { object: "list", data: [], has_more: false, next_cursor: null } };
  if (!reachable)
    refuse(
      place && p.f("v3-inaccessible-403") ? 403 : !place && p.f("v3-unknown-location-500") ? 500 : 404,
      "No such Location.",
      { code: "not_found", headers },
    );
  const limit = limitOf(p, x);
  if (given === "" && !p.c("empty-cursor-first-page")) invalid(p, "invalid_cursor", "The cursor is empty.");
  const from = given ? checkCursor(p, given, credential, location) : undefined;
  const source = p.world.folders[from?.l ?? location].resources,
    titles = byTitle(p);
  let order = (a, b) => titles(String(a.title), String(b.title)) || byId(a.id, b.id);
  if (p.f("v3-ordered-by-id")) order = (a, b) => byId(a.id, b.id);
  if (p.f("v3-ties-descending")) order = (a, b) => titles(a.title, b.title) || byId(b.id, a.id);
  if (p.f("v3-descending-titles")) order = (a, b) => titles(b.title, a.title) || byId(a.id, b.id);
  let rows = [...source].toSorted(order),
    start = 0;
  if (p.f("v3-ordered-per-page")) {
    rows = [...source];
    start = from?.o ?? 0;
  } else if (from) {
    start = rows.findIndex((r) => order(r, from.k) > 0);
    if (p.f("v3-cursor-skips-equal-titles")) start = rows.findIndex((r) => titles(r.title, from.k.title) > 0);
    if (start < 0) start = rows.length;
    if (p.f("v3-third-page-repeats") && from.d >= 2) start -= 1;
  }
  const data = rows.slice(start, start + limit);
  if (p.f("v3-ordered-per-page")) data.sort(order);
  const last = data.at(-1),
    more = p.f("v3-has-more-when-full") ? data.length === limit : start + limit < rows.length;
  const next_cursor =
    more && last
      ? sealCursor(p, {
          c: credential.name,
          n: credential.tenant,
          l: location,
          t: p.f("v3-cursor-age-inherited") ? (from?.t ?? p.clock.now()) : p.clock.now(),
          k: { title: last.title, id: last.id },
          o: start + limit,
          d: (from?.d ?? 0) + 1,
        })
      : null;
  return { headers, body: { next_cursor, has_more: more, object: "list", data, page_size: limit } };
}
