// How a fault is written down: name, heading and words that it breaks, flags (L: seen without control, S: subtle), and its spoiler if it only changes an answer.
export const fault =
  (heading) =>
  (name, breaks, flags = "", how = {}) => ({
    name,
    heading,
    breaks,
    live: flags.includes("L"),
    subtle: flags.includes("S"),
    ...how,
  });
const list = (ops) => [ops].flat();
/** Changes good answers of these operations. */
export const ok = (ops, change) => ({
  ops: list(ops),
  spoil: (r, x) => {
    if (r.status < 300 && r.body) change(r.body, x, r);
  },
});
/** Changes refusals. */
export const bad = (ops, change) => ({
  ops: list(ops),
  spoil: (r, x) => {
    if (r.status >= 400 && r.body) change(r.body, x, r);
  },
});
/** Changes every item of a list. */
export const items = (ops, change) =>
  ok(ops, (b, x) => {
    if (Array.isArray(b.data)) b.data.forEach((d, i) => change(d, i, b.data, x));
  });
/** Changes headers: of 200s, or of 429s. */
export const heads = (status, change) => ({
  ops: ["resources"],
  spoil: (r, x) => {
    if (r.status === status) {
      r.headers = { ...r.headers };
      change(r.headers, x, r);
    }
  },
});
export const escape = (t) =>
  String(t)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/'/g, "&#039;")
    .replace(/"/g, "&quot;");
