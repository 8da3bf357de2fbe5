// Who is calling, and may they?
import { FAULTS } from "./faults.mjs";

export class Refusal extends Error {
  constructor(status, message, extra = {}) {
    super(message ?? WORDS[status] ?? "Hata.");
    this.status = status;
    this.extra = extra;
  }
}
const WORDS = {
  400: "Anlaşılmayan istek.",
  401: "Kimlik doğrulaması gerekli.",
  403: "Erişim reddedildi.",
  404: "Bulunamadı.",
  405: "Yöntem desteklenmiyor.",
  406: "Accept başlığı gerekli.",
  409: "Bu durumda olmaz.",
  410: "Süresi doldu.",
  415: "Content-Type: application/json gerekli.",
  422: "Geçersiz veri.",
  429: "Çok fazla istek.",
};
export const deny = (status, message, extra) => {
  throw new Refusal(status, message, extra);
};

/** `Bearer X` or `Bearer X, User Y`; the words in any letter case, unless the shop is strict. */
export function parseAuthorization(w, header = "") {
  const m = /^\s*(\S+)\s+([^\s,]+)\s*(?:,\s*(\S+)\s+([^\s,]+)\s*)?$/.exec(header);
  if (!m) return {};
  const is = (word, wanted) =>
    w.c("scheme-case-strict") ? word === wanted : word?.toLowerCase() === wanted.toLowerCase();
  if (!is(m[1], "Bearer")) return {};
  return { bearer: m[2], user: is(m[3], "User") ? m[4] : undefined };
}

/** Sets ctx.user where the operation needs one; throws 401 otherwise. */
export function authenticate(ctx, route) {
  const { w } = ctx;
  const given = parseAuthorization(w, ctx.headers.authorization);
  let level = route.auth;
  for (const f of FAULTS) if (f.auth && w.f(f.name)) level = f.auth(ctx) ?? level;
  const same = (a, b) => {
    if (a === b) return true;
    if (!a) return false;
    if (w.f("partner-token-prefix") && ctx.op === "status" && b === w.partnerToken)
      return a.slice(0, 20) === b.slice(0, 20);
    if (w.f("partner-token-case") && ctx.op === "salons" && b === w.partnerToken)
      return a.toLowerCase() === b.toLowerCase();
    if (w.f("user-token-prefix") && ctx.op === "calls") return a.slice(0, 12) === b.slice(0, 12);
    return false;
  };
  if (level === "none") return;
  const partner =
    same(given.bearer, w.partnerToken) ||
    (w.f("user-token-as-partner") && ctx.op === "countries" && w.users.some((u) => u.token === given.bearer)) ||
    (w.f("grant-partner-unchecked") && ctx.op === "grant" && given.bearer);
  if (!partner) deny(401);
  if (level !== "user") return;
  ctx.user = w.users.find((u) => same(given.user, u.token));
  if (!ctx.user && w.f("clients-any-user") && ctx.op === "clients" && given.user) ctx.user = w.users[0];
  if (!ctx.user) deny(401, "Kullanıcı anahtarı eksik ya da yanlış.");
}

/** A data call for a Location: people by their rights, the system user where the application is active. */
export function mayRead(ctx, loc, module) {
  const { w, user } = ctx;
  if (!user) return;
  if (user.kind === "system") {
    const link = w.seen(loc, w.fixtures.application_id, w.c("lag-data-calls") ? 1500 : 0);
    const ok =
      link &&
      (link.state === "active" ||
        (link.state === "freezed" && w.c("freezed-serves-data")) ||
        (link.state === "pending" &&
          (w.f(`${ctx.op}-while-pending`) || (w.f("data-after-reinstall") && link.installs > 0))) ||
        (link.state === "uninstalled" && link.installs === 0 && w.f("data-without-link")));
    if (!ok && w.f("data-without-link") && !link && w.locations.has(loc)) return;
    if (!ok) deny(w.f("not-active-404") ? 404 : w.c("not-active-401") ? 401 : 403, "Uygulama bu şubede etkin değil.");
    return;
  }
  if (user.kind === "stranger" && w.f(`${ctx.op}-stranger-served`)) return;
  if (!user.sees.has(loc)) deny(403);
  if (!user.modules.includes(module)) deny(403, "Bu bölüm için yetkiniz yok.");
}
