import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import {
  ignore,
  json,
  markdown,
  old,
  readsPartnerPacts,
  readsVersions,
  sarif,
  versioning,
} from "../options/options.ts";

export const canIDeploy: AddCommand = (program, { does }) => {
  const command = program
    .command("can-i-deploy")
    .description("one gate for a new version: its differences, the partners that it breaks, and their contracts")
    .requiredOption("--against <new>", "the version to deploy: an OpenAPI file, a folder, git:REVISION:PATH or a URL");
  return withExamples(
    readsVersions(
      readsPartnerPacts(command)
        .option(...old)
        .option(...ignore)
        .addOption(versioning()),
    )
      .addOption(markdown())
      .addOption(sarif())
      .option(...json)
      .action(does(async () => (await import("../actions/can-i-deploy.ts")).canIDeploy)),
    ["can-i-deploy --against new.yaml --pacts contracts/pacts", "one gate"],
  );
};
