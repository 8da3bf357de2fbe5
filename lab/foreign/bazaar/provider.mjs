// bazaar: a provider of the Partner Integration API as an old PHP shop would have it.

import { randomBytes } from "node:crypto";
import http from "node:http";
import { authenticate, deny, Refusal } from "./auth.mjs";
import { CHOICES } from "./choices.mjs";
import { controlCall } from "./control.mjs";
import { FAULTS } from "./faults.mjs";
import { encode, parseBody, parseQuery } from "./json.mjs";
import { ROUTES as LISTS } from "./lists.mjs";
import { ROUTES as MARKET } from "./market.mjs";
import { v3 } from "./v3.mjs";
import { makeClock, World } from "./world.mjs";

const API_ROOT = "/shop/api",
  V3_ROOT = "/yeni/v3";
const ROUTES = [...MARKET, ...LISTS].map(([method, path, op, auth, where, run, known]) => ({
  method,
  re: new RegExp(`^${path}/?$`),
  op,
  auth,
  where,
  run,
  known,
}));
const ACCEPT = /application\/vnd\.api\.v2\+json/i;

/** 5 in a second, 200 in a minute, for base_url and app_url together, in fixed windows. */
function v1Rate(w, ip) {
  const slack = w.clock.mode === "frozen" ? 0 : 1; // a running shop does not count that strictly
  const limits = [
    [1, w.f("rate-3-per-second") ? 3 : 5 + 2 * slack],
    [60, w.f("rate-100-per-minute") ? 100 : 200 + 10 * slack],
  ];
  const counts = limits.map(([secs, most]) => {
    const key = `v1:${ip}:${secs}`,
      turn = Math.floor(w.now() / secs / 1000);
    let n = w.rates.get(key);
    if (n?.turn !== turn) w.rates.set(key, (n = { turn, used: 0 }));
    return { n, most, wait: Math.ceil(((turn + 1) * secs * 1000 - w.now()) / 1000) };
  });
  const over = counts.filter((c) => c.n.used >= c.most);
  if (!over.length) {
    for (const c of counts) c.n.used++;
    return;
  }
  if (w.c("rate-not-enforced")) return;
  deny(w.c("rate-answered-403") ? 403 : 429, undefined, {
    "Retry-After": String(Math.max(...over.map((c) => c.wait))),
  });
}

function v1(ctx) {
  const { w } = ctx;
  let out;
  try {
    v1Rate(w, ctx.ip);
    const here = ROUTES.filter(
      (r) =>
        r.re.test(ctx.path) &&
        (r.where === "both" || r.where === ctx.surface || (r.op === "callback" && w.f("callback-on-base"))),
    );
    const route = here.find((r) => r.method === ctx.method) ?? deny(here.length ? 405 : 404);
    ctx.op = route.op;
    ctx.nth = w.nth(route.op);
    ctx.ids = route.re.exec(ctx.path).slice(1).map(Number);
    if (w.c("accept-demanded") && !ACCEPT.test(ctx.headers.accept ?? "")) deny(406);
    if (w.c("content-type-demanded") && ctx.raw && !/^application\/json/i.test(ctx.headers["content-type"] ?? ""))
      deny(415);
    authenticate(ctx, route);
    if (
      w.c("unknown-parameters-refused") &&
      route.known &&
      Object.keys(ctx.q).some((k) => !route.known.includes(k.replace("[]", "")))
    )
      deny(400);
    ctx.p = { ...ctx.q, ...ctx.body };
    const { status = 200, data, meta, bare, info } = route.run(ctx);
    ctx.info = info;
    out = { status, headers: {}, body: bare ? undefined : { meta, data, success: true } };
    if (w.c("extra-fields") && out.body) Object.assign(out.body, { zaman: w.now(), debug: { sql: 3 } });
  } catch (e) {
    if (!(e instanceof Refusal)) throw e;
    out = {
      status: e.status,
      headers: e.extra,
      body: {
        meta: { hata: e.status, message: e.message },
        data: [401, 429].includes(e.status) ? null : {},
        success: false,
      },
    };
  }
  return out;
}

function patched(ctx, out) {
  for (const f of FAULTS)
    if (f.patch && ctx.w.f(f.name) && (!f.op || [f.op].flat().includes(ctx.op))) f.patch(out, ctx);
  return out;
}

const read = (req) =>
  new Promise((done, fail) => {
    const parts = [];
    let size = 0;
    req.on("data", (c) => {
      if ((size += c.length) < 4e6) parts.push(c);
    });
    req.on("end", () => done(Buffer.concat(parts).toString("utf8")));
    req.on("error", fail);
  });

function respond(shop, res, out, style) {
  const text = out.text ?? (out.body === undefined ? "" : encode(out.body, style));
  const n = ++shop.requests;
  const headers = {
    "X-Powered-By": "PHP/5.6.40-0+deb8u12",
    Server: "Apache/2.2.34 (Unix)",
    Expires: "Thu, 19 Nov 1981 08:52:00 GMT",
    Pragma: "no-cache",
    "Cache-Control": "no-store, must-revalidate",
    "Set-Cookie": [`PHPSESSID=bz${n}; path=/`, "dil=tr; path=/"],
    "X-Bazaar-Raf": String(n % 7),
    "X-Request-Id": `bzr-${String(n).padStart(8, "0")}`,
    "Content-Type": "application/json; charset=UTF-8",
    "Content-Length": Buffer.byteLength(text),
    ...out.headers,
  };
  for (const [k, v] of Object.entries(headers)) if (v === undefined) delete headers[k];
  res.writeHead(out.status, headers);
  res.end(text);
}

async function serve(shop, surface, prefix, req, res) {
  try {
    const raw = await read(req),
      w = shop.world;
    const [pathname, search = ""] = req.url.split(/\?(.*)/s);
    const inside = pathname.startsWith(prefix + "/") || pathname === prefix;
    const ctx = {
      w,
      surface,
      op: "none",
      raw,
      method: req.method,
      headers: req.headers,
      ip: req.socket.remoteAddress,
      path: inside ? pathname.slice(prefix.length) || "/" : "/…",
      q: parseQuery(search),
      body: parseBody(raw, req.headers["content-type"]),
    };
    if (surface === "v3") {
      ctx.op = "v3";
      ctx.nth = w.nth("v3");
    }
    const style = w.c("numbers-all-float")
      ? "floats"
      : w.c("numbers-with-exponent")
        ? "exponents"
        : w.c("pretty-json")
          ? "pretty"
          : "php";
    respond(shop, res, patched(ctx, surface === "v3" ? v3(ctx) : v1(ctx)), style);
  } catch (e) {
    shop.errors.push(e);
    if (!res.headersSent) respond(shop, res, { status: 500, text: "Fatal error: " + e.stack });
  }
}

async function serveControl(shop, req, res) {
  const raw = await read(req);
  const reply = (status, body) => {
    res.writeHead(status, { "Content-Type": "application/json" });
    res.end(JSON.stringify(body));
  };
  if (req.headers.authorization !== `Bearer ${shop.token}`) return reply(401, { error: "control token needed" });
  const path = req.url.split("?")[0];
  if (!/^\/control(\/|$)/.test(path)) return reply(404, { error: "no such call" });
  let body = {};
  try {
    if (raw.trim()) body = JSON.parse(raw);
  } catch {
    body = undefined;
  }
  if (body === null || typeof body !== "object" || Array.isArray(body)) body = undefined;
  try {
    reply(...(await controlCall(shop, req.method, path.slice("/control".length), body)));
  } catch (e) {
    shop.errors.push(e);
    reply(500, { error: e.stack });
  }
}

const listen = (handler) =>
  new Promise((done, fail) => {
    const server = http.createServer(handler);
    server.on("error", fail);
    server.listen(0, "127.0.0.1", () => done(server));
  });
const at = (server, path = "") => `http://127.0.0.1:${server.address().port}${path}`;

/** Without control nobody could move a frozen clock but whoever started it, so it runs then unless told otherwise. */
export async function startProvider({
  faults = [],
  choices = [],
  control = true,
  clock = control ? "frozen" : "running",
  seed = 1,
} = {}) {
  for (const [kind, given, known] of [
    ["fault", faults, FAULTS],
    ["choice", choices, CHOICES],
  ])
    for (const name of given) if (!known.some((k) => k.name === name)) throw new Error(`no such ${kind}: ${name}`);
  const shop = {
    clock: makeClock(clock),
    seed,
    requests: 0,
    generation: 0,
    errors: [],
    token: randomBytes(12).toString("hex"),
    fresh(s) {
      if (this.world) this.world.dead = true;
      this.world = new World({
        clock: this.clock,
        faults: new Set(faults),
        choices: new Set(choices),
        generation: ++this.generation,
        seed: Math.abs(s),
        preinstalled: !control,
      });
    },
  };
  shop.fresh(seed);
  const base = await listen((q, s) => serve(shop, "base", API_ROOT + "/v1", q, s));
  const app = await listen((q, s) => serve(shop, "app", "", q, s));
  const three = await listen((q, s) => serve(shop, "v3", V3_ROOT, q, s));
  const servers = [base, app, three];
  shop.urls = {
    v3_base_url: at(three, V3_ROOT),
    base_url: at(base, API_ROOT + "/v1"),
    api_root: at(base, API_ROOT),
    app_url: at(app),
  };
  let door = null;
  if (control) {
    const server = await listen((q, s) => serveControl(shop, q, s));
    servers.push(server);
    door = { url: at(server, "/control"), token: shop.token };
  }
  const ticking = shop.clock.mode === "running" ? setInterval(() => shop.world.pump(), 100) : null;
  return {
    urls: shop.urls,
    control: door,
    credentials: shop.world.credentials,
    fixtures: shop.world.fixtures,
    errors: shop.errors,
    /** The shop's own time, for whoever started it: to read it, and to let it pass where it is frozen. */
    time: { now: () => shop.clock.now(), wait: (ms) => shop.world.runUntil(shop.clock.now() + ms) },
    async close() {
      clearInterval(ticking);
      shop.world.dead = true;
      await Promise.all(
        servers.map(
          (s) =>
            new Promise((r) => {
              s.close(r);
              s.closeAllConnections();
            }),
        ),
      );
    },
  };
}
