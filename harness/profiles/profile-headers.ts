import type { Complaint } from "../../base/formats/format-check.ts";
import { fieldsOf } from "../../base/json.ts";

/** Headers that frame a message or belong to one connection (RFC 9110, 7.6.1): from a profile, they would send something else than is recorded. */
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers of a request in a profile that a profile cannot set. */
export const headerMistakes = (request: unknown, path: readonly string[]): Complaint[] =>
  Object.keys(fieldsOf(fieldsOf(request).headers))
    .filter((name) => connectionHeaders.has(name.toLowerCase()))
    .map((name) => ({
      path: [...path, "headers", name],
      what: "this header belongs to the connection, and assay sets it itself; leave it out",
    }));
