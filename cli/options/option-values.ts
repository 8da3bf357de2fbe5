import { InvalidArgumentError } from "commander";
import { parseDuration } from "../../base/durations.ts";
import { hasFormat, momentOf } from "../../base/formats/formats.ts";
import type { Shard } from "../../record/journal.ts";
import type { MinJudged } from "./min-judged.ts";

// Readers of what an option is given; Commander prints what they throw beside the option's name.

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
};

export const port = (text: string): number => {
  if (wholeNumber(text) > 65_535) throw new InvalidArgumentError("Give a port up to 65535.");
  return Number(text);
};

export const positiveNumber = (text: string): number => {
  if (wholeNumber(text) < 1 || Number(text) > 36_500)
    throw new InvalidArgumentError("Give a whole number from 1 to 36500.");
  return Number(text);
};

export const numberOfDays = (text: string): number => {
  if (!/^[1-9]\d{0,4}d$/.test(text)) throw new InvalidArgumentError("Give a number of days, such as 90d.");
  return Number(text.slice(0, -1));
};

export const time = (text: string): Date => {
  const date = new Date(momentOf(text));
  if (!hasFormat("any-date", text) || Number.isNaN(date.valueOf()))
    throw new InvalidArgumentError("Give a time such as 2027-01-31T12:00:00Z.");
  return date;
};

export const duration = (text: string): string => {
  if (parseDuration(text) === undefined) throw new InvalidArgumentError("Give a duration such as 20m or 1h30m.");
  return text;
};

export const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

export const shard = (text: string): Shard => {
  const [part = 0, of = 0] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split("/").map(Number) : [];
  if (part < 1 || part > of) throw new InvalidArgumentError("Give a part and the number of parts, such as 1/4.");
  return { part, of };
};

export const least = (text: string): MinJudged => {
  const [, number, percent] = /^(\d{1,4})(%?)$/.exec(text) ?? [];
  if (number === undefined || (percent && Number(number) > 100))
    throw new InvalidArgumentError("Give a number such as 120, or a share such as 80%.");
  return percent ? { share: Number(number) / 100 } : { count: Number(number) };
};

export const folder = (text: string): string => {
  if (text.trim() === "") throw new InvalidArgumentError("Give the name of a folder, or . for this one.");
  return text;
};
