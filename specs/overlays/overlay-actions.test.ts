import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../base/json.ts";
import { pointerOf, valueAt } from "../../base/pointer.ts";
import { bundle, type Node, surfaces } from "../documents.ts";
import { applyAction, type OverlayAction } from "./overlay-actions.ts";

const document = {
  text: "same",
  twin: "same",
  count: 0,
  size: 0,
  open: false,
  shut: false,
  nothing: null,
  void: null,
  list: ["same", 0, false, null, { name: "same" }, ["same"], "same"],
  record: { text: "same", count: 0, list: ["same"], record: { text: "same" } },
  'it\'s \\ a "key"\n': "same",
  "a/b~c": "same",
  "": "same",
};
const written = JSON.stringify(document);

/** The text of the document after an action. */
function after(action: OverlayAction): string {
  const copy = JSON.parse(written) as Node;
  applyAction(copy, action, "overlay.yaml: actions.0");
  return JSON.stringify(copy);
}

/** The text of the document with pieces of it replaced, of which each stands in it once. */
const replaced = (...pieces: [piece: string, by: string][]): string =>
  pieces.reduce((text, [piece, by]) => {
    const [before, rest, ...more] = text.split(piece);
    if (rest === undefined || more.length > 0) throw new Error(`${piece} does not stand once in ${text}`);
    return before + by + rest;
  }, written);

const wholeList = '["same",0,false,null,{"name":"same"},["same"],"same"]';

const removals: [kind: string, target: string, rest: string][] = [
  ["a string", "$.text", replaced(['{"text":"same","twin"', '{"twin"'])],
  ["a number", "$.count", replaced(['"count":0,"size"', '"size"'])],
  ["a boolean", "$.open", replaced(['"open":false,', ""])],
  ["null", "$.nothing", replaced(['"nothing":null,', ""])],
  ["an array", "$.record.list", replaced(['"list":["same"],', ""])],
  ["an object", "$.record.record", replaced([',"record":{"text":"same"}', ""])],
  ["an item that others equal", "$.list[6]", replaced(['["same"],"same"]', '["same"]]'])],
  ["the first of equal items", "$.list[0]", replaced(['["same",0', "[0"])],
  ["an item counted from the end", "$.list[-4]", replaced(["null,{", "{"])],
  ["an item of an inner array", "$.list[5][0]", replaced(['["same"],"same"', '[],"same"'])],
  [
    "a key with quotes and escapes",
    String.raw`$['it\'s \\ a "key"\n']`,
    replaced([String.raw`"it's \\ a \"key\"\n":"same",`, ""]),
  ],
  ["a key with a slash and a tilde", "$['a/b~c']", replaced(['"a/b~c":"same",', ""])],
  ["the empty key", "$['']", replaced([',"":"same"', ""])],
  [
    "several nodes at once",
    "$['twin','shut','void']",
    replaced(['"twin":"same",', ""], ['"shut":false,', ""], ['"void":null,', ""]),
  ],
  ["several items of one array", "$.list[0,2,4,6]", replaced([wholeList, '[0,null,["same"]]'])],
  [
    "items named twice and out of order",
    "$.list[6,0,0,-1]",
    replaced([wholeList, '[0,false,null,{"name":"same"},["same"]]']),
  ],
  [
    "a node and another inside it",
    "$..record",
    replaced([',"record":{"text":"same","count":0,"list":["same"],"record":{"text":"same"}}', ""]),
  ],
];

describe("remove", () => {
  test.each(removals)("takes away %s and nothing else", (_, target, rest) => {
    expect(after({ target, remove: true })).toBe(rest);
  });

  test("leaves the document alone where the target names nothing", () => {
    expect(after({ target: "$.missing", remove: true })).toBe(written);
  });

  test("has the last word over an update", () => {
    expect(after({ target: "$.text", remove: true, update: "other" })).toBe(
      replaced(['{"text":"same","twin"', '{"twin"']),
    );
  });

  test("cannot take away the whole document", () => {
    expect(() => after({ target: "$", remove: true })).toThrow(
      "overlay.yaml: actions.0.target: $ is the whole document, which cannot be removed",
    );
  });

  test.each(surfaces)("leaves the rest of the document of %s as it was", (surface) => {
    const text = JSON.stringify(bundle(surface));
    const anyPath = fc.constantFrom(...pathsIn(JSON.parse(text)));
    fc.assert(
      fc.property(anyPath, (path) => {
        const copy = JSON.parse(text) as Node;
        applyAction(copy, { target: jsonPath(path), remove: true }, "");
        expect(JSON.stringify(copy)).toBe(textWithout(JSON.parse(text), path));
      }),
      { seed: 42, numRuns: 50 },
    );
  });
});

const updates: [what: string, target: string, update: unknown, piece: string, by: string][] = [
  ["adds a key to an object", "$.record.record", { more: 1 }, '{"text":"same"}}', '{"text":"same","more":1}}'],
  ["replaces a string inside an object", "$.record.record", { text: "new" }, '{"text":"same"}}', '{"text":"new"}}'],
  ["merges objects inside objects", "$.record", { record: { n: 1 } }, '{"text":"same"}}', '{"text":"same","n":1}}'],
  [
    "lengthens an array inside an object",
    "$.record",
    { list: ["new"] },
    '["same"],"record"',
    '["same","new"],"record"',
  ],
  ["appends a value to an array", "$.list[5]", "new", '["same"],"same"]', '["same","new"],"same"]'],
  ["appends an object to an array", "$.list[5]", { a: 1 }, '["same"],"same"]', '["same",{"a":1}],"same"]'],
  ["appends the items of an array to an array", "$.list[5]", [1, 2], '["same"],"same"]', '["same",1,2],"same"]'],
  ["replaces a string", "$.twin", "new", '"twin":"same"', '"twin":"new"'],
  ["replaces a number", "$.size", 1, '"size":0', '"size":1'],
  ["replaces a boolean", "$.shut", null, '"shut":false', '"shut":null'],
  ["replaces null", "$.void", true, '"void":null', '"void":true'],
  ["replaces an item of an array", "$.list[6]", "new", '"same"],"same"]', '"same"],"new"]'],
  [
    "replaces a string by an object where it is asked to inside an object",
    "$.list[4]",
    { name: { a: 1 } },
    '{"name":"same"}',
    '{"name":{"a":1}}',
  ],
];

describe("update", () => {
  test.each(updates)("%s and changes nothing else", (_, target, update, piece, by) => {
    expect(after({ target, update })).toBe(replaced([piece, by]));
  });

  test("changes the whole document where that is the target", () => {
    expect(after({ target: "$", update: { more: 1 } })).toBe(written.replace(/\}$/, ',"more":1}'));
  });

  test("does nothing where the action has neither update nor remove", () => {
    expect(after({ target: "$.record" })).toBe(written);
  });

  test.each([
    ["$.record", "text", "an object, which is updated by an object"],
    ["$.record", ["text"], "an object, which is updated by an object"],
    ["$.text", { a: 1 }, "neither an object nor an array, so it is updated by a plain value"],
    ["$.text", ["a"], "neither an object nor an array, so it is updated by a plain value"],
  ])("of %s by %j is refused", (target, update, reason) => {
    expect(() => after({ target, update })).toThrow(`overlay.yaml: actions.0.update: ${target} is ${reason}`);
  });

  test("gives each location a value of its own", () => {
    const shared = { list: [1] };
    const copy = { a: {}, b: {} };
    const update = { one: shared, two: shared };
    applyAction(copy, { target: "$.*", update }, "");
    applyAction(copy, { target: "$.a.one", update: { list: [2] } }, "");
    expect(JSON.stringify(copy)).toBe(
      '{"a":{"one":{"list":[1,2]},"two":{"list":[1]}},"b":{"one":{"list":[1]},"two":{"list":[1]}}}',
    );
    expect(JSON.stringify(update)).toBe('{"one":{"list":[1]},"two":{"list":[1]}}');
  });

  test("beside a reference leaves what the reference names as it was", () => {
    const copy = bundle("v1");
    const before = JSON.stringify(copy.components);
    const target = "$.paths['/countries'].get.responses['401']";
    expect(valueAt(copy, pointerOf(["paths", "/countries", "get", "responses", "401"]))).toHaveProperty("$ref");
    applyAction(copy, { target, update: { description: "Changed" } }, "");
    expect(JSON.stringify(copy.components)).toBe(before);
    expect(JSON.stringify(copy.paths).match(/"description":"Changed"/g)).toHaveLength(1);
  });
});

/** The paths of all nodes of a document but its root. */
function pathsIn(node: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof node !== "object" || node === null) return [];
  const steps = Array.isArray(node) ? [...node.keys()] : Object.keys(node);
  return steps.flatMap((step) => [
    [...path, step],
    ...pathsIn((node as Record<string, unknown>)[step], [...path, step]),
  ]);
}

/** A JSONPath that names exactly one path. */
const jsonPath = (path: readonly (string | number)[]): string =>
  `$${path.map((step) => `[${typeof step === "number" ? step : JSON.stringify(step)}]`).join("")}`;

/** A value as JSON, written without the node at a path. */
function textWithout(node: unknown, [step, ...rest]: readonly (string | number)[]): string {
  const isHere = rest.length === 0;
  const write = (child: unknown, key: string | number): string =>
    key === step ? textWithout(child, rest) : JSON.stringify(child);
  if (Array.isArray(node)) {
    const items = node.flatMap((item, index) => (isHere && index === step ? [] : [write(item, index)]));
    return `[${items.join(",")}]`;
  }
  if (!isRecord(node)) return JSON.stringify(node);
  const fields = Object.entries(node).filter(([key]) => !(isHere && key === step));
  return `{${fields.map(([key, child]) => `${JSON.stringify(key)}:${write(child, key)}`).join(",")}}`;
}
