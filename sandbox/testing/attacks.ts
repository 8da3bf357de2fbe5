import type { AttackTarget } from "./targets.ts";

/** A request, and the status of its answer, which may be another on some surfaces. */
interface Attack {
  bytes: (target: AttackTarget) => string | Buffer;
  status: number;
  otherwise?: Partial<Record<AttackTarget["surface"], number>>;
}

/** A request's head. */
export const head = (
  { method, path, authorization }: Pick<AttackTarget, "method" | "path" | "authorization">,
  more: readonly string[] = [],
): string =>
  `${[`${method} ${path} HTTP/1.1`, "Host: localhost", `Authorization: ${authorization}`, ...more].join("\r\n")}\r\n\r\n`;

/** A request with a body. */
export const whole = (target: AttackTarget, body: string | Buffer, more: readonly string[] = []): Buffer => {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([Buffer.from(head(target, [`Content-Length: ${bytes.length}`, ...more])), bytes]);
};

type Table = Record<string, Attack>;

const tabled = <T>(rows: Record<string, T>, attack: (row: T) => Attack): Table =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, attack(row)]));

const nested = (depth: number, [open = "", close = ""]: string[]) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Bodies that are not JSON, or are nested too deeply. */
const unreadable = tabled<string | Buffer>(
  {
    "truncated JSON": '{"salon_id": 100, "application_id"',
    "JSON with a trailing comma": '{"salon_id": 100,}',
    "two JSON values": '{"salon_id": 100} {"salon_id": 100}',
    "JSON in single quotes": "{'salon_id': 100}",
    "a comment in JSON": '{"salon_id": 100 /* Riga */}',
    "a bare NaN": '{"salon_id": NaN}',
    "a bare -Infinity": '{"salon_id": -Infinity}',
    "a number in hexadecimal": '{"salon_id": 0x64}',
    "a number with a leading zero": '{"salon_id": 0100}',
    "a form": "salon_id=100&application_id=200",
    "a page of HTML": "<!doctype html><script>alert(1)</script>",
    "100,000 opening brackets": "[".repeat(100_000),
    "100,000 nested lists": nested(100_000, ["[", "]"]),
    "100,000 nested objects": nested(100_000, ['{"a":', "}"]),
    "deep nesting in a field": `{"salon_id": ${nested(5000, ["[", "]"])}, "items": ${nested(5000, ["[", "]"])}}`,
    "a raw NUL in a JSON string": '{"command": "\0"}',
    "a raw line break in a JSON string": '{"command": "\n"}',
    "invalid UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    "half of a UTF-8 character": Buffer.from([...Buffer.from('{"command": "'), 0xe2, 0x82, 0x22, 0x7d]),
    "UTF-16": Buffer.from('{"salon_id": 100}', "utf16le"),
    "gzip under the name of JSON": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
    "NUL alone": Buffer.alloc(1000),
  },
  (body) => ({ status: 400, bytes: (target) => whole(target, body) }),
);

/** Bodies that are JSON of the wrong shape; a v3 read ignores its body. */
const unfit = tabled(
  {
    "a JSON list": "[]",
    "a JSON null": "null",
    "a JSON text": '"salon_id"',
    "a JSON number": "100",
    "an empty object": "{}",
    "fields below __proto__":
      '{"__proto__": {"salon_id": 100, "application_id": 200, "command": "enable", "items": []}}',
    "fields below constructor.prototype": '{"constructor": {"prototype": {"salon_id": 100, "application_id": 200}}}',
    "the number 1e400": '{"salon_id": 1e400, "application_id": 1e400, "command": "enable"}',
  },
  (body) => ({ status: 422, bytes: (target) => whole(target, body), otherwise: { v3: 200 } }),
);

/** Paths that lead nowhere. */
const lost = tabled(
  {
    "an unknown path": "/nothing/here",
    "a path with a broken percent sign": "/hooks_settings/%zz",
    "a path that ends in a percent sign": "/hooks_settings/%",
    "a path with invalid UTF-8": "/hooks_settings/%ff%fe",
    "a path with an encoded NUL": "/hooks_settings/100%00",
    "a path with an encoded slash": "/hooks_settings%2f100",
    "a path that climbs": "/../../../../etc/passwd",
    "a path that climbs in code": "/%2e%2e/%2e%2e/etc/passwd",
    "a path of slashes": "/".repeat(5000),
    "a path of dots": "/./././.",
    "a path with backslashes": "/\\..\\..\\windows",
    "a path named __proto__": "/__proto__",
    "a path named constructor": "/constructor/prototype",
    "a path of 8,000 letters": `/${"a".repeat(8000)}`,
    "an id that is no number": "/hooks_settings/1e2",
    "an id that is negative": "/hooks_settings/-100",
    "an id of 400 digits": `/hooks_settings/${"9".repeat(400)}`,
    "a path with parameters of a matrix": "/hooks_settings/100;a=b",
    "a query after nothing": "/nothing/here?%zz=%zz&&&==&__proto__[a]=b",
  },
  (path) => ({ status: 404, bytes: (target) => head({ ...target, method: "GET", path: target.prefix + path }) }),
);

/** Methods of HTTP that the platform does not use; the control protocol answers them like unknown calls. */
const unheardOf = Object.fromEntries(
  ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "MKCOL", "PURGE", "M-SEARCH", "SOURCE"].map((method) => [
    `the method ${method}`,
    {
      status: 405,
      bytes: (target: AttackTarget) => head({ ...target, method }),
      otherwise: { control: 404 },
    },
  ]),
);

/** Authorization headers that are refused. */
const locked = tabled<(sound: string) => string>(
  {
    "no credentials": () => "",
    "a scheme without a token": () => "Bearer",
    "an unknown token": () => "Bearer nobody",
    "a token in lower case": (sound) => sound.toLowerCase(),
    "another scheme": (sound) => sound.replace("Bearer", "Basic"),
    "a token with a tab before it": (sound) => sound.replace("Bearer ", "Bearer \t"),
    "a token with more text at its end": (sound) => `${sound}, Bearer x`,
    "a token that is __proto__": () => "Bearer __proto__, User __proto__",
    "a token that is constructor": () => "Bearer constructor, User toString",
    "a token of 8,000 letters": () => `Bearer ${"a".repeat(8000)}`,
    "a token with Latin letters": () => "Bearer caf\u00e9",
    "8,000 commas": () => `Bearer ${",".repeat(8000)}`,
    "a User without a partner": () => "User owner",
  },
  (spoil) => ({
    status: 401,
    bytes: (target) => whole({ ...target, authorization: spoil(target.authorization) }, "{}"),
  }),
);

/** Bytes that are not a valid HTTP/1.1 request. */
const garbled = tabled<(target: AttackTarget) => string | Buffer>(
  {
    "a line of HTTP/3.0": ({ path }) => `GET ${path} HTTP/3.0\r\nHost: localhost\r\n\r\n`,
    "the preface of HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a version that is no number": ({ path }) => `GET ${path} HTTP/x.y\r\nHost: localhost\r\n\r\n`,
    "a method in lower case": (target) => head({ ...target, method: "get" }),
    "an unknown method": (target) => head({ ...target, method: "BREW" }),
    "a method with a NUL": (target) => head({ ...target, method: "GE\0T" }),
    "a NUL in the path": (target) => head({ ...target, path: `${target.prefix}/\0` }),
    "a control byte in the path": (target) => head({ ...target, path: `${target.prefix}/\x01\x7f` }),
    "a NUL in the query": (target) => head({ ...target, path: `${target.path}?a=\0` }),
    "Latin letters in the path": (target) => head({ ...target, path: `${target.prefix}/caf\u00e9` }),
    "a space in the path": (target) => head({ ...target, path: `${target.prefix}/a b` }),
    "a target without a slash": (target) => head({ ...target, method: "GET", path: "countries" }),
    "an authority as its target": (target) => head({ ...target, method: "GET", path: "example.com:80" }),
    "the method CONNECT": (target) => head({ ...target, method: "CONNECT", path: "example.com:80" }),
    "CONNECT with bytes after it": (target) =>
      `${head({ ...target, method: "CONNECT", path: "127.0.0.1:1" })}${"x".repeat(100_000)}`,
    "no Host": ({ path }) => `GET ${path} HTTP/1.1\r\n\r\n`,
    "a NUL in a header": (target) => head(target, ["X-A: a\0b"]),
    "a control byte in a header": (target) => head(target, ["X-A: a\x01b"]),
    "a NUL in Authorization": (target) => head({ ...target, authorization: `${target.authorization}\0` }),
    "a header name with a space": (target) => head(target, ["X A: b"]),
    "a space before the colon": (target) => head(target, ["X-A : b"]),
    "a header without a name": (target) => head(target, [": b"]),
    "a header without a colon": (target) => head(target, ["nonsense"]),
    "two different Content-Lengths": (target) => `${head(target, ["Content-Length: 2", "Content-Length: 3"])}{} `,
    "a list of Content-Lengths": (target) => `${head(target, ["Content-Length: 2, 2"])}{}`,
    "a negative Content-Length": (target) => `${head(target, ["Content-Length: -2"])}{}`,
    "a Content-Length in hexadecimal": (target) => `${head(target, ["Content-Length: 0x2"])}{}`,
    "a Content-Length beyond all numbers": (target) => `${head(target, [`Content-Length: ${"9".repeat(40)}`])}{}`,
    "Content-Length and Transfer-Encoding": (target) =>
      `${head(target, ["Content-Length: 2", "Transfer-Encoding: chunked"])}2\r\n{}\r\n0\r\n\r\n`,
    "an unknown Transfer-Encoding": (target) => `${head(target, ["Transfer-Encoding: gzip"])}{}`,
    "chunked before another encoding": (target) =>
      `${head(target, ["Transfer-Encoding: chunked, identity"])}2\r\n{}\r\n0\r\n\r\n`,
    "a chunk size that is no number": (target) =>
      `${head(target, ["Transfer-Encoding: chunked"])}zz\r\n{}\r\n0\r\n\r\n`,
    "a negative chunk size": (target) => `${head(target, ["Transfer-Encoding: chunked"])}-2\r\n{}\r\n0\r\n\r\n`,
    "a chunk size beyond all numbers": (target) =>
      `${head(target, ["Transfer-Encoding: chunked"])}${"f".repeat(17)}\r\n{}\r\n`,
    "a chunk longer than it says": (target) =>
      `${head(target, ["Transfer-Encoding: chunked"])}2\r\n{"salon_id": 100}\r\n0\r\n\r\n`,
    "a TLS greeting": () => Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]),
    "a SOCKS greeting": () => Buffer.from([5, 1, 0]),
    "bytes of all kinds": () => Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + 13) % 256)),
  },
  (bytes) => ({ status: 400, bytes }),
);

/** Requests that are too large. */
const excessive: Table = {
  "5,000 headers": {
    status: 431,
    bytes: (target) =>
      head(
        target,
        Array.from({ length: 5000 }, (_, index) => `X-${index}: ${index}`),
      ),
  },
  "a header of 100 kB": { status: 431, bytes: (target) => head(target, [`X-A: ${"a".repeat(100_000)}`]) },
  "a header name of 100 kB": { status: 431, bytes: (target) => head(target, [`${"a".repeat(100_000)}: a`]) },
  "a path of 100 kB": { status: 431, bytes: (target) => head({ ...target, path: `/${"a".repeat(100_000)}` }) },
  "100 kB of trailers": {
    status: 431,
    bytes: (target) =>
      `${head(target, ["Transfer-Encoding: chunked"])}2\r\n{}\r\n0\r\n${"X-A: a\r\n".repeat(12_500)}\r\n`,
  },
  "a chunk extension of 100 kB": {
    status: 413,
    bytes: (target) => `${head(target, ["Transfer-Encoding: chunked"])}2;${"a".repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
  },
  // Seeds come whole, so the control protocol accepts larger bodies from callers that have the token.
  "a body of 5 MB": { status: 413, bytes: (target) => whole(target, "x".repeat(5e6)), otherwise: { control: 400 } },
  "a chunked body of 5 MB": {
    status: 413,
    bytes: (target) =>
      `${head(target, ["Transfer-Encoding: chunked"])}${(5e6).toString(16)}\r\n${"x".repeat(5e6)}\r\n0\r\n\r\n`,
    otherwise: { control: 400 },
  },
  "a body of 5 MB with Expect: 100-continue": {
    status: 413,
    bytes: (target) => whole(target, "x".repeat(5e6), ["Expect: 100-continue"]),
    otherwise: { control: 400 },
  },
};

/** Requests that HTTP and JSON allow, and that hardly anybody sends. */
const odd: Table = {
  "ids between whole numbers": {
    status: 404,
    bytes: (target) => whole(target, '{"salon_id": 1e-400, "application_id": 200.5, "command": "enable"}'),
    otherwise: { v3: 200, control: 422 },
  },
  "a target in absolute form": {
    status: 404,
    bytes: (target) => head({ ...target, method: "GET", path: "http://sandbox/nothing" }),
  },
  "a target in another scheme": {
    status: 404,
    bytes: (target) => head({ ...target, method: "GET", path: "file:///etc/passwd" }),
  },
  "an asterisk as its target": { status: 404, bytes: (target) => head({ ...target, method: "OPTIONS", path: "*" }) },
  "Expect: 100-continue": { status: 400, bytes: (target) => whole(target, "{", ["Expect: 100-continue"]) },
  "Expect: nonsense": { status: 400, bytes: (target) => whole(target, "{", ["Expect: nonsense"]) },
  "an Upgrade to WebSocket": {
    status: 404,
    bytes: (target) =>
      head({ ...target, method: "GET", path: `${target.prefix}/nothing/here` }, [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
      ]),
  },
  "an Upgrade to HTTP/2": {
    status: 400,
    bytes: (target) =>
      whole(target, "{", ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AA"]),
  },
  "line breaks before it": { status: 400, bytes: (target) => `${"\r\n".repeat(1000)}${whole(target, "{").toString()}` },
  // The version is not served here, but the path is read all the same.
  "a line of HTTP/0.9": {
    status: 404,
    bytes: ({ prefix }) => `GET ${prefix}/nothing/here\r\n\r\n`,
    otherwise: { control: 401 },
  },
  "a line of HTTP/1.0": {
    status: 404,
    bytes: ({ prefix, authorization }) =>
      `GET ${prefix}/nothing/here HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`,
  },
};

/** Every attack by what is wrong with it. */
export const attacks: Table = {
  ...unreadable,
  ...unfit,
  ...lost,
  ...unheardOf,
  ...locked,
  ...garbled,
  ...excessive,
  ...odd,
};
