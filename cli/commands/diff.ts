import { Option } from "commander";
import { differenceLevels } from "../../regression/diff/differences/rules.ts";
import type { AddCommand } from "../io/action.ts";
import { refuseMore } from "../options/argument-hints.ts";
import { withExamples } from "../options/examples.ts";
import { ignore, json, markdown, readsVersions, sarif, versioning } from "../options/options.ts";

export const diff: AddCommand = (program, { does }) =>
  withExamples(
    readsVersions(
      refuseMore(
        program.command("diff"),
        ([before, after, path]) => `${path}: diff takes two versions; did you mean ${before}..${after} ${path}?`,
      )
        .description("compare two versions of the specification, and show what breaks")
        .argument("<old>", "OpenAPI file, folder, git:REVISION:PATH or URL; or a range of revisions such as main..HEAD")
        .argument("<new>", "the new version; after a range, the path that both revisions have")
        .option(...ignore)
        .option(
          "--approve <fingerprints...>",
          "add these differences to the ignore file; without one, assay-ignore.yaml is begun",
        )
        .option("--reason <text>", "why they are approved")
        .option("--until <day>", "the last day of the approval, such as 2027-01-31; without it, 90 days from now")
        .addOption(
          new Option("--level <level>", "list only differences of this level and above")
            .choices(differenceLevels)
            .default("compatible"),
        )
        .option("--quiet", "print only the verdict and the counts")
        .addOption(versioning())
        .option("--no-overlays", "compare without the overlays that assay.yaml names"),
    )
      .addOption(markdown())
      .addOption(sarif())
      .option(...json)
      .action(does(async () => (await import("../actions/diff.ts")).diff)),
    ["diff old.yaml new.yaml", "what breaks, for whom, and where"],
    ["diff main..HEAD specs --markdown", "two revisions of a folder, for a pull request"],
  );
