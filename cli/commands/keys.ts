import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { folder, time } from "../options/option-values.ts";

export const keys: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("keys")
      .description("make a key pair to sign certificates with")
      .option("--out <dir>", "folder for the two files", folder, ".")
      .option("--set <file>", "add the public key to this key set; the keys in use until now retire")
      .option("--add <file>", "add this public key to the key set instead of making a pair")
      .option("--since <time>", "the time from which the key is in use; now if left out", time)
      .action(does(async () => (await import("../actions/keys.ts")).keys)),
    ["keys --out keys", "assay-private.pem and assay-public.pem"],
  );
