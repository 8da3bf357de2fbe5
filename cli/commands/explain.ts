import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";

export const explain: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("explain")
      .description("print a requirement, its sources, what proves it and what that needs")
      .argument("<id>", "id of the requirement, such as INST-4, or an area such as CUR")
      .action(does(async () => (await import("../actions/explain.ts")).explain)),
    ["explain INST-4", "what it says, where it comes from, what proves it"],
  );
