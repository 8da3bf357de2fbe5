import { HarnessError } from "../base/errors.ts";
import { type Files, specificationFile } from "./files.ts";

/** One figure of the specification. */
export interface Limit {
  value: number;
  unit: "requests" | "hours" | "minutes" | "seconds" | "retries" | "items" | "version" | "kilobytes";
  text: string;
  applies_to: string;
  source?: string;
  reading?: number;
}

/** Every figure by name. */
export const loadLimits = (files?: Files): Record<string, Limit> => specificationFile("limits.yaml", files);

/** The number of seconds that a unit of time has. */
export const secondsIn: Partial<Record<Limit["unit"], number>> = { hours: 3600, minutes: 60, seconds: 1 };

/** The number of a figure; durations in seconds, whatever unit the specification uses. */
export function limit(name: string, files?: Files): number {
  const found = loadLimits(files)[name];
  if (!found) throw new HarnessError(`no limit is called ${name}`);
  return found.value * (secondsIn[found.unit] ?? 1);
}

const placeholder = /\{([a-z_.]+)\}/g;

/** Replaces `{name}` in a sentence by the words for that figure, such as "12 hours"; other braces stay as they are. */
export function spell(sentence: string, files?: Files): string {
  const limits = loadLimits(files);
  return sentence.replace(placeholder, (whole, name: string) => limits[name]?.text ?? whole);
}

/** The names of the figures that a sentence leaves to be spelled. */
export function figuresIn(sentence: string, files?: Files): string[] {
  const limits = loadLimits(files);
  return [...sentence.matchAll(placeholder)].map(([, name = ""]) => name).filter((name) => name in limits);
}
