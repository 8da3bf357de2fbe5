// Servers, routes, envelopes: how a request becomes an answer.

import { createHash } from "node:crypto";
import http from "node:http";
import { gzipSync } from "node:zlib";
import { authenticate } from "./auth.mjs";
import { limitV1 } from "./limits.mjs";
import { ROUTES } from "./routes.mjs";
import { iso, Refusal, refuse } from "./util.mjs";

export const PREFIX = { base: "/gateway/api/v1", v3: "/preview/v3", app: "" };
const TABLE = ROUTES.map(([surfaces, method, path, level, op, run]) => ({
  surfaces: surfaces.split("+"),
  method,
  level,
  op,
  run,
  names: [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]),
  shape: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
}));

export function listen(handle) {
  const server = http.createServer({ keepAliveTimeout: 75000 }, (req, res) => {
    const parts = [];
    req.on("data", (part) => parts.push(part));
    req.on("end", () => handle(req, Buffer.concat(parts).toString("utf8"), res));
  });
  return new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", () => resolve(server)));
}
export const portOf = (server) => server.address().port;

/** One request on a server that carries `surfaces`; base and v3 are told by their prefix, the rest is the app host. */
export function answer(p, surfaces, req, raw, res) {
  const url = new URL(URL.canParse(req.url, "http://meridian.local") ? req.url : "/", "http://meridian.local");
  const surface = surfaces.find((s) => url.pathname.startsWith(`${PREFIX[s]}/`)) ?? surfaces[0];
  const x = {
    p,
    surface,
    method: req.method,
    path: url.pathname.slice(PREFIX[surface].length),
    query: url.searchParams,
    headers: req.headers,
    raw,
    json: () => parseBody(raw),
    trace: createHash("md5")
      .update(`${p.resets}/${p.requests++}`)
      .digest("hex"),
  };
  let r;
  try {
    r = serve(p, x, req.socket.remoteAddress);
  } catch (error) {
    const known = error instanceof Refusal;
    if (!known) console.error(error);
    r = refusal(p, x, known ? error : new Refusal(500, "Something broke on our side."));
  }
  if (surface === "v3") r.headers = { "X-Request-Id": x.trace, ...r.headers };
  for (const s of p.spoilers)
    if (s.ops.includes(x.op) || (s.ops.includes("v1") && surface !== "v3")) {
      r.body = structuredClone(r.body);
      s.spoil(r, x);
    }
  write(p, x, r, res);
}

function serve(p, x, address) {
  const fits = TABLE.map((t) => ({ t, m: t.surfaces.includes(x.surface) && t.shape.exec(x.path) })).filter((c) => c.m);
  const hit = fits.find((c) => c.t.method === x.method);
  x.op = hit?.t.op ?? "unknown";
  if (x.surface !== "v3") limitV1(p, address);
  if (!hit) refuse(fits.length ? 405 : 404, "No such operation.", { code: "route.unknown" });
  x.params = Object.fromEntries(hit.t.names.map((n, i) => [n, hit.m[i + 1]]));
  if (p.c("v3-not-live-404") && x.surface === "v3") refuse(404, "Not live yet.");
  if (p.c("v3-not-live-501") && x.surface === "v3") refuse(501, "Not live yet.");
  if (p.c("v3-not-live-503") && x.surface === "v3") refuse(503, "Not live yet.");
  if (x.surface !== "v3") {
    if (p.c("accept-demanded") && !/application\/vnd\.api\.v2\+json/.test(x.headers.accept ?? ""))
      refuse(406, "Accept: application/vnd.api.v2+json, please.");
    if (p.c("content-type-demanded") && x.raw && !/^application\/json\b/i.test(x.headers["content-type"] ?? ""))
      refuse(415, "Content-Type: application/json, please.");
  }
  if (hit.t.level !== "none") Object.assign(x, authenticate(p, x, hit.t.level));
  const out = hit.t.run(p, x);
  if (x.surface === "v3" || "body" in out) return { status: 200, ...out };
  const meta =
    out.meta ??
    (p.c("meta-list-where-open") ||
    ["countries", "salons", "search_dates", "search_dates_range", "service"].includes(x.op)
      ? []
      : {});
  return {
    status: out.status ?? 200,
    body: { meta, data: out.data, success: true, trace_id: x.trace, served_by: "meridian/3.1" },
  };
}

function parseBody(raw) {
  if (!raw.trim()) return {};
  let value;
  try {
    value = JSON.parse(raw);
  } catch {
    refuse(400, "The body is no JSON.", { code: "body.syntax" });
  }
  return value && typeof value === "object" && !Array.isArray(value)
    ? value
    : refuse(422, "The body must be a JSON object.", { code: "body.type" });
}

function refusal(p, x, { status, message, extra: { headers = {}, code = `http.${status}`, fields, ...more } }) {
  const about = {
    message,
    code,
    severity: status < 500 ? "notice" : "alarm",
    retryable: status === 429,
    occurred_at: iso(p.clock.now()),
    help: { text: null, contact: "support@meridian.example" },
    ...more,
  };
  if (x.surface !== "v3")
    return {
      status,
      headers,
      body: { trace_id: x.trace, meta: about, served_by: "meridian/3.1", data: null, success: false },
    };
  return {
    status,
    headers,
    body: {
      object: "error",
      error: { type: "request_error", fields: fields ?? [], ...about, request: { id: x.trace, path: x.path } },
    },
  };
}

function write(p, x, { status, body, headers = {}, text }, res) {
  const type =
    text !== undefined
      ? "text/html"
      : p.c("vendor-content-type") && x.surface !== "v3"
        ? "application/vnd.api.v2+json"
        : p.c("content-type-charset")
          ? "Application/JSON; Charset=UTF-8"
          : "application/json";
  let out =
    text ?? (body === null || body === undefined ? "" : JSON.stringify(body, null, p.c("pretty-json") ? "\t" : 0));
  if (p.c("numbers-as-1.0"))
    out = out.replace(
      /"(payment_sum|exchange|price_min|price_max|discount|spent|balance|timezone|duration)":(-?\d+)(?=[,}])/g,
      '"$1":$2.0',
    );
  if (p.c("ascii-json"))
    out = out.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  let bytes = Buffer.from(out);
  const all = { ...(out ? { "Content-Type": type } : {}), "Cache-Control": "no-store", ...headers };
  if (out && p.c("gzip-when-asked") && /\bgzip\b/.test(x.headers["accept-encoding"] ?? "")) {
    bytes = gzipSync(bytes);
    all["Content-Encoding"] = "gzip";
  }
  const named = p.c("lower-case-headers")
    ? Object.fromEntries(Object.entries(all).map(([k, v]) => [k.toLowerCase(), v]))
    : all;
  res.writeHead(status, { ...named, "Content-Length": bytes.length });
  res.end(x.method === "HEAD" ? undefined : bytes);
}
