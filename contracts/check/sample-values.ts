import type { PromisedValue } from "./promised-value.ts";

/** A text or two of each form that the specification names, and values of each type. */
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

const known = new WeakMap<PromisedValue, unknown[]>();

/** Values that can stand at a place: all of them where they are listed, and some of each form otherwise. */
export function samplesOf(promised: PromisedValue): unknown[] {
  const samples = known.get(promised) ?? promised.values ?? pool.filter((value) => promised.fits(value));
  known.set(promised, samples);
  return samples;
}
