import { Option } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { wholeNumber } from "../options/option-values.ts";
import { choosesSandbox, json } from "../options/options.ts";

export const deliveries: AddCommand = (program, { does }) =>
  withExamples(
    choosesSandbox(
      program
        .command("deliveries")
        .description("show what became of the webhooks of a running sandbox")
        .option("--follow", "go on showing what becomes of them, until Ctrl-C")
        .addOption(
          new Option("--resend <id>", "send a webhook again, as it was sent")
            .argParser(wholeNumber)
            .conflicts("follow"),
        ),
    )
      .option(...json)
      .action(does(async () => (await import("../actions/deliveries.ts")).deliveries)),
    ["deliveries --follow", "what becomes of webhooks, until Ctrl-C"],
    ["deliveries --resend 3", "send a webhook again"],
  );
