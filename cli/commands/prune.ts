import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { numberOfDays } from "../options/option-values.ts";
import { consoleData } from "../options/options.ts";

export const prune: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("prune")
      .description("delete old runs of a console, with their journals")
      .option("--keep <days>", "the age up to which runs are kept, such as 90d", numberOfDays, 90)
      .option(...consoleData)
      .action(does(async () => (await import("../actions/serve.ts")).prune)),
    ["prune --keep 90d", "delete the runs that are older"],
  );
