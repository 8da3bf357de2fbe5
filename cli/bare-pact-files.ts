import type { Command } from "commander";
import { UsageError } from "../base/errors.ts";

/** Makes a command that takes `--pact` say so where a file is named without it. */
export const refuseBareFiles = (command: Command): Command =>
  command.allowExcessArguments().hook("preAction", (_, { args: [file] }) => {
    if (file !== undefined) throw new UsageError(`${file}: pact files are named with --pact FILE`);
  });
