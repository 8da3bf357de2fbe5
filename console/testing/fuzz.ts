import fc from "fast-check";
import type { ConsoleRoute } from "../routes/action.ts";

/** Everything that a form or a body may hold. */
const fieldNames =
  "approval as claims connect.body connect.url days document email name only pact password profile reason schedule scope task url webhook_url yaml __proto__".split(
    " ",
  );

/** Texts that programs stumble over. */
const nasty = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "'; DROP TABLE assay.runs; --",
  "../../etc/passwd",
  "%00",
  "%ff",
  "{}",
  "[]",
  "null",
  "true",
  "-1",
  "1e400",
  "99999999999999999999",
  "&a [*a]",
  "x: &a [*a, *a]",
  "form",
  "http://[::1",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  "a".repeat(70_000),
  "🙂".repeat(40),
  "00000000-0000-0000-0000-000000000000",
  "constructor",
  "results.json",
  "failed",
  "manage",
];

/** One request that no one expects. */
export interface Fuzzed {
  path: string;
  query: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** Requests to a route: what its address names is there or is not, and the rest is anything. */
export function fuzzed(route: ConsoleRoute, known: Readonly<Record<string, string>>): fc.Arbitrary<Fuzzed> {
  const anyText = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: "binary", maxLength: 40 }));
  const anything = fc.oneof(
    anyText,
    fc.constantFrom(...nasty),
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(anyText, { maxLength: 3 }),
  );
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const param = (name: string) => fc.oneof(fc.constant(known[name] ?? ""), anyText);
  return fc.record({
    path: fc
      .tuple(...params.map(param))
      .map((values) =>
        params.reduce(
          (path, name, index) => path.replace(`:${name}`, encode(values[index] ?? "").slice(0, 300) || "-"),
          route.path,
        ),
      ),
    query: fc.constantFrom("", "?to=//evil.example", "?x=%00", "?to[]=1", "?limit=-1&after=x"),
    body: fc.dictionary(fc.constantFrom(...fieldNames), anything, { maxKeys: 6 }),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      { "last-event-id": "-1e9" },
      { "x-forwarded-for": "'\"," },
      { "content-type": "application/json; charset=x" },
    ),
  });
}

/** A text as a part of a path; what no text can be written as stays out. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""));
