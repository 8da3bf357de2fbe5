import type { Command } from "commander";

/** Adds to the help of a command what people type, each line with its purpose. */
export const withExamples = (
  command: Command,
  ...lines: readonly (readonly [line: string, purpose: string])[]
): Command =>
  command.addHelpText(
    "after",
    `\nExamples:\n${lines.map(([line, purpose]) => `  $ npx assay ${line}\n    ${purpose}`).join("\n")}`,
  );
