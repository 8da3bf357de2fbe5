import { isRecord } from "../../../base/json.ts";

/** Keys whose values are data: what looks like a keyword there is not one. */
const dataKeys = new Set(["example", "examples", "default", "enum", "const", "value", "mapping"]);

/** Keys under which every key is a name, and none a keyword. */
const mapKeys = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters requestBodies headers
   securitySchemes links callbacks pathItems mediaTypes paths webhooks content variables encoding`.split(/\s+/),
);

/** The kind of a node's keys: keywords of OpenAPI, names that someone chose, or data. */
export type KeyKind = "keywords" | "names" | "data";

/** The kind of the keys inside a node, by the key of another that it stands under. */
export function kindUnder(kind: KeyKind, key: string): KeyKind {
  if (kind === "data" || (kind === "keywords" && (dataKeys.has(key) || key.startsWith("x-")))) return "data";
  return kind === "keywords" && mapKeys.has(key) ? "names" : "keywords";
}

/** Keywords that hold a list or an object; YAML reads one with nothing behind it as null. */
const containers = new Set(
  `${[...mapKeys].join(" ")} requestBody security servers tags components required schema allOf oneOf anyOf`.split(" "),
);

/** Takes out of a document that was just read the keywords with nothing behind them, as if they were not written; a list or an object of nothing says nothing. */
export function dropEmptyKeywords(root: unknown): unknown {
  const seen = new Set<unknown>();
  const stack: [node: unknown, kind: KeyKind][] = [[root, "keywords"]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, kind] = next;
    if (typeof node !== "object" || node === null || seen.has(node) || kind === "data") continue;
    seen.add(node);
    for (const [key, child] of Object.entries(node)) {
      if (child === null && kind === "keywords" && containers.has(key) && isRecord(node)) delete node[key];
      else stack.push([child, Array.isArray(node) ? kind : kindUnder(kind, key)]);
    }
  }
  return root;
}
