import { expect, test } from "vitest";
import { loadLedger } from "../specs/ledger.ts";
import { assemble } from "./assemble.ts";

const ledger = loadLedger().filter(({ id }) => id === "RES-8");

test("what a proof of ours failed at is not judged, whatever another proof saw", () => {
  const why = "assay itself failed: TypeError";
  const { requirements } = assemble(
    [
      { kind: "judged", ids: ["RES-8"] },
      { kind: "untestable", title: "a walk", ids: ["RES-8"], why, applies: true, isOurFault: true },
    ],
    ledger,
  );
  expect(requirements).toMatchObject([{ id: "RES-8", outcome: "untestable", reason: why }]);
});
