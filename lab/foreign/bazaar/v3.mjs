// The preview v3 surface: resources of a Location, cursors, and a rate of its own.
import { createHmac } from "node:crypto";
import { parseAuthorization } from "./auth.mjs";

const german = new Intl.Collator("de");

function order(w) {
  const byId = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
  const byTitle = w.c("order-by-code-point") ? (a, b) => (a < b ? -1 : a > b ? 1 : 0) : (a, b) => german.compare(a, b);
  if (w.f("v3-order-by-id")) return (a, b) => byId(a[1], b[1]);
  return (a, b) =>
    byTitle(String(a[0]), String(b[0])) || (w.f("v3-ties-descending") ? byId(b[1], a[1]) : byId(a[1], b[1]));
}

// ---- rate ------------------------------------------------------------------------------------
const policies = (w) =>
  w.c("v3-two-policies")
    ? [
        { limit: 10, w: 2 },
        { limit: 60, w: 60 },
      ]
    : w.c("v3-wide-policy")
      ? [{ limit: 1000, w: 3600 }]
      : [{ limit: 25, w: 10 }];

/** One request of `key` at `now` under one policy: fixed windows, or a bucket that fills all the time. */
function take(w, key, pol, now) {
  if (w.c("v3-token-bucket")) {
    const b = w.rates.get(key) ?? { left: pol.limit, at: now },
      speed = pol.limit / (pol.w * 1000);
    b.left = Math.min(pol.limit, b.left + (now - b.at) * speed);
    b.at = now;
    w.rates.set(key, b);
    return {
      pol,
      ok: b.left >= 1,
      left: () => Math.floor(b.left),
      wait: Math.max(1, Math.ceil((1 - b.left) / speed / 1000)),
      use: () => {
        b.left -= 1;
      },
    };
  }
  const turn = Math.floor(now / (pol.w * 1000));
  let n = w.rates.get(key);
  if (n?.turn !== turn) w.rates.set(key, (n = { turn, used: 0 }));
  const limit = w.f("v3-refuses-early") ? pol.limit - 5 : pol.limit;
  return {
    pol,
    ok: n.used < limit,
    left: () => Math.max(0, pol.limit - n.used),
    wait: Math.max(1, Math.ceil(((turn + 1) * pol.w * 1000 - now) / 1000)),
    use: () => {
      n.used += 1;
    },
  };
}

function rate(w, cred) {
  const asked = policies(w).map((pol, i) => take(w, `v3:${cred.id}:${i}`, pol, w.now()));
  const refused = asked.filter((a) => !a.ok).toSorted((a, b) => b.wait - a.wait)[0];
  if (!refused || w.f("v3-never-429")) for (const a of asked) a.use();
  const tight = refused ?? asked.toSorted((a, b) => a.left() - b.left())[0];
  const wait = refused && (w.f("v3-wait-too-short") ? Math.max(1, refused.wait - 3) : refused.wait);
  const headers = {
    "RateLimit-Remaining": String(tight.left()),
    "RateLimit-Policy": `${tight.pol.limit};w=${tight.pol.w}`,
    "RateLimit-Reset": String(tight.pol.w),
  };
  if (refused && !w.f("v3-never-429")) {
    headers["RateLimit-Reset"] = String(wait);
    headers["Retry-After"] = String(wait);
    return { headers, refused: true };
  }
  return { headers };
}

// ---- cursors: base64 of JSON; the signature stays with us ---------------------------------------
const sign = (w, text) => createHmac("sha256", w.secret("cursor")).update(text).digest("hex");

function issue(w, cred, loc, key) {
  const text = Buffer.from(
    JSON.stringify({ v: 3, loc, cred: cred.id, t: w.now(), sort: "title,id", after: key }),
  ).toString("base64");
  w.cursors.add(sign(w, text));
  return text;
}

/** The position a cursor stands for, or the field code of what is wrong with it. */
function redeem(w, cred, loc, given) {
  const text = given.replace(/ /g, "+");
  if (!w.cursors.has(sign(w, text))) return { code: "invalid_cursor" };
  const c = JSON.parse(Buffer.from(text, "base64").toString());
  const life = w.f("cursor-lives-20-minutes") ? 1200e3 : w.f("cursor-lives-10-minutes") ? 600e3 : 900e3;
  const old = w.now() - c.t > life && "expired_cursor";
  const foreign =
    (c.cred !== cred.id && !w.f("cursor-of-other-credential") && "foreign_cursor") ||
    (c.loc !== loc &&
      !w.f("cursor-of-other-location") &&
      (w.c("other-location-cursor-invalid") ? "invalid_cursor" : "foreign_cursor"));
  const code = w.c("foreign-told-first") ? foreign || old : old || foreign;
  return code ? { code } : { after: c.after, loc: c.loc };
}

const error = (w, status, code, fields = []) => ({
  status,
  body: w.c("v3-problem-json")
    ? {
        type: `urn:bazaar:${code}`,
        title: code,
        status,
        errors: fields.map(([name, c]) => ({ pointer: "/" + name, code: c })),
      }
    : {
        fehler: true,
        error: {
          code,
          message: "İstek işlenemedi.",
          fields: Object.fromEntries(fields.map(([name, c]) => [name, { code: c }])),
        },
      },
});

export function v3(ctx) {
  const { w } = ctx;
  const down = [404, 501, 503].find((s) => w.c(`v3-not-live-${s}`));
  if (down) return error(w, down, "not_live");
  const bearer = parseAuthorization(w, ctx.headers.authorization).bearer;
  let cred = w.v3Tokens.get(bearer);
  if (!cred && bearer && w.f("v3-token-case"))
    cred = [...w.v3Tokens].find(([t]) => t.toLowerCase() === bearer.toLowerCase())?.[1];
  if (!cred && bearer && w.f("v3-token-any-tail")) cred = [...w.v3Tokens].find(([t]) => bearer.startsWith(t))?.[1];
  if (!cred && w.f("v3-unauthenticated")) cred = w.v3Tokens.values().next().value;
  if (!cred) return error(w, 401, "unauthenticated");
  const r = rate(w, cred);
  const answer = (out) => ({ ...out, headers: { ...r.headers, ...out.headers } });
  if (r.refused) return answer(error(w, 429, "rate_limited"));
  const m = /^\/locations\/([^/]+)\/resources$/.exec(ctx.path);
  if (!m) return answer(error(w, 404, "not_found"));
  if (ctx.method !== "GET") return answer(error(w, 405, "method_not_allowed"));
  return answer(resources(ctx, cred, /^\d+$/.test(m[1]) ? Number(m[1]) : NaN));
}

function resources({ w, q }, cred, loc) {
  const cursor = q.cursor === undefined ? null : q.cursor;
  const hidden =
    !cred.sees.has(loc) &&
    !(w.f("v3-location-unchecked-with-cursor") && cursor) &&
    !(w.f("v3-inaccessible-served") && w.locations.has(loc));
  const missing = error(w, 404, "location_not_found");
  if (hidden && !w.c("cursor-before-location")) return missing;
  let after = null,
    from = loc;
  if (cursor === "" && w.c("empty-cursor-422"))
    return error(w, 422, "validation_failed", [["cursor", "invalid_cursor"]]);
  if (cursor) {
    const got = redeem(w, cred, loc, cursor);
    if (got.code && w.f("v3-location-unchecked-with-cursor") && !cred.sees.has(loc) && got.code === "foreign_cursor")
      from = loc;
    else if (got.code && !(w.f("malformed-cursor-starts-over") && got.code === "invalid_cursor"))
      return error(w, 422, "validation_failed", [["cursor", got.code]]);
    else {
      after = got.after ?? null;
      from = got.loc ?? loc;
    }
  }
  if (hidden) return missing;
  let limit = 25;
  if (w.f("v3-default-20")) limit = 20;
  if (q.limit !== undefined && q.limit !== "") {
    const n = /^\s*[+-]?\d+/.test(q.limit) ? parseInt(q.limit, 10) : 25;
    if (w.c("limit-refused") && !(n >= 1 && n <= 100 && /^\d+$/.test(q.limit)))
      return error(w, 422, "validation_failed", [["limit", "out_of_range"]]);
    limit = Math.min(Math.max(n, 1), w.f("v3-limit-unbounded") ? 1e9 : w.f("v3-limit-50") ? 50 : 100);
  }
  const cmp = order(w),
    key = (x) => [x.title, x.id];
  const all = [...(w.resources.get(from) ?? [])].toSorted((a, b) => cmp(key(a), key(b)));
  let rest = after ? all.filter((x) => cmp(key(x), after) > 0) : all;
  if (after && w.f("v3-ties-lost")) rest = rest.filter((x) => String(x.title) !== String(after[0]));
  if (after && w.f("v3-last-repeated")) rest = all.filter((x) => cmp(key(x), after) >= 0);
  if (after && w.f("v3-later-pages-by-id")) rest = rest.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const page = rest.slice(0, limit);
  const more = rest.length > page.length || (w.f("v3-empty-last-page") && page.length === limit);
  const end = page.at(-1) && page.toSorted((a, b) => cmp(key(a), key(b))).at(-1);
  return {
    status: 200,
    body: {
      data: structuredClone(page),
      next_cursor: more ? issue(w, cred, from, key(end)) : null,
      object: "list",
      has_more: more,
    },
  };
}
