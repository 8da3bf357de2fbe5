import { Command } from "commander";
import { addCommands } from "../program/program.ts";

/** The program with commands that do nothing and print nothing: it says whether it understands its arguments. */
export function idleProgram(): Command {
  const program = new Command("assay");
  addCommands(
    program,
    () => () => Promise.resolve(),
    () => Promise.resolve(0),
  );
  silence(program);
  return program;
}

function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  command.commands.forEach(silence);
}

/** The words of a line, as a shell would split it, without what goes on behind them. */
export const wordsOf = (line: string): string[] =>
  [
    ...line
      .replaceAll("\\\n", " ")
      .replace(/ (?:#|[|&]{1,2}|>>?|<) .*$/, "")
      .matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g),
  ].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
