import fc from "fast-check";
import { loadOperations } from "../../specs/operations.ts";
import { mounts } from "../api/server/router.ts";
import { commands } from "../control/commands.ts";
import type { AttackTarget, AttackTargets } from "./targets.ts";

/** A request that is valid HTTP, and hostile in other ways. */
export interface RandomRequest {
  surface: AttackTarget["surface"];
  method: string;
  bytes: Buffer;
}

interface Endpoint {
  surface: AttackTarget["surface"];
  method: string;
  path: string;
}

/** Every call there is, but for resets and reading all traffic, which are not attacks. */
const all: Endpoint[] = [
  ...loadOperations().flatMap(({ address, method, path }) => {
    if (address === "webhook_url") return [];
    const { surface, prefix } = mounts[address];
    return [{ surface, method, path: prefix + path }];
  }),
  ...Object.keys(commands({}))
    .filter((call) => !["POST /reset", "GET /traffic"].includes(call))
    .map((call) => {
      const [method = "", path = ""] = call.split(" ");
      return { surface: "control" as const, method, path: `/control${path}` };
    }),
];

/** Each surface equally often, however many calls it has. */
const anyEndpoint = fc.oneof(
  ...["base", "app", "v3", "control"].map((surface) =>
    fc.constantFrom(...all.filter((endpoint) => endpoint.surface === surface)),
  ),
);

const methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "PURGE"];
const names = ["__proto__", "constructor", "toString", "salon_id", "application_id", "location_id", "items", "events"];
const fields = [...names, "url", "command", "call", "channels", "short_names", "seconds", "change", "event", "reply"];
const queries = [
  ...names,
  "page",
  "count",
  "limit",
  "cursor",
  "from",
  "till",
  "id[]",
  "phone",
  "changed_after",
  "after",
];

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(...names, "NaN", "null", "\0", "'--"),
);
const encoded = fc.oneof(
  text.map(encodeURIComponent),
  fc.constantFrom("%zz", "%", "%00", "%ff", "..", ".", "-1", "0", "1e2", "99999999999999999999", "100,200", "{}"),
);
/** Ids that exist get a request further; they are only used where nothing can change. */
const soundId = fc.constantFrom("100", "200", "300");

/** Values that no field of a body accepts. */
const odd: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("null", "true", "1e400", "-1", "0.5", "9007199254740993", "[]", "{}", '{"toString":null}', "[[]]"),
  fc.constantFrom('{"__proto__":{"salon_id":100}}', "[null]", '"\\u0000"', '"\\ud800"'),
  text.map((value) => JSON.stringify(value)),
);
const body: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...fields), odd).map(objectOf) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }).map((json) => json.slice(0, -1)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)) },
);

function objectOf(json: Record<string, string>): string {
  return `{${Object.entries(json)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`;
}

const headerValue = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const header = fc
  .tuple(
    fc.constantFrom("X-A", "Content-Type", "Accept", "Cookie", "Range", "X-HTTP-Method-Override", "Content-Encoding"),
    headerValue,
  )
  .map(([name, value]) => `${name}: ${value}`);
const credentials = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      headerValue,
      headerValue.map((token) => `Bearer ${token}, User ${token}`),
      fc.constantFrom("", "Bearer", "Bearer ,User", "Bearer __proto__, User constructor"),
    ),
  },
);

/** Requests that must be refused, or change nothing; three out of four have valid credentials. */
export const randomRequest = (targets: AttackTargets): fc.Arbitrary<RandomRequest> =>
  fc
    .record({
      place: anyEndpoint,
      method: fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...methods) },
      ),
      ids: fc.array(encoded, { minLength: 2, maxLength: 2 }),
      soundIds: fc.array(fc.oneof(soundId, encoded), { minLength: 2, maxLength: 2 }),
      beyond: fc.oneof(
        { weight: 9, arbitrary: fc.constant("") },
        { weight: 1, arbitrary: encoded.map((segment) => `/${segment}`) },
      ),
      query: fc.array(fc.tuple(fc.constantFrom(...queries), encoded), { maxLength: 4 }),
      headers: fc.array(header, { maxLength: 4 }),
      authorization: credentials,
      body: fc.option(body, { nil: undefined }),
    })
    .map((drawn) => {
      const { place } = drawn;
      const method = drawn.method ?? place.method;
      const ids = [...(method === "GET" ? drawn.soundIds : drawn.ids)];
      const path = place.path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? "0") + drawn.beyond;
      const query = drawn.query.map(([name, value]) => `${name}=${value}`).join("&");
      const sent = Buffer.from((drawn.body ?? "") as string);
      const lines = [
        `${method} ${path}${query ? `?${query}` : ""} HTTP/1.1`,
        "Host: localhost",
        `Authorization: ${drawn.authorization ?? targets[place.surface].authorization}`,
        ...drawn.headers,
        ...(drawn.body === undefined ? [] : [`Content-Length: ${sent.length}`]),
      ];
      return {
        surface: place.surface,
        method,
        bytes: Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), sent]),
      };
    });

/** A request with some of its bytes replaced, and sometimes cut short. */
export const mangled = (targets: AttackTargets): fc.Arbitrary<RandomRequest> =>
  fc
    .tuple(
      randomRequest(targets),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 400 }),
    )
    .map(([request, changes, end]) => {
      const bytes = Buffer.from(request.bytes);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      return { ...request, bytes: end < 200 ? bytes : bytes.subarray(0, end) };
    });
