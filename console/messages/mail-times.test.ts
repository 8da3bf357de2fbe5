import { expect, test } from "vitest";
import { isTimeZone, type MailChoice, mailDueAt } from "./mail-times.ts";

test.each<[string, Partial<MailChoice>, string, string]>([
  ["at once, without quiet hours", {}, "2026-11-18T03:04:05Z", "2026-11-18T03:04:05.000Z"],
  [
    "in quiet hours across midnight",
    { quiet_from: 22, quiet_until: 6 },
    "2026-11-18T23:30:00Z",
    "2026-11-19T06:00:00.000Z",
  ],
  ["after quiet hours", { quiet_from: 22, quiet_until: 6 }, "2026-11-18T06:00:00Z", "2026-11-18T06:00:00.000Z"],
  [
    "in quiet hours of another zone",
    { quiet_from: 0, quiet_until: 8, time_zone: "Asia/Kolkata" },
    "2026-11-18T00:00:00Z",
    "2026-11-18T02:30:00.000Z",
  ],
  [
    "once a day, before the hour",
    { mail: "daily", time_zone: "Europe/Berlin" },
    "2026-11-18T05:59:59Z",
    "2026-11-18T06:00:00.000Z",
  ],
  ["once a day, at the hour", { mail: "daily" }, "2026-11-18T07:00:00Z", "2026-11-19T07:00:00.000Z"],
  [
    "once a day, over the night on which clocks change",
    { mail: "daily", time_zone: "Europe/Berlin" },
    "2026-10-24T20:00:00Z",
    "2026-10-25T06:00:00.000Z",
  ],
])("mail comes %s", (_, choice, now, due) => {
  const usual: MailChoice = { mail: "at once", quiet_from: 0, quiet_until: 0, time_zone: "UTC" };
  expect(mailDueAt(new Date(now), { ...usual, ...choice }).toISOString()).toBe(due);
});

test("a time zone is known by its name", () => {
  expect(["Europe/Berlin", "UTC", "Mars/Olympus"].map(isTimeZone)).toEqual([true, true, false]);
});
