import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { json, noExec } from "../options/options.ts";

export const control: AddCommand = (program, { does }) => {
  const group = program.command("control").description("check a target's control protocol");
  withExamples(
    group
      .command("check")
      .description("try every call of a target's control protocol, and show what works, what is missing and what fails")
      .requiredOption("--target <file>", "profile of the target (YAML)")
      .option(...noExec)
      .option(...json)
      .action(does(async () => (await import("../actions/control-check.ts")).controlCheck)),
    ["control check --target assay.yaml", "try every call of the control protocol"],
  );
  return group;
};
