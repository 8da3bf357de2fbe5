import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from "node:zlib";
import { parseJson } from "../../base/json.ts";
import { describeBytes } from "../../base/text/wording.ts";

/** A body as text, and what is wrong with the way it was sent, where something is. */
export interface DecodedBody {
  text: string;
  /** Such as "a body of more than 8 MB once it is decoded". */
  flaw?: string;
}

/** Some servers send deflate with the header of zlib, as they should, and some without. */
function inflate(bytes: Buffer, options: ZlibOptions): Buffer {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return inflateRawSync(bytes, options);
  }
}

/** How each coding is undone. */
const decoders: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Buffer>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflate,
  br: (bytes, { maxOutputLength = 0 }) => brotliDecompressSync(bytes, { maxOutputLength }),
};

/** The codings that an answer names, in the order in which they were applied. */
const codingsOf = (encoding: string | undefined): string[] =>
  (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");

/** The number of codings of one body that are undone: no one needs more than two. */
const maxCodings = 4;

const isTooLarge = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";

/** The headers of an answer that describe its body. */
export type BodyHeaders = Readonly<Partial<Record<"content-encoding" | "content-type", string>>>;

/** The text of a body, whatever it was compressed with; one that cannot be decoded stays as it came, and nothing is left of one that grows beyond so many bytes. */
export function decodeBody(bytes: Buffer, headers: BodyHeaders, most: number): DecodedBody {
  const codings = codingsOf(headers["content-encoding"]);
  try {
    if (codings.length > maxCodings) throw new TypeError(`${codings.length} codings are too many`);
    const plain = codings.reduceRight((coded, coding) => {
      const decode = decoders[coding];
      if (!decode) throw new TypeError(`the coding ${coding} is not known`);
      return decode(coded, { maxOutputLength: most });
    }, bytes);
    return textOf(plain, headers);
  } catch (error) {
    if (isTooLarge(error)) return { text: "", flaw: `a body of more than ${describeBytes(most)} once it is decoded` };
    const { text } = textOf(bytes, headers);
    // A coding that was named and not used does no harm.
    if (parseJson(text) !== undefined) return { text };
    return { text, flaw: `a body that cannot be decoded from ${codings.join(", ").slice(0, longestName)}` };
  }
}

/** The number of characters of a coding's name that are repeated. */
const longestName = 40;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Text without the byte order mark, as `fetch` reads it; JSON is in UTF-8 unless the answer names another charset. */
function textOf(bytes: Buffer, { "content-type": type = "" }: BodyHeaders): DecodedBody {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type) ?? [];
  const isUtf8 = /^utf-?8$/i.test(charset);
  try {
    return { text: (isUtf8 ? strictUtf8 : new TextDecoder(charset, { fatal: true })).decode(bytes) };
  } catch {
    return { text: new TextDecoder().decode(bytes), ...(isUtf8 ? { flaw: "a body that is not UTF-8" } : {}) };
  }
}
