import type { AddCommand } from "../io/action.ts";
import type { Io } from "../io/io.ts";

/** The scripts of `assay completion` run this. */
export const completeWords: AddCommand = (program, { does }) =>
  program
    .command("complete-words", { hidden: true })
    .argument("[words...]")
    .action(
      does(async () => {
        const action = await import("../actions/completion.ts");
        return (words: string[], _: unknown, io: Io) => action.completeWords(program, words, io);
      }),
    );
