import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { floors, folders, importTable } from "./testing/folders.ts";
import { root, sources } from "./testing/sources.ts";

/** The imports of each file, types too. */
const imports = new Map(
  sources.map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
      relative(root, resolve(root, dirname(file), path)),
    );
    return [file, paths];
  }),
);

const folderOf = (file: string): string => file.split("/")[0] ?? "";

describe("folders", () => {
  test("are all in the table", () => {
    expect([...new Set(sources.map(folderOf))].toSorted()).toEqual(Object.keys(folders).toSorted());
  });

  test.each(Object.entries(folders))("%s imports from %j and from itself alone", (folder, allowed) => {
    const trespasses = [...imports].flatMap(([file, paths]) =>
      folderOf(file) === folder
        ? paths
            .filter((path) => folderOf(path) !== folder && !allowed.includes(folderOf(path)))
            .map((path) => `${file} → ${path}`)
        : [],
    );
    expect(trespasses).toEqual([]);
  });
});

test("the second reader of journals shares no code with the judge", () => {
  expect(imports.get("lab/confirm-findings.ts")).toEqual([]);
});

test("AGENTS.md has the table of imports; WRITE_DOCS=true writes it", () => {
  const file = join(root, "AGENTS.md");
  const text = readFileSync(file, "utf8");
  const table = `<!-- imports -->\n${importTable()}\n<!-- /imports -->`;
  const changed = text.replace(/<!-- imports -->[\s\S]*<!-- \/imports -->/, table);
  if (process.env.WRITE_DOCS) writeFileSync(file, changed);
  else expect(text).toBe(changed);
});

describe("within folders", () => {
  /** The floor that a file stands on: that of the longest path that fits. */
  const floorOf = (folder: string, file: string): number => {
    const fitting = (floors[folder] ?? []).flatMap((paths, floor) =>
      paths
        .filter((path) => file === `${folder}/${path}` || (path.endsWith("/") && file.startsWith(`${folder}/${path}`)))
        .map((path) => ({ floor, path })),
    );
    return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]?.floor ?? -1;
  };

  test.each(Object.keys(floors))("every file of %s has a floor", (folder) => {
    expect(sources.filter((file) => folderOf(file) === folder && floorOf(folder, file) < 0)).toEqual([]);
  });

  test.each(Object.keys(floors))("no arrow of %s leads upwards", (folder) => {
    const upward = [...imports].flatMap(([file, paths]) =>
      folderOf(file) === folder
        ? paths
            .filter((path) => folderOf(path) === folder && floorOf(folder, path) > floorOf(folder, file))
            .map((path) => `${file} → ${path}`)
        : [],
    );
    expect(upward).toEqual([]);
  });
});

test("no files import each other in a ring, by types neither", () => {
  expect(rings(imports)).toEqual([]);
});

test("a ring is found, and a chain is none", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  expect(rings(graph)).toEqual([["a", "b", "c"]]);
});

/** The groups of files that reach each other: the strongly connected components of more than one file. */
function rings(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file) ?? 0);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    const ring = open.splice(open.indexOf(file));
    if (ring.length > 1) found.push(ring.toSorted());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
