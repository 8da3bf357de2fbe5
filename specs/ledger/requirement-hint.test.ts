import { expect, test } from "vitest";
import { requirementHint } from "./requirement-hint.ts";

const ids = ["CUR-1", "CUR-2", "INST-4", "INST-40", "LOC-1"];

test.each([
  ["inst-400", "did you mean INST-40? (`assay list requirements` lists them)"],
  ["INST-9", "did you mean INST-4? (`assay list requirements` lists them)"],
  ["INTS-4", "did you mean INST-4? (`assay list requirements` lists them)"],
  ["CURR", "did you mean CUR? (`assay list requirements` lists them)"],
  ["CAR-2", "did you mean CUR-2? (`assay list requirements` lists them)"],
  ["FOO-1", "`assay list requirements` lists them"],
  ["nothing", "`assay list requirements` lists them"],
])("for %s: %s", (name, hint) => {
  expect(requirementHint(name, ids)).toBe(hint);
});
