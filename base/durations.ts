/** Durations in milliseconds, by the unit that a reader thinks in. */
export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(60 * count);
export const hours = (count: number): number => minutes(60 * count);
export const days = (count: number): number => hours(24 * count);

const units: Record<string, (count: number) => number> = { s: seconds, m: minutes, h: hours };

/** A duration as people write it, such as `20m` or `1h30m`; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,6}[smh])+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)([smh])/g)];
  return parts.reduce((sum, [, count, unit = "s"]) => sum + (units[unit]?.(Number(count)) ?? 0), 0);
}

/** A duration in words: "15 min 5 s". */
export function describeDuration(milliseconds: number): string {
  const whole = Math.ceil(milliseconds / seconds(1));
  const parts = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor((whole % 3600) / 60), "min"],
    [whole % 60, "s"],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(" ") || "0 s"
  );
}

/** The whole minutes that a duration takes, as an option takes them: `16m`. */
export const inMinutes = (milliseconds: number): string => `${Math.ceil(milliseconds / minutes(1))}m`;
