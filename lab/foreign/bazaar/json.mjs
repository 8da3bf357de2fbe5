// Reading and writing as an old PHP shop does it: json_encode() of 5.x, $_GET with brackets, loose integers.

/** Keys whose whole numbers are written with a trailing `.0` (they are floats in the database). */
const FLOATS = new Set([
  "discount",
  "spent",
  "balance",
  "price_min",
  "price_max",
  "payment_sum",
  "exchange",
  "timezone",
  "weight",
  "group_priority",
  "bookform_group_priority",
  "active_staff_count",
  "visits",
  "coordinate_lat",
  "coordinate_lon",
]);

const text = (s) =>
  JSON.stringify(s)
    .replace(/\//g, "\\/")
    .replace(/[\u0080-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

function number(n, key, style) {
  if (!Number.isFinite(n)) return "0";
  if (style === "exponents" && n !== 0) return n.toExponential();
  const s = String(n);
  const whole = Number.isInteger(n) && !s.includes("e");
  return whole && (style === "floats" || FLOATS.has(key)) ? s + ".0" : s;
}

/** JSON with escaped slashes and letters beyond ASCII, and `.0` behind floats. `style`: php, floats, exponents or pretty. */
export function encode(value, style = "php", key = "") {
  if (style === "pretty") return JSON.stringify(value, null, 3) + "\n";
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return number(value, key, style);
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "[" + value.map((v) => encode(v, style, key)).join(",") + "]";
  return (
    "{" +
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => text(k) + ":" + encode(v, style, k))
      .join(",") +
    "}"
  );
}

/** `a=1&id[]=2&id[]=3` → `{a: "1", id: "…", "id[]": ["2", "3"]}`; a bracketed name stays apart from the plain one. */
export function parseQuery(search) {
  const out = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const m = /^([^[]+)\[.*\]$/.exec(name);
    if (m) (out[m[1] + "[]"] ??= []).push(value);
    else out[name] = value;
  }
  return out;
}

export function parseBody(raw, type = "") {
  if (!raw.trim()) return {};
  if (/x-www-form-urlencoded/i.test(type)) return parseQuery(raw);
  try {
    const v = JSON.parse(raw);
    return v && typeof v === "object" ? v : {};
  } catch {
    return undefined;
  }
}

export const int = (v) => parseInt(v, 10);

/** Several values: an array, a bracketed parameter, or text with commas. */
export function list(params, name) {
  const v = params[name + "[]"] ?? params[name];
  if (v === undefined || v === null || v === "") return [];
  return (Array.isArray(v) ? v : String(v).split(",")).map((x) => String(x).trim()).filter((x) => x !== "");
}

const pad = (n, w = 2) => String(n).padStart(w, "0");

/** YYYY-MM-DD HH:MM:SS, `hours` ahead of UTC. */
export const sqlTime = (ms, hours = 0) => new Date(ms + hours * 3600e3).toISOString().slice(0, 19).replace("T", " ");
export const dayOf = (ms, hours = 0) => new Date(ms + hours * 3600e3).toISOString().slice(0, 10);

/** ISO 8601 with `Z`, or with the offset of `hours`; `short` leaves out seconds that are zero. */
export function isoTime(ms, hours = null, short = false) {
  const d = new Date(ms + (hours ?? 0) * 3600e3).toISOString();
  const frac = ms % 1000 ? d.slice(19, 23) : "";
  const zone =
    hours === null
      ? "Z"
      : (hours < 0 ? "-" : "+") + pad(Math.trunc(Math.abs(hours))) + ":" + pad(Math.round((Math.abs(hours) % 1) * 60));
  return d.slice(0, short && !frac && d.slice(17, 19) === "00" ? 16 : 19) + frac + zone;
}

/** A moment in milliseconds; text without a zone is read `hours` ahead of UTC. NaN when it is none. */
export function moment(s, hours = 0) {
  const m = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(String(s).trim());
  if (!m) return NaN;
  const zone = m[4] ? m[4].replace(/^([+-]\d\d)(\d\d)$/, "$1:$2").toUpperCase() : "Z";
  return Date.parse(`${m[1]}T${m[2] ?? "00:00"}${m[3] ?? ":00"}${zone}`) - (m[4] ? 0 : hours * 3600e3);
}
