import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";

/** Which rooms a room may import; cli and tests may import everything. */
const arrows: Record<string, string[]> = {
  specs: [],
  generators: ["specs"],
  sandbox: ["specs"],
  harness: ["specs"],
  contracts: ["specs", "harness"],
  suites: ["specs", "generators", "harness", "contracts"],
  reports: ["specs", "harness"],
};

const root = dirname(packageFile("package.json"));
const sources = (room: string): string[] => {
  try {
    return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/\.test(-data)?\.ts$|^testing\//.test(name))
      .map((name) => join(root, room, name));
  } catch {
    return [];
  }
};

/** The rooms that a file imports from, other than its own. */
function roomsOf(file: string): string[] {
  const imports = [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  return imports.map((path) => relative(root, resolve(dirname(file), path)).split("/")[0] ?? "");
}

test.each(Object.entries(arrows))("%s imports from %j and from itself alone", (room, allowed) => {
  const trespasses = sources(room).flatMap((file) =>
    roomsOf(file)
      .filter((other) => other !== room && !allowed.includes(other))
      .map((other) => `${relative(root, file)} imports from ${other}`),
  );
  expect(trespasses).toEqual([]);
});

test("every room with sources is in the table", () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (one) => one.isDirectory() && !/^(\.|node_modules|dist)/.test(one.name),
  );
  const rooms = folders.map((one) => one.name).filter((name) => sources(name).length > 0);
  expect(rooms.filter((room) => !(room in arrows) && !["cli", "bench", "examples"].includes(room))).toEqual([]);
});
