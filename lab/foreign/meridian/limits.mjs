// Token buckets that refill continuously, on the provider's clock. v1: per address; v3: per credential.
import { refuse, SECOND } from "./util.mjs";

const EPS = 1e-9;
function fill(b, now, windowed) {
  if (windowed) {
    if (now - b.at >= b.w * SECOND) Object.assign(b, { tokens: b.cap, at: now });
    return;
  }
  b.tokens = Math.min(b.cap, b.tokens + ((now - b.at) / SECOND) * b.rate);
  b.at = now;
}
const bucket = (now, cap, rate, limit = cap, w = 1) => ({ cap, rate, limit, w, tokens: cap, at: now });

/** 5 a second and 200 a minute; a little slack, since requests bunch on their way. */
export function limitV1(p, address) {
  if (p.c("v1-limit-lenient")) return;
  const now = p.clock.now(),
    exact = p.c("v1-limit-exact"),
    slow = p.f("v1-three-a-second"),
    few = p.f("v1-hundred-a-minute");
  const buckets = (p.v1Buckets[address] ??= [
    slow ? bucket(now, 3, 3) : bucket(now, exact ? 5 : 10, 5),
    few ? bucket(now, 100, 100 / 60) : bucket(now, exact ? 200 : 210, 200 / 60),
  ]);
  buckets.forEach((b) => fill(b, now));
  const short = buckets.find((b) => b.tokens < 1 - EPS);
  if (short)
    refuse(429, "Slow down, please.", {
      headers: { "Retry-After": String(Math.ceil((1 - short.tokens) / short.rate - EPS)) },
    });
  buckets.forEach((b) => {
    b.tokens -= 1;
  });
}

/** Answers the RateLimit-* headers of a served call, or refuses with 429. */
export function limitV3(p, credential) {
  const now = p.clock.now(),
    windowed = p.c("v3-fixed-window");
  const buckets = (p.v3Buckets[credential] ??= (
    p.c("v3-two-policies")
      ? [
          [12, 4],
          [60, 40],
        ]
      : [[30, 15]]
  ).map(([n, w]) => bucket(now, n, n / w, n, w)));
  buckets.forEach((b) => fill(b, now, windowed));
  const tight = buckets.reduce((a, b) => (b.tokens < a.tokens - EPS ? b : a));
  const wait = (b) => Math.max(1, Math.ceil((windowed ? b.w - (now - b.at) / SECOND : (1 - b.tokens) / b.rate) - EPS));
  const policy = `${tight.limit};w=${tight.w}`;
  const early = p.f("v3-refused-early") && tight.tokens < tight.limit - 5;
  if ((tight.tokens < 1 - EPS && !p.f("v3-limit-not-enforced")) || early || now < (tight.blocked ?? 0)) {
    const seconds = Math.max(...buckets.filter((b) => b === tight || b.tokens < 1 - EPS).map(wait));
    if (p.f("v3-retry-after-short") && !(now < tight.blocked)) tight.blocked = now + (seconds + 6) * SECOND;
    refuse(p.f("v3-429-as-403") ? 403 : 429, "Too many requests for this credential.", {
      code: "rate_limited",
      headers: {
        "Retry-After": String(seconds),
        "RateLimit-Reset": String(seconds),
        "RateLimit-Remaining": "0",
        "RateLimit-Policy": policy,
      },
    });
  }
  buckets.forEach((b) => {
    b.tokens = Math.max(0, b.tokens - 1);
  });
  const untilFull = Math.ceil((tight.cap - tight.tokens) / tight.rate);
  return {
    "RateLimit-Remaining": String(
      p.f("v3-remaining-fraction") ? (tight.tokens - 0.5).toFixed(1) : Math.floor(tight.tokens + EPS),
    ),
    "RateLimit-Policy": policy,
    "RateLimit-Reset": String(p.f("v3-reset-countdown") ? untilFull : tight.w),
  };
}
