import type { Command } from "commander";
import type { Does } from "./action.ts";
import { json, noExec } from "./common-options.ts";

/** The commands with which people begin. */
export function addFirstCommands(program: Command, does: Does): void {
  program
    .command("doctor")
    .description("say before a run what works and what does not, and how to mend it")
    .option("--target <file>", "profile of a target (YAML); where it has control, its world is reset, as a run does")
    .option("--partner <file>", "profile of a partner's application (YAML); it is started and ended")
    .option(...noExec)
    .option(...json)
    .action(does(async () => (await import("./commands/doctor.ts")).doctor));
}
