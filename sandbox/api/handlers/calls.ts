import { sift } from "../../world/filters.ts";
import { requireLocation, requireRight } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { bodyFields, queryList } from "../call/input.ts";
import { type ApiReply, Refusal, succeeded } from "../call/replies.ts";
import { pageOf, slice } from "../call/v1-pages.ts";

/** The fields of the request: from the documented JSON body, or from the query for clients that cannot send one. */
function fieldsOf(call: ApiCall): Record<string, unknown> {
  const { body, query } = call;
  const single = ["salon_id", "date_from", "date_to", "phone", "page", "limit"].map((name) => [
    name,
    query.get(name) || undefined,
  ]);
  const lists = ["types", "statuses"].map((name) => [name, queryList(query, name)?.split(",")]);
  return { ...Object.fromEntries([...single, ...lists]), ...(body === undefined ? {} : bodyFields(call)) };
}

type FieldCheck = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber: FieldCheck = (value) =>
  (typeof value === "number" || isText(value)) && value !== "" && Number.isFinite(Number(value));
const isDay: FieldCheck = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isTexts: FieldCheck = (value) => Array.isArray(value) && value.every(isText);
const optional =
  (check: FieldCheck): FieldCheck =>
  (value) =>
    value === undefined || check(value);

/** The checks of the fields; in a query, numbers come as text. */
const checks: Record<string, [isValid: FieldCheck, must: string]> = {
  date_from: [isDay, "have the form YYYY-MM-DD"],
  date_to: [isDay, "have the form YYYY-MM-DD"],
  phone: [optional((value) => isText(value) || isNumber(value)), "be a string"],
  types: [optional(isTexts), "be a list of strings"],
  statuses: [optional(isTexts), "be a list of strings"],
  page: [optional(isNumber), "be a number"],
  limit: [optional(isNumber), "be a number"],
};

export function listCalls(call: ApiCall): ApiReply {
  const fields = fieldsOf(call);
  const { salon_id, page, limit } = fields;
  if (!isNumber(salon_id)) throw new Refusal(422, "salon_id must be a number.");
  const location = requireLocation(call, Number(salon_id));
  requireRight(call, location.id, "calls");
  for (const [name, [isValid, must]] of Object.entries(checks)) {
    if (!isValid(fields[name])) throw new Refusal(422, `${name} must ${must}.`);
  }
  const given = Object.keys(checks).filter((name) => fields[name] !== undefined);
  const values = Object.fromEntries(given.map((name) => [name, String(fields[name])]));
  const found = sift(call.world.collection("calls", location.id), call.behaviour.filters.calls, values);
  const isPaged = page !== undefined || limit !== undefined;
  const items = isPaged ? slice(found, pageOf(page, limit, call.behaviour.policy)) : found;
  return succeeded(items, { total_count: found.length });
}
