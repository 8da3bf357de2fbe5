import { readForeignJson } from "../../base/foreign-json.ts";
import { fieldsOf } from "../../base/json.ts";
import { anonymizeName, codeFields } from "../../base/text/anonymous-names.ts";
import type { Arrival } from "../../harness/receiver.ts";
import type { Observation } from "./observation.ts";
import { namesIn, shapeOf, wordOf } from "./shape.ts";

/** Headers that every HTTP client sends, or that say something of the network. */
const usualHeaders = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "content-type",
  "transfer-encoding",
  "accept",
  "accept-encoding",
  "user-agent",
  "traceparent",
  "tracestate",
]);

/** The names of a webhook's headers: a signature would stand in one of its own. */
function seeHeaders({ headers }: Arrival): Observation {
  const own = Object.keys(headers).filter(
    (name) => !usualHeaders.has(name) && !/^(x-forwarded|forwarded|via)/.test(name),
  );
  return ["HOOK-14: headers of a webhook", own.length > 0 ? own.map(anonymizeName) : ["none"]];
}

/** The open traits of a webhook about a record: its words, its data, and whether it is signed. */
export function observeWebhook(event: string, change: string, arrival: Arrival): Observation[] {
  const { resource, status, data } = fieldsOf(readForeignJson(arrival.body));
  const { id } = fieldsOf(data);
  return [
    [`HOOK-13: status of a record that was ${change}`, [wordOf(status)]],
    [`HOOK-12: resource of a ${event}`, [wordOf(resource)]],
    [`HOOK-12: data of a ${event}`, namesIn(data)],
    ...(id === undefined ? [] : [[`HOOK-12: id in the data of a ${event}`, [typeof id]] as const]),
    seeHeaders(arrival),
  ];
}

/** The traits of a lifecycle event: its payload is not shown at all. */
export function observeLifecycleEvent(event: string, arrival: Arrival): Observation[] {
  const body = readForeignJson(arrival.body);
  const words = Object.entries(fieldsOf(body)).flatMap(([name, value]) =>
    codeFields.has(name) ? [wordOf(value)] : [],
  );
  return [
    [`LIFE-4: body of the ${event} event`, shapeOf(body)],
    ...(words.length > 0 ? [[`LIFE-4: words of the ${event} event`, words] as const] : []),
    seeHeaders(arrival),
  ];
}
