import { Argument } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { listings } from "../options/listings.ts";
import { json } from "../options/options.ts";

export const list: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("list")
      .description("list requirements, proofs of providers, known faults, claims of partners, or provider states")
      .addArgument(new Argument("<what>", "what to list").choices(listings))
      .argument("[text]", "only those that contain a text, such as CUR or token")
      .option(...json)
      .action(does(async () => (await import("../actions/list.ts")).list)),
    ["list requirements CUR", "the requirements of cursors"],
    ["list faults token", "the known faults whose names mention tokens"],
  );
