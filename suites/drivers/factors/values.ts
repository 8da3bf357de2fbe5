import { days, seconds } from "../../../base/durations.ts";
import { dayOf, momentOf } from "../../../base/formats/formats.ts";
import { edgeDays, idCounts, largeNumbers, partsOf, pick, type TextClass } from "../../../generators/value-classes.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { FactorParameter } from "../../../specs/factors.ts";
import { unknownId } from "../../model/unknown-id.ts";

/** The source of a value: an item that is known, all of them, and a number by which equal choices take turns. */
export interface ValueSource {
  item: Item;
  items: readonly Item[];
  turn: number;
}

const middleOf = (values: readonly string[], turn: number): string | undefined =>
  values[(Math.floor(values.length / 2) + turn) % Math.max(values.length, 1)];

/** A part of a class that an item has in a field; of another item, where this one has none. */
function partOf(name: TextClass, field: string, { item, items, turn }: ValueSource, isNumber = false): string {
  for (const each of [item, ...items]) {
    const found = middleOf(partsOf(String(each[field] ?? "").slice(0, 100), name, isNumber), turn);
    if (found) return found;
  }
  return isNumber ? "371" : "An";
}

const textOfMoment = (time: number): string => new Date(time).toISOString().slice(0, 19);

const edge = (turn: number): string => pick(edgeDays, turn);
const endOfMonth = (day: string): string => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));

/** Days by class, beside the one that an item has. */
const dayClasses: Readonly<Record<string, (own: string, turn: number) => string>> = {
  own: (own) => own,
  "day before": (own) => dayOf(Date.parse(own) - days(1)),
  edge: (_, turn) => edge(turn),
  "end of month": endOfMonth,
  "start of month": (own) => `${own.slice(0, 7)}-01`,
  "far past": () => "1999-12-31",
  "far future": () => "2100-02-28",
};

const dayIn = (value: unknown): string => (Number.isFinite(momentOf(value)) ? dayOf(momentOf(value)) : "2026-03-01");

type Maker = (name: string, field: string, source: ValueSource) => unknown;

const moment: Maker = (name, field, { item, turn }) => {
  const time = Number.isFinite(momentOf(item[field])) ? momentOf(item[field]) : Date.UTC(2026, 2, 1);
  if (name === "before" || name === "after") return textOfMoment(time + seconds(name === "after" ? 1 : -1));
  if (name === "start of day" || name === "end of day")
    return `${dayOf(time)}T${name === "start of day" ? "00:00:00" : "23:59:59"}`;
  return `${dayClasses[name]?.(dayOf(time), turn) ?? edge(turn)}T12:00:00`;
};

/** A value of a class, by datatype. */
const makers: Readonly<Record<string, Maker>> = {
  text: (name, field, source) => partOf(name as TextClass, field, source),
  "number text": (name, field, source) => partOf(name as TextClass, field, source, true),
  "whole text": (name, field, { item, items, turn }) =>
    name === "unknown" ? "+37120000000" : ((name === "own" ? item : pick(items, turn))?.[field] ?? "+37120000000"),
  sum: (name, field, { item, turn }) => {
    const own = Number(item[field] ?? 1);
    const classes: Record<string, number> = { own, more: own + 0.25, less: Math.max(0, own - 0.25), zero: 0 };
    return classes[name] ?? pick(largeNumbers, turn);
  },
  "moment after": moment,
  "moment before": moment,
  day: (name, field, { item, turn }) => dayClasses[name]?.(dayIn(item[field]), turn) ?? edge(turn),
  id: (name, field, { item, items, turn }) => {
    if (name === "unknown") return unknownId;
    const ids = [(name === "own" ? item : pick(items, turn))?.[field] ?? []].flat();
    return ids.length === 0 ? 1 : pick(ids, turn);
  },
  ids: (name, field, { item, items, turn }) => {
    if (name === "unknown") return [unknownId];
    if (name === "one and unknown") return [item[field] ?? 1, unknownId];
    const count = idCounts[["one", "five", "fifty"].indexOf(name)] ?? 1;
    return Array.from({ length: count }, (_, index) =>
      index === 0 ? (item[field] ?? 1) : (pick(items, turn + index)?.[field] ?? index),
    );
  },
  enum: (name, field, { item, items }) => {
    const known = [...new Set(items.map((each) => each[field]))];
    const own = item[field];
    if (own === undefined || name === "own") return own === undefined ? known.slice(0, 1) : [own];
    return name === "all" ? known : [own, ...known.filter((value) => value !== own).slice(0, 1)];
  },
};

/** A value for a parameter, of one of the classes of its datatype. */
export function valueOf({ type, field = "" }: FactorParameter, name: string, source: ValueSource): unknown {
  const value = makers[type]?.(name, field, source);
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
