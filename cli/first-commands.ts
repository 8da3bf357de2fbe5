import { Argument, type Command } from "commander";
import type { Does } from "./action.ts";
import { json, noExec } from "./common-options.ts";

/** The commands with which people begin. */
export function addFirstCommands(program: Command, does: Does): void {
  program
    .command("init")
    .description("write a commented profile: asks at a terminal, takes options elsewhere, and asks the target")
    .addArgument(new Argument("[kind]", "what the profile is about").choices(["target", "partner"]))
    .option("--url <address>", "address of the target's API; which surfaces answer around it is found out")
    .option("--control <url>", "address of the target's control protocol; its token is read from CONTROL_TOKEN")
    .option("--set <pairs...>", "values by key, such as fixtures.location_id=100 or claims=[calls]")
    .option("--out <file>", "the file to write; without it, assay.yaml or assay-partner.yaml")
    .option("--force", "write over a file that is there")
    .action(does(async () => (await import("./commands/init.ts")).init));

  program
    .command("doctor")
    .description("say before a run what works and what does not, and how to mend it")
    .option("--target <file>", "profile of a target (YAML); where it has control, its world is reset, as a run does")
    .option("--partner <file>", "profile of a partner's application (YAML); it is started and ended")
    .option(...noExec)
    .option(...json)
    .action(does(async () => (await import("./commands/doctor.ts")).doctor));
}
