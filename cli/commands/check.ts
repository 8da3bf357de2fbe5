import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { out, quiet, resultsJson } from "../options/options.ts";

export const check: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("check")
      .description("check recorded traffic (HAR 1.2) against the rules that a run applies, offline")
      .argument("<files...>", "HAR files")
      .option(...out)
      .option(...resultsJson)
      .option(...quiet)
      .action(does(async () => (await import("../actions/check.ts")).check)),
    ["check recorded.har", "check recorded traffic against the rules, offline"],
  );
