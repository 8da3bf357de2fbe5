import { expect, test } from "vitest";
import { loadFactors } from "./factors.ts";
import { loadOperations } from "./operations.ts";

const { levels, datatypes, operations } = loadFactors();

test("every operation has factors, but for the one that only sends a browser elsewhere", () => {
  const documented = loadOperations().flatMap(({ id, surface }) => (surface === "webhooks" ? [] : [id]));
  expect([...Object.keys(operations), "redirectAfterRegistration"].toSorted()).toEqual(documented.toSorted());
});

test.each(Object.entries(operations))(
  "the factors of %s are known, and its parameters are those that narrow it",
  (id, own) => {
    const { factors, beside = [], credential, parameters = {} } = own;
    for (const factor of [...factors, ...beside, credential])
      expect([...Object.keys(levels), "parameter", "value"]).toContain(factor);
    for (const { type } of Object.values(parameters)) expect(Object.keys(datatypes)).toContain(type);
    const operation = loadOperations().find((each) => each.id === id);
    const fields = Object.keys(operation?.body?.schema.properties ?? {});
    const narrowing = [
      ...(operation?.parameters ?? []).flatMap(({ in: place, name }) => (place === "query" ? [name] : [])),
      ...(operation?.method === "GET" || id === "listCalls" ? fields : []),
    ].filter((name) => !["page", "count", "limit", "cursor", "salon_id", "my", "forBooking"].includes(name));
    if (factors.includes("parameter")) expect(Object.keys(parameters).toSorted()).toEqual(narrowing.toSorted());
  },
);
