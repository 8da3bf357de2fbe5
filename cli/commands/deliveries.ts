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
        .description("list the webhooks of a running sandbox and their outcomes")
        .option("--follow", "keep listing outcomes until Ctrl-C")
        .addOption(
          new Option("--resend <id>", "send a webhook again, unchanged").argParser(wholeNumber).conflicts("follow"),
        ),
    )
      .option(...json)
      .action(does(async () => (await import("../actions/deliveries.ts")).deliveries)),
    ["deliveries --follow", "list webhooks and their outcomes until Ctrl-C"],
    ["deliveries --resend 3", "send a webhook again"],
  );
