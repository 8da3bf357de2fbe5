import { createHash } from "node:crypto";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { accepts } from "../../base/accepts.ts";
import { seconds } from "../../base/durations.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import type { ApiCall } from "../../sandbox/api/call/call.ts";
import type { ApiReply } from "../../sandbox/api/call/replies.ts";
import type { Dialect } from "../../suites/partner/dialects/choices.ts";
import { CursorShapes } from "../../suites/partner/dialects/cursors.ts";
import type { SpokenDialect } from "../../suites/partner/dialects/dialect.ts";
import { v1RefusalIn, v3ErrorIn } from "../../suites/partner/dialects/refusals.ts";
import { lifecycleIn, webhookHeaders } from "../../suites/partner/dialects/sent.ts";
import { headerIn, inOrder, inZone, jsonIn, withFurther } from "../../suites/partner/dialects/spelling.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Changes a body of success, by operation. */
type Reshape = (body: Fields, dialect: Dialect, cursors: CursorShapes) => Fields | undefined;

const metas: Record<Dialect["meta of calls"], (count: number) => unknown> = {
  total: (count) => ({ total_count: count }),
  "empty array": () => [],
  "empty object": () => ({}),
  pages: () => ({ pagination: { links: null } }),
};

const payment = {
  payment_sum: 25.5,
  payment_date: "2030-01-02 10:00:00",
  is_refunded: false,
  period_from: "2030-01-02 10:00:00",
  period_to: "2030-02-02 10:00:00",
};

const readStatus: Reshape = (body, dialect) => {
  if (dialect["log and payments"] === "oldest first") return body;
  const data = fieldsOf(body.data);
  const logs = (data.logs as Fields[]).map((entry) => ({ ...entry, source: "admin_panel" })).toReversed();
  const payments = [1, 2].map((id) => ({ id, ...payment }));
  return { ...body, data: { ...data, logs, payments }, meta: {} };
};

/** An id in the form of a UUID, always the same for an id. */
const uuidOf = (id: unknown): string => {
  const digits = createHash("sha256").update(String(id)).digest("hex");
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
};

const resourceForms: Record<Dialect["v3 resources"], (resource: Fields) => Fields> = {
  "as the sandbox's": (resource) => resource,
  "ids as text": (resource) => ({ ...resource, id: String(resource.id) }),
  "UUIDs, and nothing but titles": ({ id, title }) => ({ id: uuidOf(id), title }),
};

const reshapes: Record<string, Reshape> = {
  listCalls: (body, dialect) => ({
    ...body,
    data: inZone(body.data, dialect),
    meta: metas[dialect["meta of calls"]](Number(fieldsOf(body.meta).total_count)),
  }),
  confirmInstallation: (body, dialect) => {
    if (dialect["body of the callback"] === "none") return undefined;
    return dialect["body of the callback"] === "settings" ? { settings: { language: "en" }, link: { state: 1 } } : body;
  },
  readInstallationStatus: readStatus,
  readInstallationStatusInFlow: readStatus,
  listResources: (body, dialect, cursors) => ({
    ...body,
    data: (body.data as Fields[]).map(resourceForms[dialect["v3 resources"]]),
    next_cursor: typeof body.next_cursor === "string" ? cursors.shaped(body.next_cursor, dialect.cursors) : null,
  }),
};

/** The body of a refusal, by the surface that refuses. */
function refusalIn(status: number, body: Fields, dialect: Dialect): Fields {
  if (body.success === false) return v1RefusalIn(String(fieldsOf(body.meta).message), dialect) as Fields;
  const { code, message, fields } = fieldsOf(body.error) as { code?: string; message?: string; fields?: [] };
  if (code === undefined) return body;
  return v3ErrorIn({ status, code, message: String(message), ...(fields ? { fields } : {}) }, dialect) as Fields;
}

/** The status of an answer, which the specification leaves open for some refusals. */
function statusIn({ status }: ApiReply, { operation }: ApiCall, dialect: Dialect): number {
  if (operation === "listCalls" && status === 403) return Number(dialect["status of refused calls"]);
  const chosen = dialect["status of callbacks without a grant"];
  const isUngranted = operation === "confirmInstallation" && status > 401 && status < 500;
  return isUngranted && chosen !== "as the sandbox's" ? Number(chosen) : status;
}

/** A reply in a dialect; how it is sent comes later. */
function said(reply: ApiReply, call: ApiCall, dialect: Dialect, cursors: CursorShapes): ApiReply {
  if (reply.body === undefined && reply.bytes === undefined) return reply;
  const { operation } = call;
  const { headers = {} } = reply;
  const status = statusIn(reply, call, dialect);
  const body = reply.bytes ? fieldsOf(parseJson(reply.bytes.toString())) : fieldsOf(reply.body);
  const reshape = reshapes[operation] ?? ((right) => right);
  const shaped = status >= 400 ? refusalIn(status, body, dialect) : reshape(body, dialect, cursors);
  if (shaped === undefined) return { status, headers };
  return { status, headers, body: withFurther(shaped, dialect["further fields of answers"]) };
}

const codings: Record<Exclude<Dialect["compression of answers"], "none">, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes),
  // The best quality, which is the default, would take longer than everything else.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: (bytes) => deflateSync(bytes),
};

const furtherHeaders: Record<Dialect["further headers of answers"], Record<string, string>> = {
  none: {},
  caches: { etag: '"33a64df5"', "cache-control": "private, max-age=0", vary: "Accept-Encoding" },
  cookies: { "set-cookie": "session=1; HttpOnly", server: "edge" },
};

/** How a reply is sent in a dialect. */
function spoken(
  reply: ApiReply,
  { surface, accepted }: { surface: string; accepted: string },
  dialect: Dialect,
): ApiReply {
  const text = reply.bytes?.toString() ?? (reply.body === undefined ? "" : JSON.stringify(reply.body));
  const spelt = text && jsonIn(inOrder(JSON.parse(text), dialect["order of fields"]), dialect["JSON text"]);
  const coding = dialect["compression of answers"];
  const isCoded = coding !== "none" && spelt !== "" && accepts(accepted, coding);
  const wanted = dialect["content type of answers"];
  const type = surface === "v3" && wanted.includes("vnd") ? "application/json; charset=utf-8" : wanted;
  return {
    status: reply.status,
    headers: {
      ...furtherHeaders[dialect["further headers of answers"]],
      ...(spelt ? { "content-type": type } : {}),
      ...(isCoded ? { "content-encoding": coding } : {}),
      ...reply.headers,
    },
    bytes: isCoded ? codings[coding](Buffer.from(spelt)) : Buffer.from(spelt),
    spell: (name) => headerIn(name, dialect["header names of answers"]),
    ...(dialect["transfer of answers"] === "chunks" ? { isChunked: true } : {}),
  };
}

/** The tables of a platform that speaks a dialect. */
export function speaking(behaviour: Behaviour, dialect: SpokenDialect): Behaviour {
  const cursors = new CursorShapes();
  return {
    ...behaviour,
    replies: [...behaviour.replies, (reply, call) => said(reply, call, dialect.current, cursors)],
    openCursor: (key, text) => behaviour.openCursor(key, cursors.opened(text)),
    notices: [
      ...behaviour.notices,
      (notice) => [
        {
          ...notice,
          delay: seconds(dialect.eventDelay),
          headers: webhookHeaders(dialect.current),
          body: lifecycleIn(notice.body, dialect.current),
        },
      ],
    ],
    sending: (reply, asked) => spoken(reply, asked, dialect.current),
  };
}
