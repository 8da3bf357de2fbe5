import { usualFolder } from "../folders/usual-folder.ts";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { folder } from "../options/option-values.ts";
import { openPage, quiet } from "../options/options.ts";

export const report: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("report")
      .description("build the reports of a run again, even of one that was killed; or join several runs or shards")
      .argument("[dirs...]", `folders of runs (--out); ${usualFolder} if left out`)
      .option("--out <dir>", `folder for the reports; without it, the run's own, or ${usualFolder} for several`, folder)
      .option(
        "--judge-again",
        "judge the stored journal by the present suite, without sending anything; written to judged-again in its folder",
      )
      .option(...openPage)
      .option(...quiet)
      .action(does(async () => (await import("../actions/report.ts")).report)),
    ["report", "build the reports of assay-report again"],
    ["report shard-1 shard-2 --out assay-report", "join the parts of a run"],
  );
