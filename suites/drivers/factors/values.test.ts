import { expect, test } from "vitest";
import { errorsIn, query, requestBody } from "../../../generators/testing/errors-in.ts";
import { loadFactors } from "../../../specs/factors.ts";
import { valueOf } from "./values.ts";

const items = [
  {
    id: 7,
    name: `Anna "Ķ" O'Neil & Sons`,
    phone: "37126000001",
    email: "o'neil@mail.example",
    card: 880_001,
    spent: 50.5,
    last_change_date: "2026-02-26T23:30:00+00:00",
    call_date: "2026-02-26T23:30:00+00:00",
    caller_phone: "+37126100555",
    type: "incoming",
    status: "success",
    date: "2027-07-01",
    service_id: 40,
    staff_id: 60,
    resource_ids: [80, 81],
  },
  {
    id: 8,
    name: "Bob_by",
    phone: "371",
    email: "b@post.example",
    card: "",
    spent: 0,
    type: "outgoing",
    status: "busy",
  },
];
const [item = {}] = items;

const { operations, datatypes } = loadFactors();
const cases = Object.entries(operations).flatMap(([operation, { parameters = {} }]) =>
  Object.entries(parameters).flatMap(([name, parameter]) =>
    (datatypes[parameter.type] ?? []).map((of) => ({ operation, name, parameter, of })),
  ),
);

test.each(cases)("$operation takes the value of the class $of for $name", ({ operation, name, parameter, of }) => {
  for (let turn = 0; turn < 12; turn++) {
    const value = valueOf(parameter, of, { item, items, turn });
    expect(value).toBeDefined();
    const errors =
      operation === "listCalls"
        ? errorsIn(operation, requestBody, {
            salon_id: 1,
            date_from: "2026-01-01",
            date_to: "2026-01-02",
            [name]: value,
          })
        : errorsIn(operation, query, { [name]: value });
    expect(errors).toEqual([]);
  }
});

test("values of a list without items are such values, too", () => {
  const known = cases.filter(({ parameter }) => parameter.type !== "enum");
  expect(known.map(({ parameter, of }) => valueOf(parameter, of, { item: {}, items: [], turn: 3 }))).not.toContain(
    undefined,
  );
});
