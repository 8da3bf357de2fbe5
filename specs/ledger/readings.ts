import { readFileSync } from "node:fs";
import { packageFile } from "../../base/package-file.ts";

/** The readings that settle what the prose leaves unclear, by their number. */
export const loadReadings = (): ReadonlyMap<number, string> =>
  new Map(
    readFileSync(packageFile("specs/readings.md"), "utf8")
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [number = "", ...lines] = section.split("\n");
        return [Number(number), lines.join("\n").trim()];
      }),
  );
