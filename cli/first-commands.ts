import { Argument, type Command } from "commander";
import type { Does, Program } from "./action.ts";
import { refuseMore } from "./argument-hints.ts";
import type { McpOptions } from "./commands/mcp.ts";
import { json, noExec } from "./common-options.ts";
import type { Io } from "./io.ts";
import { listings } from "./listings.ts";
import { usualFolder } from "./usual-folder.ts";

/** The commands with which people begin. */
export function addFirstCommands(program: Command, does: Does, runProgram: Program): void {
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

  refuseMore(program.command("doctor"), ([file]) => `${file}: did you mean --target ${file}, or --partner ${file}?`)
    .description("say before a run what works and what does not, and how to fix it")
    .option(
      "--target <file>",
      "profile of a target (YAML), else assay.yaml; where it has control, its world is reset, as a run does",
    )
    .option("--partner <file>", "profile of a partner's application (YAML); it is started and ended")
    .option(...noExec)
    .option(...json)
    .action(does(async () => (await import("./commands/doctor.ts")).doctor));

  program
    .command("list")
    .description("list requirements, proofs of providers, known faults, claims of partners, or provider states")
    .addArgument(new Argument("<what>", "what to list").choices(listings))
    .argument("[text]", "only those that contain a text, such as CUR or token")
    .option(...json)
    .action(does(async () => (await import("./commands/list.ts")).list));

  program
    .command("completion")
    .description("print what makes a shell complete commands, options, ids and names")
    .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
    .action(does(async () => (await import("./commands/completion.ts")).completion));

  program
    .command("mcp")
    .description("serve a coding agent by the Model Context Protocol, over standard input and output")
    .option(
      "--target <file>",
      "profile of the target (YAML); without it, assay.yaml if that exists, else the embedded sandbox",
    )
    .option("--out <dir>", "folder for the results of its runs", usualFolder)
    .option("--allow-changes", "let runs change the target as its profile allows; without it, they only read")
    .option(...noExec)
    .action(
      does(async () => {
        const { mcp } = await import("./commands/mcp.ts");
        return (options: McpOptions, io: Io) => mcp(runProgram, options, io);
      }),
    );

  // What the scripts of `assay completion` ask.
  program
    .command("complete-words", { hidden: true })
    .argument("[words...]")
    .action(
      does(async () => {
        const { completeWords } = await import("./commands/completion.ts");
        return (words: string[], _: unknown, io: Io) => completeWords(program, words, io);
      }),
    );
}
