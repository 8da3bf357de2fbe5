import { validateHeaderName, validateHeaderValue } from "node:http";
import { isRecord } from "../../base/json.ts";
import type { Override, OverridePlace } from "../api/server/overrides.ts";
import { mounts } from "../api/server/router.ts";
import { type CommandFields, wrong } from "./input.ts";

/** The longest delay of a reply, in milliseconds. */
const longestDelay = 600_000;

const surfaces = new Set<unknown>(Object.values(mounts).map(({ surface }) => surface));

/** The place that a control call names. */
export function placeIn({ surface, method, path, fields = {} }: CommandFields): OverridePlace {
  requireThat(surfaces.has(surface), `surface: give one of ${[...surfaces].join(", ")}`);
  requireThat(typeof method === "string" && /^[A-Z]+$/.test(method), "method: give a method, such as POST");
  requireThat(
    typeof path === "string" && /^\/[^?]*$/.test(path),
    "path: give a path without a query, such as /marketplace/partner/callback",
  );
  if (!isRecord(fields)) throw wrong("fields: give an object of what the body must hold");
  return { surface: String(surface), method: String(method), path: String(path), fields };
}

/** The override that a control call describes. */
export function overrideIn({ times = 1, skip = 0, reply, ...place }: CommandFields): Override {
  const named = placeIn(place);
  requireThat(Number.isSafeInteger(times) && Number(times) > 0, "times: give a positive whole number");
  requireThat(Number.isSafeInteger(skip) && Number(skip) >= 0, "skip: give a whole number from 0");
  const common = { ...named, times: Number(times), skip: Number(skip) };
  if (reply === "drop") return { ...common, reply };
  if (!isRecord(reply)) throw wrong("reply: give an object with a status, or drop");
  return { ...common, reply: replyIn(reply) };
}

function replyIn({
  status,
  headers = {},
  body = null,
  delay_ms = 0,
}: CommandFields): Exclude<Override["reply"], "drop"> {
  requireThat(
    Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599,
    "reply.status: give a status from 200 to 599",
  );
  requireThat(
    isRecord(headers) && Object.entries(headers).every(isHeader),
    "reply.headers: give an object of valid header names and values",
  );
  requireThat(
    typeof delay_ms === "number" && delay_ms >= 0 && delay_ms <= longestDelay,
    `reply.delay_ms: give milliseconds up to ${longestDelay}`,
  );
  return { status: Number(status), headers: headers as Record<string, string>, body, delay_ms: Number(delay_ms) };
}

function requireThat(holds: boolean, message: string): void {
  if (!holds) throw wrong(message);
}

function isHeader([name, value]: [string, unknown]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value as string);
    return typeof value === "string";
  } catch {
    return false;
  }
}
