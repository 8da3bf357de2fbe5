import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeBody } from "./decode-body.ts";

const text = '{"success":true,"title":"Zoë"}';
const bytes = Buffer.from(text);
const most = 1_000_000;

test.each([
  ["nothing", undefined, bytes],
  ["identity", "identity", bytes],
  ["gzip", "gzip", gzipSync(bytes)],
  ["gzip in capitals", "GZIP", gzipSync(bytes)],
  ["deflate", "deflate", deflateSync(bytes)],
  ["deflate without a header", "deflate", deflateRawSync(bytes)],
  ["br", "br", brotliCompressSync(bytes)],
  ["two codings", "deflate, gzip", gzipSync(deflateSync(bytes))],
  ["a coding that was named and not used", "gzip", bytes],
  ["a coding that nobody knows", "secret", bytes],
])("a body with %s is read", (_, encoding, body) => {
  expect(decodeBody(body, encoding === undefined ? {} : { "content-encoding": encoding }, most)).toEqual({ text });
});

test.each([
  ["its own", "application/json; charset=utf-8", bytes],
  ["one that is named", "application/json; charset=iso-8859-1", Buffer.from(text, "latin1")],
])("a body is read in %s charset", (_, type, body) => {
  expect(decodeBody(body, { "content-type": type }, most)).toEqual({ text });
});

test.each([
  ["is not UTF-8", Buffer.from(text, "latin1"), {}, "a body that is not UTF-8"],
  [
    "is not in the coding that it names",
    Buffer.from("<html>"),
    { "content-encoding": "br" },
    "a body that cannot be decoded from br",
  ],
  [
    "names codings without end",
    bytes.subarray(1),
    { "content-encoding": "gzip,".repeat(9) },
    /^a body that cannot be decoded from gzip, gzip/,
  ],
])("a body that %s has a flaw", (_, body, headers, flaw) => {
  expect(decodeBody(body, headers, most).flaw).toMatch(flaw);
});

test.each(["gzip", "deflate", "br"])("nothing is left of a body that would fill the memory, sent as %s", (encoding) => {
  const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding] ?? gzipSync;
  const bomb = compress(Buffer.alloc(2 * most));
  expect(decodeBody(bomb, { "content-encoding": encoding }, most)).toEqual({
    text: "",
    flaw: "a body of more than 1 MB once it is decoded",
  });
});
