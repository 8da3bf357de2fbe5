import type { ApiCall } from "../../api/call/call.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { data } from "./data.ts";
import type { BehaviourChange } from "./fault.ts";
import { statusReads } from "./operations.ts";

/** Changes what the installation status says of the connection. */
export const connection = (
  change: (connection: CollectionItem, call: ApiCall) => CollectionItem,
  operations = statusReads,
): BehaviourChange =>
  data(operations, (link: { connection_status: CollectionItem }, call) => ({
    ...link,
    connection_status: { ...link.connection_status, ...change(link.connection_status, call) },
  }));

/** Calls a state of a link by a wrong name. */
export const renamedState = (right: string, wrong: string): BehaviourChange =>
  connection(({ status }) => (status === right ? { status: wrong } : {}));

/** Changes the entries of the status log. */
export const log = (change: (entry: CollectionItem, index: number) => CollectionItem): BehaviourChange =>
  data(statusReads, (link: { logs: CollectionItem[] }) => ({ ...link, logs: link.logs.map(change) }));
