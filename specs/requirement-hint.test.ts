import { expect, test } from "vitest";
import { requirementHint } from "./requirement-hint.ts";

const ids = ["CUR-1", "CUR-2", "INST-4", "INST-40", "LOC-1"];

test.each([
  ["inst-400", "did you mean INST-40? (`assay spec` lists them)"],
  ["INST-9", "did you mean INST-4? (`assay spec` lists them)"],
  ["INTS-4", "did you mean INST-4? (`assay spec` lists them)"],
  ["CURR", "did you mean CUR? (`assay spec` lists them)"],
  ["CAR-2", "did you mean CUR-2? (`assay spec` lists them)"],
  ["FOO-1", "`assay spec` lists them"],
  ["nothing", "`assay spec` lists them"],
])("for %s: %s", (name, hint) => {
  expect(requirementHint(name, ids)).toBe(hint);
});
