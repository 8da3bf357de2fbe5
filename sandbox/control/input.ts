import { isRecord } from "../../base/json.ts";
import { Refusal } from "../api/call/replies.ts";
import type { Platform } from "../api/server/platform.ts";
import type { CollectionItem } from "../world/data/collections.ts";
import type { RegisteredApplication } from "../world/people.ts";

/** The fields of a control call. */
export type CommandFields = Record<string, unknown>;

/** A refusal of a field or value: which one, and what to give instead. */
export const wrong = (message: string): Refusal => new Refusal(422, message);

export function wholeNumber(fields: CommandFields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrong(`${name}: give a whole number`);
  return value;
}

/** The id of a Location that exists. */
export function locationIn({ world }: Platform, fields: CommandFields): number {
  const id = wholeNumber(fields, "location_id");
  if (!world.location(id)) throw wrong(`location_id: there is no Location ${id}`);
  return id;
}

/** An application that exists. */
export function applicationIn({ world }: Platform, fields: CommandFields): RegisteredApplication {
  const id = wholeNumber(fields, "application_id");
  const application = world.people.applications.get(id);
  if (!application) throw wrong(`application_id: there is no application ${id}`);
  return application;
}

export function itemsIn({ items }: CommandFields): CollectionItem[] {
  if (!Array.isArray(items) || !items.every(isRecord)) throw wrong("items: give a list of objects");
  return items;
}
