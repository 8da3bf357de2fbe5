import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { wholeNumber } from "../options/option-values.ts";
import { choosesSandbox, json } from "../options/options.ts";

export const trigger: AddCommand = (program, { does }) =>
  withExamples(
    choosesSandbox(
      program
        .command("trigger")
        .description("make something happen on a running sandbox: a record changes, or an installation takes a step")
        .argument("<what>", "ClientEvent.created and the like; or grant_access, callback, freeze, disable, uninstall")
        .option("--location <id>", "the Location; without it, the first of the sandbox's ids", wholeNumber)
        .option("--application <id>", "the application whose installation takes the step", wholeNumber)
        .option("--resource <name>", "kind of a GoodsOperationEvent, such as goods_operations_sale")
        .option("--to <url>", "send such webhooks to this address from now on")
        .option("--wait", "wait for a minute at most until the webhooks are delivered; exit 1 if they are not"),
    )
      .option(...json)
      .action(does(async () => (await import("../actions/trigger.ts")).trigger)),
    ["trigger ClientEvent.created --to http://localhost:3000/hooks", "send a webhook to your application"],
    ["trigger freeze --location 100", "the platform freezes an installation"],
  );
