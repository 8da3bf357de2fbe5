import type { AddCommand } from "../io/action.ts";
import { refuseMore } from "../options/argument-hints.ts";
import { withExamples } from "../options/examples.ts";
import { json, noExec } from "../options/options.ts";

export const doctor: AddCommand = (program, { does }) =>
  withExamples(
    refuseMore(program.command("doctor"), ([file]) => `${file}: did you mean --target ${file}, or --partner ${file}?`)
      .description("check before a run what works, and say how to fix what does not")
      .option(
        "--target <file>",
        "profile of a target (YAML), else assay.yaml; where it has control, its world is reset, as a run does",
      )
      .option("--partner <file>", "profile of a partner's application (YAML); it is started and ended")
      .option(...noExec)
      .option(...json)
      .action(does(async () => (await import("../actions/doctor.ts")).doctor)),
    ["doctor --target assay.yaml", "can this provider be judged?"],
    ["doctor --partner assay-partner.yaml --no-exec", "the same for an application, which is not started"],
  );
