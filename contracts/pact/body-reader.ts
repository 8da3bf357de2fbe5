import { isRecord, parseJson } from "../../base/json.ts";
import type { PactBody } from "./interaction.ts";
import { Unreadable } from "./unreadable.ts";

/** The media type of a body where nothing names one. */
const assumed = "application/json";

/** Says where headers could have named the media type and did not; a message has none. */
const mark = (given: unknown, headers: object | undefined): Pick<PactBody, "isTypeAssumed"> =>
  given === undefined && headers ? { isTypeAssumed: true } : {};

/** Reads the body at a key; version 4 wraps it in an object with content, contentType and encoded. */
export function readBody(
  holder: Readonly<Record<string, unknown>>,
  key: string,
  version: number,
  headers?: Readonly<Record<string, string[]>>,
): { body?: PactBody } {
  const written = holder[key];
  if (written === undefined || written === null) return {};
  const declared = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1][0];
  if (version < 4) return { body: { ...plainBody(written, declared ?? assumed), ...mark(declared, headers) } };
  if (!isRecord(written)) throw new Unreadable(`${key}: expected an object with content and contentType`);
  if (!("content" in written)) return {};
  const given = written.contentType ?? declared;
  const contentType = String(given ?? assumed);
  const isEncoded = written.encoded === true || /^base64$/i.test(String(written.encoded));
  const body = isEncoded
    ? { content: decode(String(written.content), contentType, key), contentType }
    : plainBody(written.content, contentType);
  return { body: { ...body, ...mark(given, headers) } };
}

/** A body that is not encoded; some libraries write a JSON document as text. */
function plainBody(written: unknown, contentType: string): PactBody {
  const isDocument = typeof written === "string" && /^\s*[{[]/.test(written) && isJson(contentType);
  return { content: isDocument ? (parseJson(written) ?? written) : written, contentType };
}

function decode(base64: string, contentType: string, key: string): unknown {
  const text = Buffer.from(base64, "base64").toString("utf8");
  if (!isJson(contentType)) return text;
  const content = parseJson(text);
  if (content === undefined) throw new Unreadable(`${key}: its base64 content is not JSON`);
  return content;
}

const isJson = (contentType: string): boolean => /[/+]json\s*(;|$)/i.test(contentType);
