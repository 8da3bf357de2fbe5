import type { McpOptions } from "../actions/mcp.ts";
import { usualFolder } from "../folders/usual-folder.ts";
import type { AddCommand } from "../io/action.ts";
import type { Io } from "../io/io.ts";
import { withExamples } from "../options/examples.ts";
import { noExec, target } from "../options/options.ts";

export const mcp: AddCommand = (program, { does, runProgram }) =>
  withExamples(
    program
      .command("mcp")
      .description("serve a coding agent by the Model Context Protocol, over standard input and output")
      .option(...target)
      .option("--out <dir>", "folder for the results of its runs", usualFolder)
      .option("--allow-changes", "let runs change the target as its profile allows; without it, they only read")
      .option(...noExec)
      .action(
        does(async () => {
          const action = await import("../actions/mcp.ts");
          return (options: McpOptions, io: Io) => action.mcp(runProgram, options, io);
        }),
      ),
    ["mcp --target assay.yaml", "serve a coding agent over standard input and output"],
  );
