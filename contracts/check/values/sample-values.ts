import { countryCodes } from "../../../base/formats/countries.ts";
import type { PromisedValue } from "./promised-value.ts";

/** A few texts of each form that the specification uses, and values of each type. */
const pool: unknown[] = [
  "",
  "text",
  "LV",
  "2026-03-02",
  "2026-03-02 09:00:00",
  "2026-03-02T09:00:00",
  "2026-03-02T09:00:00Z",
  "2026-03-02T09:00:00+02:00",
  "2026-03-02T09:00:00+0200",
  "2026-03-02T09:00:00.000Z",
  "2026-03-02T09:00:00.000+02:00",
  "120;w=60",
  0,
  1,
  2,
  25,
  1.5,
  true,
  false,
  null,
];

const cache = new WeakMap<PromisedValue, unknown[]>();

/** Values that are allowed at a place: all of them where they are listed, samples otherwise. */
export function samplesOf(promised: PromisedValue): unknown[] {
  const samples = cache.get(promised) ?? promised.values ?? poolFor(promised).filter((value) => promised.fits(value));
  cache.set(promised, samples);
  return samples;
}

/** Where only codes of countries fit, each of them may be the one that is meant. */
const poolFor = (promised: PromisedValue): unknown[] =>
  promised.fits("LV") && !promised.fits("text") ? [...new Set([...pool, ...countryCodes])] : pool;
