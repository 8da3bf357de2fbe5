import { usualFolder } from "../folders/usual-folder.ts";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { json, noExec } from "../options/options.ts";

export const replay: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("replay")
      .description("repeat only what failed in an earlier run, three times, and show what is fixed")
      .argument("[dir-and-ids...]", `folder of the run (${usualFolder} if left out), then ids or areas of requirements`)
      .option("--target <file>", "profile of the target; without it, that of the run")
      .option(...noExec)
      .option(...json)
      .action(does(async () => (await import("../actions/replay.ts")).replay)),
    ["replay", "repeat what failed in assay-report"],
    ["replay assay-report INST-40", "repeat one requirement"],
  );
