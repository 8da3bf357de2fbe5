import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { numberOfDays } from "../options/option-values.ts";
import { consoleData } from "../options/options.ts";

export const prune: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("prune")
      .description("throw away old runs of a console, with their journals")
      .option("--keep <days>", "how much to keep, such as 90d", numberOfDays, 90)
      .option(...consoleData)
      .action(does(async () => (await import("../actions/serve.ts")).prune)),
    ["prune --keep 90d", "throw away runs that are older"],
  );
