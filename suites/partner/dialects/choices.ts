/** One point that the specification leaves open. The first value is the embedded sandbox's own. */
interface Choice {
  /** The words of the specification, or the reading, that leave it open. */
  open: string;
  values: readonly [string, string, ...string[]];
  /** Present where a platform must choose once, because what it said before still counts. */
  isOnce?: true;
}

const headerNames = "HTTP: names of header fields are the same in any letter case";

/** Every choice that the platform makes while it certifies. What the specification says, and what an application cannot be prepared for, is no choice. */
export const choices = {
  "words of status": {
    open: "Events: allowed values of the envelope field status: not shown; reading 44",
    values: ["create update delete", "created updated deleted", "CREATE UPDATE DELETE", "added changed removed"],
  },
  "words of resource": {
    open: "Webhook envelope: resource is the kind of resource that changed, and no words are shown; reading 44",
    values: ["singular", "plural", "capitalised", "name of the event"],
  },
  "ids in webhooks": {
    open: "Webhook envelope: company_id and resource_id have no type; reading 44",
    values: ["numbers", "text"],
  },
  "content type of webhooks": {
    open: "Events, 1: application/json, which may have parameters; reading 44",
    values: [
      "application/json",
      "application/json; charset=utf-8",
      "application/json;charset=UTF-8",
      'application/json; charset="utf-8"; v=1',
    ],
  },
  "header names of webhooks": { open: headerNames, values: ["lower case", "usual case", "upper case"] },
  "further headers of webhooks": {
    open: "Events: no header besides Content-Type is shown",
    values: ["none", "tracing", "proxies"],
  },
  "connection of webhooks": { open: "HTTP/1.1: connection handling", values: ["close", "keep-alive"] },
  "further fields of webhooks": {
    open: "reading 1: unknown fields; payload of lifecycle events: not shown",
    values: ["none", "last", "first"],
  },
  "further fields of lifecycle events": {
    open: "Events: payload of these two events: not shown",
    values: ["none", "time and reason", "the Location as an object"],
  },
  "order of fields": { open: "reading 1: key orders", values: ["as documented", "reversed", "by name"] },
  "JSON text": { open: "reading 1: white space; JSON: escapes", values: ["compact", "indented", "escaped"] },
  "time zone": {
    open: "Conventions: ISO 8601 with time-zone offset; readings 5 and 38",
    values: ["+00:00", "Z", "+03:00", "-08:00", "+05:45"],
    isOnce: true,
  },
  "fractions of seconds": {
    open: "Conventions: ISO 8601 strings, which may have fractions of seconds",
    values: ["none", "three digits", "six digits"],
  },
  "order of events": {
    open: "reading 36: which of two events within a second comes first is open",
    values: ["as they happened", "reversed"],
  },
  "seconds until a lifecycle event": {
    open: "reading 4: when a lifecycle event is sent is not shown",
    values: ["0", "0.4", "1.2"],
  },
  "content type of answers": {
    open: "reading 1: charsets in content types; Accept: application/vnd.api.v2+json on v1",
    values: ["application/json", "application/json; charset=utf-8", "application/vnd.api.v2+json; charset=UTF-8"],
  },
  "header names of answers": { open: headerNames, values: ["lower case", "usual case", "upper case"] },
  "further headers of answers": {
    open: "reading 15: other headers are open",
    values: ["none", "caches", "cookies"],
  },
  "transfer of answers": { open: "HTTP/1.1: transfer codings", values: ["length", "chunks"] },
  "compression of answers": {
    open: "HTTP: a coding that Accept-Encoding names",
    values: ["none", "gzip", "br", "deflate"],
  },
  "further fields of answers": { open: "reading 1: unknown fields", values: ["none", "last", "first"] },
  "meta of calls": {
    open: "GET /voip/integration/calls: meta is an object or array",
    values: ["total", "empty array", "empty object", "pages"],
  },
  "order of calls": {
    open: "GET /voip/integration/calls: no order is shown",
    values: ["newest first", "oldest first", "none"],
  },
  "body of the callback": {
    open: "Partner callback: response body and integration settings: not shown; reading 20",
    values: ["envelope", "none", "settings"],
  },
  "log and payments": {
    open: "Installation status: source values: not shown; reading 12: the order of the log",
    values: ["oldest first", "newest first, with payments"],
  },
  "body of v3 errors": {
    open: "Errors: error body shape of v3 responses: not shown",
    values: ["error", "problem", "code", "errors"],
  },
  "words of refusals": {
    open: "Errors: meta.message is a human-readable message; reading 1: message texts",
    values: ["English", "Russian", "with codes"],
  },
  "status of a failure": { open: "Errors: no 5xx is described", values: ["503", "500", "502", "504"] },
  "status of refused calls": {
    open: "reading 11: data calls are refused (401 or 403) before the link is active",
    values: ["403", "401"],
  },
  "status of callbacks without a grant": {
    open: "reading 9: what a late callback, and one without any grant, is answered is open",
    values: ["as the sandbox's", "403", "404", "409"],
  },
  "v3 resources": {
    open: "Fields of a Resource record: not shown; reading 16: ids are numbers or strings",
    values: ["as the sandbox's", "ids as text", "UUIDs, and nothing but titles"],
  },
  cursors: {
    open: "next_cursor: an opaque string",
    values: ["signed", "short and long", "digits and reserved characters"],
  },
  "v3 policy": {
    open: "Limits: numeric values of the v3 policy: not shown",
    values: ["600;w=60", "5000;w=3600", "900;w=120", "250;w=10"],
    isOnce: true,
  },
  "waits after 429": { open: "429: the wait in seconds is the platform's", values: ["2 5 1 3", "1 5 2 4", "1 6 1 3"] },
  "size of a page without limit": {
    open: "GET /voip/integration/calls: limit is optional, and no default is shown",
    values: ["25", "10", "12", "20"],
    isOnce: true,
  },
} as const satisfies Record<string, Choice>;

export type ChoiceName = keyof typeof choices;

/** The platform's choices, by their names. */
export type Dialect = { readonly [Name in ChoiceName]: (typeof choices)[Name]["values"][number] };

/** The names of all choices. */
export const choiceNames = Object.keys(choices) as ChoiceName[];
