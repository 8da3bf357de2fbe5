import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import type { ApiCall } from "../../api/call/call.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import type { BehaviourChange } from "./fault.ts";

/** The operations that a change is made to; `*` stands for all of them. */
export type Operations = string | string[];

/** A reply's body, whatever its envelope. */
export type ReplyBody = Record<string, unknown>;

/** Changes the replies of operations; `make` is called once for each sandbox. */
export const reply =
  (operations: Operations, make: () => (answer: ApiReply, call: ApiCall) => ApiReply): BehaviourChange =>
  () => {
    const reshape = make();
    const names = [operations].flat();
    const isAffected = ({ operation }: ApiCall) => names.includes(operation) || names.includes("*");
    return (behaviour) => ({
      ...behaviour,
      replies: [...behaviour.replies, (answer, call) => (isAffected(call) ? reshape(answer, call) : answer)],
    });
  };

/** Changes the replies of operations under a condition. */
export const replyIf = (
  operations: Operations,
  condition: (answer: ApiReply, call: ApiCall) => boolean,
  change: (answer: ApiReply) => ApiReply,
): BehaviourChange => reply(operations, () => (answer, call) => (condition(answer, call) ? change(answer) : answer));

/** Answers with a wrong status. */
export const status = (operations: Operations, right: number, wrong: number): BehaviourChange =>
  replyIf(
    operations,
    (answer) => answer.status === right,
    (answer) => ({ ...answer, status: wrong }),
  );

/** Changes a header of answers with a status; undefined leaves it out. */
export const header = (
  operations: Operations,
  on: number,
  name: string,
  change: (value: string, headers: Readonly<Record<string, string | number>>) => string | number | undefined,
): BehaviourChange =>
  replyIf(
    operations,
    (answer) => answer.status === on,
    (answer) => {
      const { [name]: value = "", ...rest } = answer.headers ?? {};
      const changed = change(String(value), answer.headers ?? {});
      return { ...answer, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
    },
  );

export const isSuccess = ({ status: code }: ApiReply): boolean => code < 300;

/** A reply's body as an object, whether or not it is serialised already. */
export const opened = ({ body: object, bytes }: ApiReply): ReplyBody =>
  bytes ? (JSON.parse(bytes.toString()) as ReplyBody) : (object as ReplyBody);

/** A reply with another body. */
export const closed = ({ status: code, headers }: ApiReply, object: unknown): ApiReply => ({
  status: code,
  ...(headers ? { headers } : {}),
  body: object,
});

/** Changes the body of successes. */
export const body = (
  operations: Operations,
  change: (envelope: ReplyBody, call: ApiCall) => unknown,
): BehaviourChange =>
  reply(operations, () => (answer, call) => {
    const hasBody = (answer.body ?? answer.bytes) !== undefined;
    return isSuccess(answer) && hasBody ? closed(answer, change(opened(answer), call)) : answer;
  });

/** Changes the body of answers with certain statuses. */
export const errorBody = (
  operations: Operations,
  statuses: number[],
  change: (envelope: ReplyBody) => unknown,
): BehaviourChange =>
  replyIf(
    operations,
    (answer) => statuses.includes(answer.status),
    (answer) => closed(answer, change(opened(answer))),
  );

/** Replaces fields; an envelope of another form, which lacks them, stays as it is. */
const patched = (envelope: ReplyBody, fields: ReplyBody): ReplyBody =>
  Object.keys(fields).every((name) => name in envelope) ? { ...envelope, ...fields } : envelope;

/** Replaces fields in the body of successes. */
export const patch = (operations: Operations, fields: ReplyBody): BehaviourChange =>
  body(operations, (envelope) => patched(envelope, fields));

/** Replaces fields in the body of answers with certain statuses. */
export const errorPatch = (operations: Operations, statuses: number[], fields: ReplyBody): BehaviourChange =>
  errorBody(operations, statuses, (envelope) => patched(envelope, fields));

/** Ways to compress a body, by the name of the coding. */
const codings = {
  gzip: (bytes: Buffer) => gzipSync(bytes),
  // The best quality, which is the default, would take longer than everything else.
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: (bytes: Buffer) => deflateSync(bytes),
};

/** Compresses the bodies of successes, whether or not anybody asked for it. */
export const compressed = (coding: keyof typeof codings): BehaviourChange =>
  replyIf(
    "*",
    (answer) => isSuccess(answer) && (answer.body ?? answer.bytes) !== undefined,
    (answer) => ({
      status: answer.status,
      headers: { ...answer.headers, "content-encoding": coding },
      bytes: codings[coding](answer.bytes ?? Buffer.from(JSON.stringify(answer.body))),
    }),
  );

/** An object without a field. */
export const without = (object: object, name: string): ReplyBody =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Leaves a field out of the body of successes. */
export const bodyWithout = (operations: Operations, name: string): BehaviourChange =>
  body(operations, (envelope) => without(envelope, name));

/** Leaves a field out of the body of answers with certain statuses. */
export const errorWithout = (operations: Operations, statuses: number[], name: string): BehaviourChange =>
  errorBody(operations, statuses, (envelope) => without(envelope, name));
