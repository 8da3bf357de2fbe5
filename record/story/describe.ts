import { readUrl } from "../../base/files/read-url.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import { fieldsOf } from "../../base/json.ts";
import { counted } from "../../base/text/wording.ts";
import { clockPath } from "../../harness/control/control-calls.ts";
import { loadOperations } from "../../specs/operations.ts";
import type { ControlEntry, ExchangeEntry } from "../journal.ts";
import type { Happening } from "./history.ts";
import { controlDeeds, deeds, filled, senderOf } from "./words.ts";

/** A happening in words. */
export function describe(happening: Happening): string {
  if (happening.kind === "exchange") return describeExchange(happening);
  if (happening.kind === "control") return describeControl(happening);
  return `the receiver gets ${happening.method} ${happening.path}${aboutOf(happening.body)}`;
}

function describeExchange({ operation, request, response }: ExchangeEntry): string {
  const authorization = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  return `${senderOf(authorization)} ${deedOf(operation, request)} → ${response.status}`;
}

/** The named values of a request: the fields of its body, and the parameters of its path. */
export function fieldsSent({ operation, request }: Pick<ExchangeEntry, "operation" | "request">) {
  const path = loadOperations().find(({ id }) => id === operation)?.path ?? "";
  return { ...fieldsOf(readForeignJson(request.body ?? "")), ...parametersOf(path, readUrl(request.url).pathname) };
}

function deedOf(operation: string, request: ExchangeEntry["request"]): string {
  const { method, url, body = "" } = request;
  const { pathname, searchParams } = readUrl(url);
  const deed = Object.hasOwn(deeds, operation) ? deeds[operation] : undefined;
  if (!deed) return `sends ${method} ${pathname}`;
  const fields = fieldsOf(readForeignJson(body));
  const chosen = [
    ...[...searchParams].map(([name, value]) => `${name}=${shortened(value)}`),
    ...Object.entries(fields).flatMap(([name, value]) =>
      deed.includes(`{${name}}`) ? [] : [`${name}=${shortened(JSON.stringify(value))}`],
    ),
  ];
  const described = filled(deed, fieldsSent({ operation, request }));
  return chosen.length > 0 ? `${described} (${chosen.join(", ")})` : described;
}

/** As many characters of a value as a step shows. */
const maxCharacters = 40;

const shortened = (text: string): string => (text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);

/** The values in a path, by the names that its template gives them; the path may have a prefix. */
function parametersOf(template: string, pathname: string): Record<string, string> {
  const names = template.split("/").toReversed();
  const values = pathname.split("/").toReversed();
  return Object.fromEntries(
    names.flatMap((name, index) => (/^\{.*\}$/.test(name) ? [[name.slice(1, -1), values[index] ?? ""]] : [])),
  );
}

function describeControl({ path, body }: ControlEntry): string {
  if (path === clockPath) return `the clock moves on by ${spellSeconds(Number(body.seconds))}`;
  if (path === "/seed") return describeSeed(body);
  return filled(controlDeeds[path] ?? `control is asked for ${path}`, body);
}

function describeSeed({ collection, items, location_id, application_id }: ControlEntry["body"]): string {
  const place = location_id === undefined ? `application ${String(application_id)}` : `Location ${String(location_id)}`;
  return `the ${String(collection).replaceAll("_", " ")} of ${place} become ${counted(Array.isArray(items) ? items.length : 0, "item")}`;
}

/** The subject of a webhook, where its body names it. */
function aboutOf(body: string): string {
  const { resource, status, event } = fieldsOf(readForeignJson(body));
  const words = [resource ?? event, status].filter((word) => typeof word === "string");
  return words.length > 0 ? ` (${words.join(" ")})` : "";
}

/** A duration in the largest units that give it exactly. */
function spellSeconds(seconds: number): string {
  const parts = [
    counted(Math.floor(seconds / 3600), "hour"),
    counted(Math.floor((seconds % 3600) / 60), "minute"),
    counted(seconds % 60, "second"),
  ].filter((part) => !part.startsWith("0 "));
  return parts.join(" ") || "0 seconds";
}
