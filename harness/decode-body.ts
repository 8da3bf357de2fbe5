import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from "node:zlib";

/** How many bytes a body may have once it is decoded: far more than any documented answer, and little enough for memory. */
const mostBytes = 32 * 1024 * 1024;

const options: ZlibOptions = { maxOutputLength: mostBytes };

/** Some servers send deflate with the header of zlib, as they should, and some without. */
function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, options);
  } catch {
    return inflateRawSync(bytes, options);
  }
}

/** How each coding is undone. */
const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, options),
  "x-gzip": (bytes) => gunzipSync(bytes, options),
  deflate: inflate,
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: mostBytes }),
};

/** The codings that an answer names, in the order in which they were applied. */
export const codingsOf = (encoding: string | undefined): string[] =>
  (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");

/** The text of a body, whatever it was compressed with; one that cannot be decoded, or grows too large, stays as it came. */
export function decodeBody(bytes: Buffer, encoding: string | undefined): string {
  try {
    const plain = codingsOf(encoding).reduceRight((coded, coding) => {
      const decode = decoders[coding];
      if (!decode) throw new TypeError(`the coding ${coding} is not known`);
      return decode(coded);
    }, bytes);
    return textOf(plain);
  } catch {
    return textOf(bytes);
  }
}

const utf8 = new TextDecoder();

/** Text without the byte order mark, as `fetch` reads it. */
const textOf = (bytes: Buffer): string => utf8.decode(bytes);
