import type { Operation } from "../specs/operations.ts";

/** One thing that is wrong in a request that is otherwise right: where, and what stands there; undefined leaves it out. */
export interface Mistake {
  operation: string;
  part: "path" | "query" | "body" | "raw" | "header";
  name: string;
  value: unknown;
}

/** What people and programs put where a number belongs. */
const noNumbers = ["abc", "0", "-1", "1.5", "99999999999999999999", "null", "é", "1;2", " "];
/** What stands in a query where it should not. */
const oddities = [
  "abc",
  "",
  "-1",
  "0",
  "1.5",
  "99999999999999999999",
  "2026-02-30",
  "2026-13-01T25:00:00",
  "\u0000",
  "[]",
  "%",
  "é🙂",
  "a".repeat(5000),
];
/** What stands in a JSON body where something else belongs. */
const values: unknown[] = [
  undefined,
  "abc",
  null,
  "",
  "7",
  -1,
  1.5,
  1e30,
  true,
  [],
  {},
  [null],
  ["unknown"],
  "2026-02-30",
  "a".repeat(2000),
];
/** What is no JSON object at all. */
const texts = ["{", "", "null", "[]", '"text"', "1", "\u0000", '{"salon_id":1e999}', "[".repeat(300)];

/** Every mistake of one kind that can be made with an operation, in an order in which the first of each place come first. */
export function mistakesWith({ id, parameters, body, method }: Operation): Mistake[] {
  const names = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  const fields = Object.keys(body?.schema.properties ?? {});
  const made: Mistake[][] = [
    ...names("path").map((name) => noNumbers.map((value) => ({ operation: id, part: "path" as const, name, value }))),
    ...names("query").map((name) =>
      [undefined, ...oddities].map((value) => ({ operation: id, part: "query" as const, name, value })),
    ),
    ...fields.map((name) => values.map((value) => ({ operation: id, part: "body" as const, name, value }))),
    ...(body || method !== "GET"
      ? [texts.map((value) => ({ operation: id, part: "raw" as const, name: "", value }))]
      : []),
    ...["Accept", "Content-Type"].map((name) =>
      [undefined, "text/plain", "*/*"].map((value) => ({ operation: id, part: "header" as const, name, value })),
    ),
  ];
  const longest = Math.max(...made.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => made.flatMap((some) => some.slice(turn, turn + 1))).flat();
}
