import { expect, test } from "vitest";
import { loadLedger } from "../ledger.ts";
import { areaTitle } from "./areas.ts";

test("every area of the ledger has a title of its own", () => {
  const areas = [...new Set(loadLedger().map(({ area }) => area))];
  const titles = areas.map(areaTitle);
  expect(areas.filter((area, index) => titles[index] === area)).toEqual(["TLS"]);
  expect(new Set(titles).size).toBe(areas.length);
});
