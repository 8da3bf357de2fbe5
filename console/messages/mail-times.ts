/** When mail may come to someone. */
export const mailTimes = ["at once", "daily", "never"] as const;

/** The choice of a person: when mail comes, and from which hour until which hour of the time zone none does; none is quiet where both are the same. */
export interface MailChoice {
  mail: (typeof mailTimes)[number];
  quiet_from: number;
  quiet_until: number;
  time_zone: string;
}

/** The hour at which the mail of a day comes. */
export const digestHour = 7;

/** Every zone's offset is a multiple of so many milliseconds. */
const quarter = 15 * 60_000;

/** True if a zone is known by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The first time from now at which mail may come to someone; found quarter by quarter, so that no change of clocks is calculated here. */
export function mailDueAt(now: Date, { mail, quiet_from, quiet_until, time_zone }: MailChoice): Date {
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: time_zone });
  const isQuiet = (hour: number): boolean =>
    quiet_from <= quiet_until ? hour >= quiet_from && hour < quiet_until : hour >= quiet_from || hour < quiet_until;
  const mayCome = (time: Date): boolean => {
    const [hour, minute] = format.format(time).split(":").map(Number) as [number, number];
    return mail === "daily" ? hour === digestHour && minute === 0 : !isQuiet(hour);
  };
  if (mail !== "daily" && mayCome(now)) return now;
  const start = Math.ceil((now.valueOf() + 1) / quarter);
  const found = Array.from({ length: 200 }, (_, count) => new Date((start + count) * quarter)).find(mayCome);
  return found ?? now;
}
