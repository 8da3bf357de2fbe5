import { describe, expect, test } from "vitest";
import { loadOperations } from "../specs/operations.ts";
import {
  type ClientFilter,
  clientFilter,
  clientFilterNames,
  clientFilters,
  daysOfChange,
  pairsOfFilters,
} from "./client-filters.ts";
import { type ClientRecord, clientele } from "./clients.ts";
import { always } from "./testing/always.ts";
import { errorsIn, query } from "./testing/errors-in.ts";

const errorsOf = (filter: ClientFilter) => errorsIn("listClients", query, filter);

/** Clients of whom at least one has a card and one an email. */
const clients = clientele(20).filter(
  (made) => made.some(({ card }) => card !== "") && made.some(({ email }) => email !== ""),
);

test("the filters are the query parameters of the list, apart from its pages", () => {
  const documented = loadOperations()
    .find(({ id }) => id === "listClients")
    ?.parameters.filter((parameter) => parameter.in === "query")
    .map(({ name }) => name);
  expect([...clientFilterNames, "page", "count"].toSorted()).toEqual(documented?.toSorted());
});

describe.each(clientFilterNames)("the filter %s", (name) => {
  const withClients = clients.chain((made) => clientFilter(made, name).map((filter) => ({ made, filter })));

  test("is one that the specification allows", () => {
    always(withClients, ({ filter }) => {
      expect(Object.keys(filter)).toEqual([name]);
      expect(errorsOf(filter)).toEqual([]);
    });
  });
});

const fields = { fullname: "name", phone: "phone", email: "email", card: "card" } as const;

test.each(Object.keys(fields) as (keyof typeof fields)[])(
  "the filter %s asks for a part that some client has",
  (name) => {
    const holds = (made: ClientRecord[], part = "") =>
      made.some((client) => String(client[fields[name]]).includes(part));
    always(
      clients.chain((made) => clientFilter(made, name).map((filter) => ({ made, part: filter[name] }))),
      ({ made, part }) => {
        expect(part).not.toBe("");
        expect(part).toBe(part?.trim());
        expect(holds(made, part)).toBe(true);
      },
    );
  },
);

test.each(["id", "id[]"] as const)("the filter %s asks for ids that clients have", (name) => {
  always(
    clients.chain((made) => clientFilter(made, name).map((filter) => ({ made, asked: [filter[name] ?? []].flat() }))),
    ({ made, asked }) => {
      const ids = made.map(({ id }) => id);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((id) => !ids.includes(id))).toEqual([]);
    },
  );
});

test("two or three filters at once are allowed", () => {
  always(clients.chain(clientFilters), (filter) => {
    expect(errorsOf(filter)).toEqual([]);
    expect([2, 3]).toContain(Object.keys(filter).length);
  });
});

test("every pair of filters is asked for, but never id together with id[]", () => {
  always(
    clients.chain(pairsOfFilters),
    (pairs) => {
      const asked = new Set(pairs.map((filter) => Object.keys(filter).toSorted().join(" ")));
      const names = clientFilterNames.toSorted();
      const all = names.flatMap((first, index) => names.slice(index + 1).map((second) => `${first} ${second}`));
      expect(asked).toEqual(new Set(all.filter((pair) => pair !== "id id[]")));
      for (const filter of pairs) expect(errorsOf(filter)).toEqual([]);
    },
    5,
  );
});

test("a moment on the day of a change is on its certain side in every time zone", () => {
  // The zones that begin their day first and last are UTC+14 and UTC-12.
  const isCertain = (change: string, { changed_before, changed_after }: ClientFilter) =>
    changed_before
      ? Date.parse(change) < Date.parse(`${changed_before}+14:00`)
      : Date.parse(change) > Date.parse(`${changed_after}-12:00`);
  always(clients, (made) => {
    for (const filter of daysOfChange(made)) {
      const day = String(filter.changed_before ?? filter.changed_after).slice(0, 10);
      const changes = made.map(({ last_change_date }) => last_change_date).filter((change) => change.startsWith(day));
      expect(changes.some((change) => isCertain(change, filter))).toBe(true);
    }
  });
});
