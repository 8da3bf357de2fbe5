import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { answerHead, type Misbehaviour } from "./torture-server.ts";

/** A misbehaviour of a target, the requirement that it breaks by that, if any, and the words for it. */
export interface TargetTorture {
  does: Misbehaviour;
  breaks?: string;
  says: RegExp;
}

const json = { "content-type": "application/json" };

/** Writes something, and closes the connection. */
export const sends =
  (...parts: (string | Buffer)[]): Misbehaviour =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** Writes something, and never says more. */
export const hangsAfter =
  (...parts: string[]): Misbehaviour =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

/** Writes something, and resets the connection once it is sent. */
const resetsAfter =
  (...parts: string[]): Misbehaviour =>
  (socket) =>
    void (parts.length > 0
      ? socket.write(parts.join(""), () => setTimeout(() => socket.resetAndDestroy(), 5))
      : socket.resetAndDestroy());

/** Writes pieces without end. */
export const drips =
  (head: string, piece: string | Buffer, every: number): Misbehaviour =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), every);
    socket.once("close", () => clearInterval(timer));
  };

/** Writes as fast as the client reads, without end. */
export const floods =
  (head: string, piece: string | Buffer): Misbehaviour =>
  (socket) => {
    socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  };

/** A whole answer with a body. */
export const answers = (
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = json,
  status = 200,
): Misbehaviour =>
  sends(
    answerHead(status, { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" }),
    body,
  );

/** An answer that is right but for something. */
const changes =
  (
    change: (right: string) => string | Buffer,
    headers: Readonly<Record<string, string>> = json,
    status = 200,
  ): Misbehaviour =>
  (socket: Socket, request) =>
    answers(change(request.right), headers, status)(socket, request);

/** The right answer with other data. */
const holds = (data: string, more = ""): Misbehaviour => answers(`{"success":true,"data":${data},"meta":[]${more}}`);

const chunked = answerHead(200, { ...json, "transfer-encoding": "chunked" });
const [head100, head10] = [100, 10].map((length) => answerHead(200, { ...json, "content-length": String(length) })) as [
  string,
  string,
];
const zeros = Buffer.alloc(3_000_000, " ");

/** Several times what is read of an answer once it is decoded. */
const bomb = Buffer.alloc(5_000_000);
const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);
const tooLarge = /a body of more than 1 MB/;
const late = /no answer \(no answer in time\)|does not end after/;
const lost = /no answer \(.*(closed|ECONNRESET|EPIPE|socket)/;
const notHttp = /does not match the HTTP\/1\.1 protocol/;
const notJson = /a body that is not JSON/;

/** True if a target may reach the bound on the time that an answer takes. */
export const mayBeLate = ({ says }: { says: RegExp }): boolean => /no answer|does not end/.test(says.source);

/** Misbehaviours of a target in one answer. */
export const misbehaviours: Record<string, TargetTorture> = {
  // Connections.
  "closes before the head": { does: sends(), breaks: "ENV-7", says: lost },
  "resets before the head": { does: resetsAfter(), breaks: "ENV-7", says: lost },
  "closes within the status line": { does: sends("HTTP/1.1 2"), breaks: "ENV-7", says: lost },
  "closes within the headers": { does: sends("HTTP/1.1 200 OK\r\nContent-Ty"), breaks: "ENV-7", says: lost },
  "resets within the headers": { does: resetsAfter("HTTP/1.1 200 OK\r\nContent-Ty"), breaks: "ENV-7", says: lost },
  "closes after the headers": { does: sends(head100), breaks: "ENV-7", says: lost },
  "resets after the headers": { does: resetsAfter(head100), breaks: "ENV-7", says: lost },
  "closes within the body": { does: sends(head100, '{"success":'), breaks: "ENV-7", says: /breaks off after 11 bytes/ },
  "resets within the body": {
    does: resetsAfter(head100, '{"success":'),
    breaks: "ENV-7",
    says: /breaks off after 11 bytes|no answer \(ECONNRESET/,
  },
  "closes within a chunk": { does: sends(chunked, "20\r\n{}"), breaks: "ENV-7", says: /breaks off after 2 bytes/ },
  "closes before the last chunk": {
    does: sends(chunked, "2\r\n{}\r\n"),
    breaks: "ENV-7",
    says: /breaks off after 2 bytes/,
  },
  "resets after the body": {
    does: (socket, { right }) =>
      void socket.write(
        `${answerHead(200, { ...json, "content-length": String(Buffer.byteLength(right)) })}${right}`,
        () => setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    says: /^$/,
  },
  // Silence.
  "never answers": { does: hangsAfter(), breaks: "ENV-7", says: late },
  "hangs within the status line": { does: hangsAfter("HTTP/1."), breaks: "ENV-7", says: late },
  "hangs within the headers": { does: hangsAfter("HTTP/1.1 200 OK\r\nContent-"), breaks: "ENV-7", says: late },
  "hangs after the headers": { does: hangsAfter(head100), breaks: "ENV-7", says: late },
  "hangs within the body": { does: hangsAfter(head100, '{"a":'), breaks: "ENV-7", says: /does not end after 5 bytes/ },
  "hangs before the last chunk": {
    does: hangsAfter(chunked, "2\r\n{}\r\n"),
    breaks: "ENV-7",
    says: /does not end after 2 bytes/,
  },
  "hangs without an end of its body": {
    does: hangsAfter(answerHead(200, json), "{}"),
    breaks: "ENV-7",
    says: /does not end after 2 bytes/,
  },
  "sends a head by single letters": {
    does: drips("", "H", 20),
    breaks: "ENV-7",
    says: /no answer in time|does not match the HTTP/,
  },
  "sends headers without end, slowly": {
    does: drips("HTTP/1.1 200 OK\r\n", "X-More: 1\r\n", 10),
    breaks: "ENV-7",
    says: late,
  },
  "sends a body by single bytes": {
    does: drips(answerHead(200, json), "x", 20),
    breaks: "ENV-7",
    says: /does not end after/,
  },
  "sends chunks by single bytes": {
    does: drips(chunked, "1\r\nx\r\n", 20),
    breaks: "ENV-7",
    says: /does not end after/,
  },
  "sends 1xx without end, slowly": {
    does: drips("", "HTTP/1.1 102 Processing\r\n\r\n", 10),
    breaks: "ENV-7",
    says: late,
  },
  "sends 1xx without end, quickly": {
    does: floods("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(50)),
    breaks: "ENV-7",
    says: /no answer/,
  },
  // Sizes.
  "sends a body without end": { does: floods(answerHead(200, json), zeros), breaks: "ENV-6", says: tooLarge },
  "sends chunks without end": {
    does: floods(chunked, `ffff\r\n${"x".repeat(0xffff)}\r\n`),
    breaks: "ENV-6",
    says: tooLarge,
  },
  "sends chunks of one byte without end": {
    does: floods(chunked, "1\r\nx\r\n".repeat(10_000)),

    says: /more than 1 MB|does not end after/,
  },
  "announces 200 MB and sends them": {
    does: floods(answerHead(200, { ...json, "content-length": "200000000" }), zeros),
    breaks: "ENV-6",
    says: tooLarge,
  },
  "announces more bytes than there are numbers": {
    does: floods(answerHead(200, { ...json, "content-length": "9007199254740991" }), zeros),
    breaks: "ENV-6",
    says: tooLarge,
  },
  "sends 3 MB of blanks before its JSON": {
    does: changes((right) => " ".repeat(3_000_000) + right),
    breaks: "ENV-6",
    says: tooLarge,
  },
  "sends a string of 3 MB": { does: holds(`["${"x".repeat(3_000_000)}"]`), breaks: "ENV-6", says: tooLarge },
  "sends a bomb of gzip": {
    does: answers(gzipSync(bomb), { ...json, "content-encoding": "gzip" }),
    breaks: "ENV-6",
    says: /more than 1 MB once it is decoded/,
  },
  "sends a bomb of brotli": {
    does: answers(brotliCompressSync(bomb), { ...json, "content-encoding": "br" }),
    breaks: "ENV-6",
    says: /more than 1 MB once it is decoded/,
  },
  "sends a bomb of deflate": {
    does: answers(deflateSync(bomb), { ...json, "content-encoding": "deflate" }),
    breaks: "ENV-6",
    says: /more than 1 MB once it is decoded/,
  },
  "sends gzip within gzip within gzip": {
    does: answers(gzipSync(gzipSync(gzipSync(bomb))), {
      ...json,
      "content-encoding": "gzip, gzip, gzip",
    }),
    breaks: "ENV-6",
    says: /more than 1 MB once it is decoded/,
  },
  "sends headers of 100 kB": {
    does: sends(`HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`),
    breaks: "ENV-7",
    says: /too many or too long headers/,
  },
  "sends thousands of headers": {
    does: sends(`HTTP/1.1 200 OK\r\n${"X-Many: 1\r\n".repeat(5000)}\r\n{}`),
    breaks: "ENV-7",
    says: /too many or too long headers/,
  },
  "sends headers without end": {
    does: floods("HTTP/1.1 200 OK\r\n", "X-More: 1\r\n".repeat(100)),
    breaks: "ENV-7",
    says: /too many or too long headers/,
  },
  "sends a status line of 100 kB": {
    does: sends(`HTTP/1.1 200 ${"O".repeat(100_000)}\r\n\r\n`),
    breaks: "ENV-6",
    says: notJson,
  },
  // HTTP.
  "speaks HTTP/0.9": { does: sends("<html>hello</html>"), breaks: "ENV-7", says: notHttp },
  "speaks nonsense": { does: sends("\u0000\u0001\u0002 nonsense\r\n\r\n"), breaks: "ENV-7", says: notHttp },
  "speaks HTTP/3.7": { does: sends("HTTP/3.7 200 OK\r\nContent-Length: 2\r\n\r\n{}"), breaks: "ENV-7", says: notHttp },
  "speaks SMTP": { does: sends("220 mail.example ESMTP\r\n"), breaks: "ENV-7", says: notHttp },
  "answers with a status of 99": {
    does: sends("HTTP/1.1 99 Odd\r\nContent-Length: 2\r\n\r\n{}"),
    breaks: "ENV-7",
    says: /does not match the HTTP|the status 99|no answer/,
  },
  "answers with a status of 1000": {
    does: sends("HTTP/1.1 1000 Odd\r\nContent-Length: 2\r\n\r\n{}"),
    breaks: "ENV-7",
    says: /does not match the HTTP|the status/,
  },
  "answers with a status that is a word": { does: sends("HTTP/1.1 fine OK\r\n\r\n"), breaks: "ENV-7", says: notHttp },
  "answers with a Content-Length that is too small": { does: changes((right) => right, json), says: /^$/ },
  "answers with a Content-Length of 10": {
    does: (socket, { right }) => sends(head10, right)(socket, { count: 1, head: "", right }),
    breaks: "ENV-6",
    says: notJson,
  },
  "answers with a negative Content-Length": {
    does: sends("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"),
    breaks: "ENV-7",
    says: /Content-Length|does not match the HTTP/,
  },
  "answers with a Content-Length that is a word": {
    does: sends("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}"),
    breaks: "ENV-7",
    says: /Content-Length|does not match the HTTP/,
  },
  "answers with two lengths": {
    does: sends("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n{}  "),
    breaks: "ENV-7",
    says: /two lengths|not HTTP|length/,
  },
  "answers with a length and chunks": {
    does: sends("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    breaks: "ENV-7",
    says: /two lengths|not HTTP|length/,
  },
  "answers with chunks of a size that is none": {
    does: sends(chunked, "zz\r\n{}\r\n0\r\n\r\n"),
    breaks: "ENV-7",
    says: /does not match the HTTP|breaks off|closed/,
  },
  "answers with an unknown transfer coding": {
    does: sends("HTTP/1.1 200 OK\r\nTransfer-Encoding: secret\r\n\r\n{}"),
    breaks: "ENV-2",
    says: /found nothing/,
  },
  "answers with a header without a name": {
    does: sends("HTTP/1.1 200 OK\r\n: empty\r\nContent-Length: 2\r\n\r\n{}"),
    breaks: "ENV-7",
    says: notHttp,
  },
  "answers with NUL in a header": {
    does: sends("HTTP/1.1 200 OK\r\nX-Odd: a\u0000b\r\nContent-Length: 2\r\n\r\n{}"),
    breaks: "ENV-7",
    says: notHttp,
  },
  "answers with a folded header": {
    does: sends("HTTP/1.1 200 OK\r\nX-Odd: a\r\n b\r\nContent-Length: 2\r\n\r\n{}"),
    breaks: "ENV-7",
    says: notHttp,
  },
  "answers with a header called __proto__": {
    does: changes((right) => right, { ...json, __proto: "x", __proto__x: "1" }),
    says: /^$/,
  },
  "answers with headers of other people's names": {
    does: sends(`HTTP/1.1 200 OK\r\n__proto__: polluted\r\nconstructor: x\r\nContent-Length: 2\r\n\r\n{}`),
    breaks: "ENV-2",
    says: /found nothing|does not match the HTTP/,
  },
  "injects a second answer": {
    does: sends(`${answerHead(200, { "content-length": "2" })}{}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]`),
    breaks: "ENV-2",
    says: /found nothing/,
  },
  "answers twice on a kept connection": {
    does: (socket) => void socket.write(`${answerHead(200, { ...json, "content-length": "2" })}{}`.repeat(2)),
    breaks: "ENV-2",
    says: /found nothing/,
  },
  "closes a kept connection without a word": {
    does: (socket, { right }) =>
      void socket.write(
        `${answerHead(200, { ...json, "content-length": String(Buffer.byteLength(right)) })}${right}`,
        () => socket.destroySoon(),
      ),
    says: /^$/,
  },
  "upgrades to another protocol": {
    does: sends("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"),
    breaks: "ENV-7",
    says: /no answer/,
  },
  "answers 204 with a body": {
    does: sends("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}"),
    breaks: "ENV-7",
    says: /a body of another length than its Content-Length/,
  },
  "answers 304": {
    does: sends("HTTP/1.1 304 Not Modified\r\n\r\n"),
    breaks: "ENV-7",
    says: /answers 304|the status 304/,
  },
  "answers 205": { does: answers("", json, 205), breaks: "ENV-7", says: /the status 205/ },
  "answers 206 with half a body": {
    does: answers('{"success":', { ...json, "content-range": "bytes 0-10/100" }, 206),
    breaks: "ENV-7",
    says: /the status 206/,
  },
  "answers 503 with a page of HTML": {
    does: answers("<html>down</html>", { "content-type": "text/html" }, 503),
    breaks: "ENV-5",
    says: /the status 503/,
  },
  "answers 599": { does: answers("{}", json, 599), breaks: "ENV-5", says: /the status 599/ },
  // Redirects.
  "redirects to itself": {
    does: answers("", { location: "/api/v1/countries" }, 302),
    breaks: "ENV-7",
    says: /(answers|status) 302/,
  },
  "redirects to nowhere": { does: answers("", {}, 301), breaks: "ENV-7", says: /(answers|status) 301/ },
  "redirects to another host": {
    does: answers("", { location: "http://127.0.0.1:1/steal" }, 307),
    breaks: "ENV-7",
    says: /(answers|status) 307/,
  },
  "redirects to a file": {
    does: answers("", { location: "file:///etc/passwd" }, 308),
    breaks: "ENV-7",
    says: /(answers|status) 308/,
  },
  // Encodings.
  "names gzip and sends none": {
    does: answers("<html>", { ...json, "content-encoding": "gzip" }),
    breaks: "ENV-6",
    says: /cannot be decoded from gzip/,
  },
  "names gzip and sends JSON": { does: changes((right) => right, { ...json, "content-encoding": "gzip" }), says: /^$/ },
  "sends gzip that breaks off": {
    does: answers(gzipSync("x".repeat(10_000)).subarray(0, 30), { ...json, "content-encoding": "gzip" }),
    breaks: "ENV-6",
    says: /cannot be decoded from gzip/,
  },
  "names a coding that nobody knows": {
    does: answers("\u0001\u0002", { ...json, "content-encoding": "sdch" }),
    breaks: "ENV-6",
    says: /cannot be decoded from sdch/,
  },
  "names a hundred codings": {
    does: answers("{", { ...json, "content-encoding": "gzip, ".repeat(100) }),
    breaks: "ENV-6",
    says: /cannot be decoded from gzip/,
  },
  "sends brotli, rightly": {
    does: changes((right) => brotliCompressSync(right), { ...json, "content-encoding": "br" }),
    says: /^$/,
  },
  "sends bytes that are not UTF-8": {
    does: changes((right) =>
      Buffer.concat([
        Buffer.from(right.replace(/\}\s*$/, ',"x":"')),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from('"}'),
      ]),
    ),
    breaks: "ENV-6",
    says: /a body that is not UTF-8/,
  },
  "sends a lone surrogate in CESU-8": {
    does: answers(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])),
    breaks: "ENV-6",
    says: /a body that is not UTF-8/,
  },
  "sends UTF-16 without saying so": {
    does: changes((right) => Buffer.from(`\ufeff${right}`, "utf16le")),
    breaks: "ENV-6",
    says: /not UTF-8|not JSON/,
  },
  "sends Latin-1, and says so": {
    does: changes((right) => Buffer.from(right.replace(/[^ -ÿ]/g, "?"), "latin1"), {
      "content-type": "application/json; charset=iso-8859-1",
    }),
    says: /^$/,
  },
  "names a charset that nobody knows": {
    does: changes((right) => right, { "content-type": "application/json; charset=klingon" }),
    says: /^$/,
  },
  "begins with a byte order mark": { does: changes((right) => `\ufeff${right}`), says: /^$/ },
  // JSON.
  "sends nothing": { does: answers(""), breaks: "ENV-6", says: notJson },
  "sends half of its JSON": {
    does: changes((right) => right.slice(0, right.length / 2)),
    breaks: "ENV-6",
    says: notJson,
  },
  "sends JSON and more": { does: changes((right) => `${right}}`), breaks: "ENV-6", says: notJson },
  "sends NaN": { does: holds("NaN"), breaks: "ENV-6", says: notJson },
  "sends Infinity": { does: holds("[Infinity]"), breaks: "ENV-6", says: notJson },
  "sends JSON with comments": { does: changes((right) => `/* ok */ ${right}`), breaks: "ENV-6", says: notJson },
  "sends NUL": { does: answers("\u0000"), breaks: "ENV-6", says: notJson },
  "sends a number too large for numbers": {
    does: holds("[1e999]"),
    breaks: "DICT-1",
    says: /found the number Infinity/,
  },
  "sends an id of 400 digits": { does: holds(`[{"id":${"9".repeat(400)}}]`), breaks: "DICT-1", says: /found nothing/ },
  "sends null": { does: answers("null"), breaks: "ENV-2", says: /found null/ },
  "sends a text": { does: answers('"ok"'), breaks: "ENV-2", says: /found the string "ok"/ },
  "nests 9,000 levels": { does: holds(nested("[", "]", 9000)), breaks: "DICT-1", says: /found an array/ },
  "nests 100,000 levels": {
    does: holds(nested("[", "]", 100_000)),
    breaks: "ENV-6",
    says: /JSON of more than 10000 levels/,
  },
  "nests 100,000 objects": {
    does: holds(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
    breaks: "ENV-6",
    says: /JSON of more than 10000 levels/,
  },
  "nests beside what is right": {
    does: changes((right) => right.replace(/\}\s*$/, `,"x":${nested("[", "]", 9000)}}`)),
    says: /^$/,
  },
  "repeats keys": { does: changes((right) => right.replace("{", '{"success":false,')), says: /^$/ },
  "sends __proto__": {
    does: changes((right) =>
      right.replace(
        "{",
        '{"__proto__":{"success":false,"polluted":true},"constructor":{"prototype":{"polluted":true}},',
      ),
    ),
    says: /^$/,
  },
  "sends 300,000 items": { does: holds(`[${"{},".repeat(299_999)}{}]`), breaks: "DICT-1", says: /found nothing/ },
  "sends 200,000 numbers for items": {
    does: holds(`[${"1,".repeat(199_999)}1]`),
    breaks: "DICT-1",
    says: /found the number 1/,
  },
  "sends 50,000 keys": {
    does: changes((right) =>
      right.replace("{", `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1,`).join("")}`),
    ),
    says: /^$/,
  },
  "sends escape sequences for a title": {
    does: holds('[{"id":"\\u001b[2J\\u001b[31mFAKE: conformant\\u202e\\u0000"}]'),
    breaks: "DICT-1",
    says: /u001b/,
  },
  "sends escape sequences for a type": {
    does: changes((right) => right, { "content-type": "text/\u009b2Jhtml" }),
    breaks: "ENV-8",
    says: /Content-Type/,
  },
};
