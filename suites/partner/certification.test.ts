import { expect, test } from "vitest";
import { specificationFile } from "../../specs/files.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { claims } from "./claims.ts";
import { requestRequirements } from "./judging/judge-requests.ts";
import { schemaRequirements } from "./judging/schema-rules.ts";
import { scenarios } from "./scenarios/phases.ts";

const ledger = loadLedger().filter((requirement) => binds(requirement, "partner"));
const judged = new Set([...scenarios.flatMap(({ judges }) => judges), ...requestRequirements()]);

test("every requirement that binds a partner and is not open is judged", () => {
  const ids = ledger.filter(({ level }) => level !== "open").map(({ id }) => id);
  expect(ids.filter((id) => !judged.has(id))).toEqual([]);
});

test("only requirements that bind a partner are judged", () => {
  const known = ledger.map(({ id }) => id);
  expect([...judged].filter((id) => !known.includes(id))).toEqual([]);
});

test("claims cover areas and requirements that bind a partner, and rest on what they cover", () => {
  const known = ledger.flatMap(({ id, area }) => [id, area]);
  const covered = specificationFile<Record<string, string[]>>("claims.yaml");
  expect(Object.keys(covered)).toEqual(Object.keys(claims));
  for (const [claim, { basis }] of Object.entries(claims)) {
    expect(covered[claim]?.filter((id) => !known.includes(id))).toEqual([]);
    expect(covered[claim]).toContain(ledger.find(({ id }) => id === basis)?.area);
  }
});

test("schemas of requests carry the requirements for parameters and for the fields of the call history", () => {
  expect(schemaRequirements().toSorted()).toEqual(["CALL-13", "CALL-14", "LOC-11", "REQ-2", "RES-15"]);
});
