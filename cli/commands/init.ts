import { Argument } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";

export const init: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("init")
      .description("write a commented profile, from answers at a terminal or from options")
      .addArgument(new Argument("[kind]", "what the profile is about").choices(["target", "partner"]))
      .option("--url <address>", "address of the target's API; the surfaces near it are looked for")
      .option("--control <url>", "address of the target's control protocol; its token is read from CONTROL_TOKEN")
      .option("--set <pairs...>", "values by key, such as fixtures.location_id=100 or claims=[calls]")
      .option("--out <file>", "the file to write; without it, assay.yaml or assay-partner.yaml")
      .option("--force", "overwrite an existing file")
      .action(does(async () => (await import("../actions/init.ts")).init)),
    ["init", "ask, and write assay.yaml or assay-partner.yaml"],
    [
      "init --url https://api.staging.example --set fixtures.location_id=100",
      "a profile of a provider, without questions",
    ],
    ["init partner --set name=acme claims=[calls]", "a profile of a partner's application"],
  );
