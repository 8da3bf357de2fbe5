import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { json, markdown, old, readsPartnerPacts, readsVersions, sarif } from "../options/options.ts";

export const impact: AddCommand = (program, { does }) => {
  const command = program
    .command("impact")
    .description("show which partners a new version of the specification breaks")
    .requiredOption("--against <new>", "the version to come: an OpenAPI file, a folder, git:REVISION:PATH or a URL");
  return withExamples(
    readsVersions(readsPartnerPacts(command).option(...old))
      .addOption(markdown())
      .addOption(sarif())
      .option(...json)
      .action(does(async () => (await import("../actions/impact.ts")).impact)),
    ["impact --against new.yaml --pacts contracts/pacts", "which partners does it break?"],
  );
};
