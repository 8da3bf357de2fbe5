import { expect, test } from "vitest";
import { exchange } from "../testing/exchanges.ts";
import { pathParameters, viewOf } from "./exchange-view.ts";

test("the parameters of a path are read by the template, which is its end", () => {
  expect(pathParameters("/v1/services/{location_id}/{id}", "/api/v1/services/100/7")).toEqual({
    location_id: "100",
    id: "7",
  });
  expect(pathParameters("/countries", "/api/v1/countries")).toEqual({});
});

test("the input is the query and the body's fields; several values of a name are a list, and a name with brackets always", () => {
  const { input } = viewOf(exchange("listClients", { query: "a=1&b=1&b=2&c%5B%5D=3", input: { d: [4] } }));
  expect(input).toEqual({ a: "1", b: ["1", "2"], "c[]": ["3"], d: [4] });
});

test.each<[string, unknown, object]>([
  ["a list of objects", [{ id: 1 }], { items: [{ id: 1 }] }],
  ["a list of texts", ["a"], { texts: ["a"] }],
  ["an object", { id: 1 }, { record: { id: 1 } }],
  ["a list of both", [{ id: 1 }, "a"], {}],
])("the data of a success is seen as %s", (_, data, seen) => {
  const { items, texts, record } = viewOf(exchange("listClients", {}, data));
  expect({ items, texts, record }).toEqual({ items: undefined, texts: undefined, record: undefined, ...seen });
});

test("the data of anything but a success is not looked at", () => {
  expect(viewOf(exchange("listClients", { status: 403 }, [{ id: 1 }])).items).toBeUndefined();
});
