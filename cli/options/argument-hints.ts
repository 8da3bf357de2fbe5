import type { Command } from "commander";
import { UsageError } from "../../base/errors.ts";

/** Makes a command say what to write where it is given more arguments than it takes. */
export const refuseMore = (command: Command, hint: (args: readonly string[]) => string): Command =>
  command.allowExcessArguments().hook("preAction", (_, { args, registeredArguments }) => {
    if (args.length > registeredArguments.length) throw new UsageError(hint(args));
  });

/** Makes a command that takes `--pact` say so where a file is named without it. */
export const refuseBareFiles = (command: Command): Command =>
  refuseMore(command, ([file]) => `${file}: pact files are named with --pact FILE`);

/** Makes a command say what an argument may be where it is missing. */
export function describeMissing(command: Command): void {
  const missingArgument = (name: string): never => {
    const argument = command.registeredArguments.find((each) => each.name() === name);
    const what = argument?.argChoices?.join(", ") ?? argument?.description ?? "";
    return command.error(`error: missing required argument '${name}': give ${what}`, {
      code: "commander.missingArgument",
    });
  };
  Object.assign(command, { missingArgument });
}
