import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeBody } from "./decode-body.ts";

const text = '{"success":true,"title":"Zoë"}';
const bytes = Buffer.from(text);

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
  expect(decodeBody(body, encoding)).toBe(text);
});

test("a body that would fill the memory stays as it came", () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
  expect(decodeBody(bomb, "gzip").length).toBeLessThan(bomb.length + 1);
});
