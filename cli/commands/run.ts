import type { AddCommand } from "../io/action.ts";
import { refuseMore } from "../options/argument-hints.ts";
import { withExamples } from "../options/examples.ts";
import { duration, least, list, shard } from "../options/option-values.ts";
import {
  allure,
  depth,
  noExec,
  openPage,
  out,
  quiet,
  resultsJson,
  revision,
  sandbox,
  seed,
  target,
} from "../options/options.ts";

export const run: AddCommand = (program, { does }) =>
  withExamples(
    refuseMore(program.command("run"), ([file]) => `${file}: did you mean --target ${file}?`)
      .description("judge a provider: the one of --target or assay.yaml, else the embedded sandbox")
      .option(...target)
      .addOption(sandbox())
      .option(...out)
      .addOption(depth())
      .option(...seed)
      .option("--only <ids>", "judge only these requirements: ids such as INST-4, or areas such as CUR", list)
      .option("--skip <ids>", "do not judge these requirements: ids or areas", list)
      .option(
        "--patience <duration>",
        "how long the run may wait where the clock cannot be moved, such as 20m",
        duration,
      )
      .option("--min-judged <n>", "exit 3 if fewer requirements are judged: a number, or a share such as 80%", least)
      .option("--min-cells <n>", "exit 3 if fewer cells of requirements are judged: a number, or a share", least)
      .option("--known <file>", "requirements that are known to fail on this target (YAML)")
      .option(...revision)
      .option("--since <dir>", "compare with the run in this folder; without it, with the one that --out holds")
      .option("--shard <i/n>", "do part i of n; `assay report` joins the parts", shard)
      .option(...noExec)
      .option(...openPage)
      .option(...allure)
      .option(...resultsJson)
      .option(...quiet)
      .action(does(async () => (await import("../actions/run.ts")).run)),
    ["run", "judge the embedded sandbox"],
    ["run --target assay.yaml --only INST,CUR-3", "judge one area and one requirement of a provider"],
    [
      "run --target live.yaml --patience 20m --min-judged 80%",
      "wait for what has to age; exit 3 if too little is judged",
    ],
    ["run --target assay.yaml --shard 1/4 --out reports/shard-1", "a quarter of the work"],
  );
