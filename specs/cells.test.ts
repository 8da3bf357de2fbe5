import { expect, test } from "vitest";
import { cellId, cellsOf, splitCell } from "./cells.ts";
import { loadLedger } from "./ledger.ts";

test("a requirement whose sentence enumerates nothing has one cell", () => {
  expect(cellsOf({ id: "CUR-3" })).toEqual([""]);
  expect(cellId("CUR-3", "")).toBe("CUR-3");
  expect(splitCell("CUR-3")).toEqual({ requirement: "CUR-3", cell: "" });
});

test("several axes have a cell for each pair of their values", () => {
  const cells = { address: ["base_url", "app_url"], state: ["pending", "active"] };
  expect(cellsOf({ id: "INST-26", cells })).toEqual([
    "base_url, pending",
    "base_url, active",
    "app_url, pending",
    "app_url, active",
  ]);
  expect(splitCell(cellId("INST-26", "app_url, active"))).toEqual({ requirement: "INST-26", cell: "app_url, active" });
});

test("cells follow from the documents", () => {
  expect(cellsOf({ id: "X-1", cells: { type: "enum listCalls/type" } })).toEqual(["incoming", "outgoing", "internal"]);
  expect(cellsOf({ id: "X-1", cells: { change: "changes" } })).toHaveLength(30);
  expect(cellsOf({ id: "X-1", cells: { resource: "goods-operations" } })).toHaveLength(5);
  expect(() => cellsOf({ id: "X-1", cells: { type: "nothing" } })).toThrow('X-1: no cells follow from "nothing"');
});

test("every requirement of the ledger has cells, each with a name of its own", () => {
  for (const requirement of loadLedger()) {
    const cells = cellsOf(requirement);
    expect(new Set(cells).size).toBe(cells.length);
  }
});
