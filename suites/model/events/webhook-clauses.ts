import type { CellId } from "../../../specs/cells.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { validate } from "../../../specs/validate.ts";
import { goodsEvent } from "../../../specs/webhook-events.ts";
import type { Clause } from "../clause.ts";
import { webhookDelay } from "../time-limits.ts";
import { type Arrived, isExact, isUntimely, type PlatformEvent } from "./platform-event.ts";

/** The event about a team member's schedule, whose ids and data mean something else. */
const scheduleEvent = "ScheduleEvent";

/** Further cells that the schema of an event can break. */
const schemaCells: Record<string, CellId> = { [scheduleEvent]: "HOOK-10", [goodsEvent]: "HOOK-11" };

const isId = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** The clauses of a webhook about a record, by its event: how and when it is sent, its form, and its content. */
export function webhookClauses(event: PlatformEvent, arrived: Arrived): Clause[] {
  const name = event.event ?? "";
  const { arrival, body, fields } = arrived;
  const clause = (cell: CellId, holds: boolean, found: string, expected: string, pointer?: string): Clause => ({
    cell,
    holds,
    found: `${name}: ${found}`,
    expected,
    ...(pointer ? { pointer } : {}),
  });
  const type = arrival.headers["content-type"];
  const isJson = /^application\/json\s*(;|$)/i.test(type ?? "");
  const sent = [
    clause("HOOK-1", arrival.method === "POST", arrival.method, "POST"),
    clause("HOOK-1", isJson, type ? `the Content-Type ${type}` : "no Content-Type", "application/json"),
    clause("HOOK-1", body !== undefined && !arrival.flaw, arrival.flaw ?? "a body that is not JSON", "JSON"),
    ...delayClauses(event, arrived),
  ];
  if (body === undefined) return sent;
  const operation = loadOperations().find(({ path }) => path === name);
  const errors = operation ? validate(operation, { direction: "request", part: "body" }, body) : [];
  const own = schemaCells[name];
  const form = ["HOOK-2" as const, ...(own ? [own] : [])].map((cell) => {
    const error = errors.find(({ requirement = "HOOK-2" }) => requirement === cell);
    return clause(cell, !error, error?.found ?? "", error?.expected ?? "", error?.pointer);
  });
  const said = Object.entries(event.expected).flatMap(([field, expected]) => {
    const found = fields[field];
    if (found === undefined) return [];
    const cell: CellId = field === "resource_id" && name === scheduleEvent ? "HOOK-23" : `HOOK-3/${field}`;
    const texts = [JSON.stringify(found), JSON.stringify(expected) ?? ""] as const;
    return [clause(cell, String(found) === String(expected), `${field} ${texts[0]}`, texts[1], `/${field}`)];
  });
  return [...sent, ...form, ...said, ...(name === scheduleEvent ? [] : dataClauses(fields, clause))];
}

/** There is data and, where it has an id, that is the resource's. */
function dataClauses(
  { data, resource_id }: Record<string, unknown>,
  clause: (cell: CellId, holds: boolean, found: string, expected: string, pointer: string) => Clause,
): Clause[] {
  const id: unknown = typeof data === "object" && data !== null && "id" in data ? data.id : undefined;
  const found = `data ${JSON.stringify(data)}`;
  return [
    clause("HOOK-12", data !== undefined && data !== null, found, "the resource's data", "/data"),
    ...(isId(id) && isId(resource_id)
      ? [clause("HOOK-26", String(id) === String(resource_id), `the id ${id} in data`, String(resource_id), "/data/id")]
      : []),
  ];
}

const inSeconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

/** Judges whether a webhook comes in time; that one does shows nothing where its time is not known well. */
function delayClauses(event: PlatformEvent, arrived: Arrived): Clause[] {
  const holds = !isUntimely(event, arrived);
  if (holds && !isExact(arrived)) return [];
  const { earliest, latest } = webhookDelay;
  const delays = [arrived.earliest - event.happened.latest, arrived.latest - event.happened.earliest];
  return [
    {
      cell: "HOOK-4",
      holds,
      found: `${event.occasion} after ${[...new Set(delays.map(inSeconds))].join(" to ")} seconds`,
      expected: `${inSeconds(earliest)} to ${inSeconds(latest)} seconds`,
    },
  ];
}
