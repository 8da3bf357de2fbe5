import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { json, markdown, readsPartnerPacts, readsVersions } from "../options/options.ts";

export const matrix: AddCommand = (program, { does }) => {
  const command = program
    .command("matrix")
    .description("show which partners' contracts hold under which versions of the specification")
    .argument("<versions...>", "OpenAPI files, folders, git:REVISION:PATH or URLs, the oldest first");
  return withExamples(
    readsVersions(readsPartnerPacts(command))
      .addOption(markdown())
      .option(...json)
      .action(does(async () => (await import("../actions/matrix.ts")).matrix)),
    ["matrix old.yaml new.yaml --pacts contracts/pacts", "which contracts hold under which version"],
  );
};
