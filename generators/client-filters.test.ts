import { describe, expect, test } from "vitest";
import { loadOperations } from "../specs/operations.ts";
import { type ClientFilter, clientFilter, clientFilterNames, clientFilters } from "./client-filters.ts";
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
