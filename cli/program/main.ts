import { Command, CommanderError } from "commander";
import { UsageError } from "../../base/errors.ts";
import { packageManifest } from "../../base/package-manifest.ts";
import { describeSystemFailure } from "../../base/system-failure.ts";
import { printable } from "../../base/text/printable.ts";
import type { Action, Does } from "../io/action.ts";
import { exits } from "../io/exits.ts";
import type { Io, ProgramIo } from "../io/io.ts";
import { takeSettings } from "../options/service-settings.ts";
import { addCommands } from "./program.ts";
import { redactedIo } from "./redacted-io.ts";

/** The whole program: arguments in, exit code out. It touches nothing of its process but what `io` hands over. */
export async function main(args: readonly string[], started: ProgramIo): Promise<number> {
  const io = redactedIo(started, args);
  try {
    return await runCommand(args, io);
  } catch (error) {
    // Commander has said what is wrong; help and version are not mistakes.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.fine : exits.couldNotRun;
    if (error instanceof UsageError)
      for (const line of error.message.split("\n")) io.stderr.write(`assay: ${printable(line)}\n`);
    else io.stderr.write(`assay: ${unexpected(error).split("\n").map(printable).join("\n")}\n`);
    // Exit code 1 is a verdict, so a mistake of ours must not end with it.
    return exits.couldNotRun;
  }
}

const unexpected = (error: unknown): string =>
  describeSystemFailure(error) ??
  `this should not have happened: ${error instanceof Error ? error.stack : String(error)}`;

/** Runs the command that the arguments name, and returns its exit code. */
async function runCommand(args: readonly string[], io: Io): Promise<number> {
  let code: number = exits.fine;
  const program = createProgram(io);
  const does: Does =
    (load) =>
    async (...given) => {
      const action = (await load()) as (...all: unknown[]) => ReturnType<Action>;
      const command = given.at(-1) as Command;
      refuseEmpty(command);
      const { exec } = command.opts<{ exec?: boolean }>();
      const settings = takeSettings(command, io);
      // Commander puts itself last; a command gets its surroundings there.
      code = await action(...given.slice(0, -1), {
        ...io,
        ...(exec === false ? { isExecRefused: true } : {}),
        ...(settings ? { env: settings.env, settings: settings.lines } : {}),
      });
    };
  addCommands(program, does, main);
  await program.parseAsync(args, { from: "user" });
  return code;
}

/** Refuses options without a value, such as variables of a pipeline that are not set; they would pass for options that were left out. */
function refuseEmpty(command: Command): void {
  const isEmpty = (value: unknown): boolean =>
    typeof value === "string"
      ? value.trim() === ""
      : Array.isArray(value) && (value.length === 0 || value.some(isEmpty));
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === "cli" && isEmpty(command.getOptionValue(name)))
      throw new UsageError(`${option.long}: it is empty; give a value, or leave the option out`);
  }
}

/** A program without commands. It is made for each call, since Commander keeps what it parsed. */
function createProgram(io: Io): Command {
  const { version, description } = packageManifest();
  return new Command("assay")
    .description(description)
    .version(version)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "assay: ")),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      getOutHasColors: () => io.paint.isColorSupported,
      getErrHasColors: () => io.paint.isColorSupported,
    });
}
