import { usualFolder } from "../folders/usual-folder.ts";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { folder } from "../options/option-values.ts";
import { depth, json, noExec, sandbox, seed, target } from "../options/options.ts";

export const baseline: AddCommand = (program, given) => {
  const group = program
    .command("baseline")
    .description("record what a provider does where the specification is silent, and compare later runs with it");
  withExamples(observing("record", "write it to a file that you can commit")(group, given), [
    "baseline record --target live.yaml",
    "write assay-baseline.yaml",
  ]);
  withExamples(
    observing("compare", "compare with that file: what is new, gone or changed")(group, given).option(
      "--accept <file>",
      "accepted differences, each with a reason (YAML)",
    ),
    ["baseline compare --target live.yaml --accept accepted.yaml", "what changed since"],
  );
  return group;
};

const observing =
  (name: "record" | "compare", purpose: string): AddCommand =>
  (group, { does }) =>
    group
      .command(name)
      .description(purpose)
      .option(...target)
      .addOption(sandbox())
      .option("--file <file>", "the baseline", "assay-baseline.yaml")
      .option("--from <dir>", "use the folder of an earlier run instead of a new run")
      .option("--out <dir>", "folder for the results of a new run", folder, usualFolder)
      .addOption(depth())
      .option(...seed)
      .option(...noExec)
      .option(...json)
      .action(does(async () => (await import("../actions/baseline.ts"))[name]));
