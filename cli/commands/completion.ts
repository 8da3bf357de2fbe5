import { Argument } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";

export const completion: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("completion")
      .description("print a script by which a shell completes commands, options, ids and names")
      .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
      .action(does(async () => (await import("../actions/completion.ts")).completion)),
    ["completion bash >> ~/.bashrc", "complete commands, options and ids in bash"],
    ["completion fish > ~/.config/fish/completions/assay.fish", "the same in fish"],
  );
