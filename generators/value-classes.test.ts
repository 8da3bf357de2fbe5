import { describe, expect, test } from "vitest";
import { connectedLocation, envelope, client as sampleClient } from "../specs/schemas/samples.test-data.ts";
import { edgeRanges, edgeSchedule } from "./activities.ts";
import { edgeCalls, edgeSpan } from "./calls.ts";
import { edgeClients, edgeMoments } from "./clients.ts";
import { edgeLocations } from "./connected-locations.ts";
import { errorsIn, page } from "./testing/errors-in.ts";
import { partsOf, signs, type TextClass, textParts, texts } from "./value-classes.ts";

describe("records with values that a program may spoil", () => {
  test("are calls that the specification allows", () => {
    expect(errorsIn("listCalls", page, envelope(edgeCalls()))).toEqual([]);
  });

  test("are clients that the specification allows, once the other fields are there", () => {
    const clients = edgeClients().map((client) => ({ ...sampleClient, ...client }));
    expect(errorsIn("listClients", page, envelope(clients, { page: 1, total_count: 24 }))).toEqual([]);
  });

  test("are connected Locations that the specification allows, once they have an id", () => {
    const locations = edgeLocations().map((location, id) => ({ id, country_id: 1, city_id: 1, ...location }));
    expect(errorsIn("listConnectedLocations", page, envelope(locations))).toEqual([]);
    expect(Object.keys(connectedLocation)).toEqual(expect.arrayContaining(Object.keys(edgeLocations()[0] ?? {})));
  });
});

describe("records at the edges of days", () => {
  const isoOf = (text: string) => new Date(text).toISOString();
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

  test("are calls in the first and the last second of every hour, some of them written with another offset", () => {
    const moments = edgeCalls().map(({ call_date }) => isoOf(call_date).slice(11, 19));
    expect(moments).toEqual(hours.flatMap((hour) => [`${hour}:00:00`, `${hour}:59:59`]));
    expect(edgeCalls().some(({ call_date }) => call_date.endsWith("+05:30"))).toBe(true);
    expect(edgeCalls().some(({ call_date }) => call_date.endsWith("-03:30"))).toBe(true);
  });

  test("are calls that lie in their range in every time zone", () => {
    const dates = edgeCalls().flatMap(({ call_date }) =>
      ["Etc/GMT+12", "UTC", "Pacific/Kiritimati"].map((timeZone) =>
        new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(call_date)),
      ),
    );
    expect(dates.filter((date) => date < edgeSpan.date_from || date > edgeSpan.date_to)).toEqual([]);
  });

  test("are clients of whom none changed in the very second that is asked for, whatever quarter of an hour a zone is off by", () => {
    const seconds = edgeClients().map(({ last_change_date }) => Date.parse(String(last_change_date)) % 900_000);
    for (const moment of edgeMoments) expect(seconds).not.toContain(Date.parse(`${moment}Z`) % 900_000);
  });

  test("are Events on the days where ranges begin and end", () => {
    const days = edgeSchedule().map(({ date }) => date);
    for (const { from, till } of edgeRanges) expect(days).toEqual(expect.arrayContaining([from, till]));
  });
});

test.each(Object.keys(textParts) as TextClass[])(
  "every part of a text that is of the class %s stands in it, and can stand in a filter",
  (name) => {
    const parts = texts.flatMap((text) => partsOf(text, name).map((part) => ({ text, part })));
    expect(parts.length).toBeGreaterThan(0);
    for (const { text, part } of parts) expect(text).toContain(part);
    expect(parts.filter(({ part }) => part.trim() !== part || part === "")).toEqual([]);
  },
);

test("texts hold every sign that may mean something", () => {
  expect(signs.filter((sign) => !texts.some((text) => text.includes(sign)))).toEqual([]);
});
