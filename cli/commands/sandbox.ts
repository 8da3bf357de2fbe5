import { Option } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { wholeNumber } from "../options/option-values.ts";
import { portBase } from "../options/options.ts";

export const sandbox: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("sandbox")
      .description("start the embedded sandbox and keep it running")
      .option(...portBase)
      .addOption(
        new Option("--clock <kind>", "running: real time; frozen: moved by the control protocol alone")
          .choices(["frozen", "running"])
          .default("running"),
      )
      .option("--fault <name...>", "plant known faults; `assay mutants --list` lists them")
      .option("--seed <n>", "seed for its data", wholeNumber, 1)
      .option("--data <file>", "keep its state in a file across restarts")
      .option("--tls", "use TLS, with its own certificate authority")
      .option("--host <address>", "address to listen on instead of loopback")
      .option("--control-token <token>", "token for the control protocol")
      .option("--json", "print addresses and tokens as one line of JSON, and log to standard error")
      .action(does(async () => (await import("../actions/sandbox.ts")).sandbox)),
    ["sandbox", "a platform on loopback, with real time"],
    ['sandbox --clock frozen --fault "country codes have three letters"', "one that breaks a promise"],
  );
