import type { ApiCall } from "../../api/call/call.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import type { BehaviourChange } from "./fault.ts";
import { body, closed, isSuccess, type Operations, opened, type ReplyBody, reply, without } from "./replies.ts";

/** Changes `data` of successes. */
export const data = (operations: Operations, change: (value: never, call: ApiCall) => unknown): BehaviourChange =>
  body(operations, (envelope, call) => ({ ...envelope, data: change(envelope.data as never, call) }));

/** Changes `data` of one page of a v1 list. */
export const dataOfPage = (operation: string, number: number, change: (list: unknown[]) => unknown): BehaviourChange =>
  data(operation, (list: unknown[], { query }) => (query.get("page") === String(number) ? change(list) : list));

/** Leaves a field out of `data`. */
export const dataWithout = (operations: Operations, name: string): BehaviourChange =>
  data(operations, (object: object) => without(object, name));

/** Replaces fields of `data`. */
export const dataPatch = (operations: Operations, fields: Record<string, unknown>): BehaviourChange =>
  data(operations, (object: object) => ({ ...object, ...fields }));

/** Changes the items of a list: all of them, or every `nth`. */
export const items = (
  operations: Operations,
  change: (item: CollectionItem, call: ApiCall) => unknown,
  nth = 1,
): BehaviourChange =>
  data(operations, (list: CollectionItem[], call) =>
    Array.isArray(list) ? list.map((item, index) => (index % nth === nth - 1 ? change(item, call) : item)) : list,
  );

/** Changes a field of the items of a list. */
export const field = (
  operations: Operations,
  name: string,
  change: (value: never, item: CollectionItem) => unknown,
  nth = 1,
): BehaviourChange => items(operations, (item) => ({ ...item, [name]: change(item[name] as never, item) }), nth);

/** Leaves a field out of the items of a list. */
export const lacking = (operations: Operations, name: string, nth = 1): BehaviourChange =>
  items(operations, (item) => without(item, name), nth);

/** Changes a v3 page; `depth` says how many pages came before it on this walk. */
export const page = (
  change: (list: ReplyBody & { data: CollectionItem[] }, depth: number, call: ApiCall) => unknown,
): BehaviourChange =>
  reply("listResources", () => {
    const depths = new Map<string, number>();
    return (answer, call) => {
      if (!isSuccess(answer)) return answer;
      const list = opened(answer) as ReplyBody & { data: CollectionItem[] };
      const depth = depths.get(call.query.get("cursor") ?? "") ?? 0;
      if (typeof list.next_cursor === "string") depths.set(list.next_cursor, depth + 1);
      return closed(answer, change(list, depth, call));
    };
  });
