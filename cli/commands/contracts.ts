import { Option } from "commander";
import { usualFolder } from "../folders/usual-folder.ts";
import type { AddCommand } from "../io/action.ts";
import { refuseBareFiles } from "../options/argument-hints.ts";
import { withExamples } from "../options/examples.ts";
import { folder, wholeNumber } from "../options/option-values.ts";
import {
  noExec,
  out,
  pacts,
  readsBroker,
  resultsJson,
  sandbox,
  sarif,
  takesBrokerLogin,
  target,
} from "../options/options.ts";

export const contracts: AddCommand = (program, given) => {
  const group = program.command("contracts").description("check and verify what consumers rely on (pact files)");
  for (const add of [verify, check, publish]) add(group, given);
  return group;
};

const verify: AddCommand = (group, { does }) =>
  withExamples(
    readsBroker(
      refuseBareFiles(group.command("verify"))
        .description(
          "replay pact files against a provider: the one of --target or assay.yaml, else the embedded sandbox",
        )
        .option(...pacts)
        .option("--broker <url>", "read the pacts from a Pact broker instead"),
    )
      .option("--selector <selector...>", "which pacts to read: mainBranch, branch=x,consumer=y, or JSON")
      .option("--provider-version <version>", "publish the results for this version of the provider")
      .option("--branch <branch>", "branch of the provider's version")
      .option("--enable-pending", "pending pacts may fail without failing the verification")
      .option("--include-wip-since <day>", "verify new pacts of other branches since this day as well, as pending ones")
      .option(...target)
      .addOption(sandbox())
      .option(...out)
      .option("--seed <n>", "seed for the worlds that interactions are replayed in", wholeNumber, 42)
      .option(...noExec)
      .option(...resultsJson)
      .action(does(async () => (await import("../actions/contracts-verify.ts")).contractsVerify)),
    ["contracts verify --pact pacts --target assay.yaml", "replay what consumers rely on"],
  );

const check: AddCommand = (group, { does }) =>
  withExamples(
    refuseBareFiles(group.command("check"))
      .description("check pact files against the specification; needs no provider")
      .option(...pacts)
      .option(
        "--out <dir>",
        `folder for the results; without it, ${usualFolder}, unless another command writes there`,
        folder,
      )
      .addOption(
        new Option(
          "--unknown-parameters <how>",
          "how to judge a query parameter that the operation does not have; without it, as a failure where it is surely a mistake",
        ).choices(["warn", "fail"]),
      )
      .addOption(sarif())
      .option(...resultsJson)
      .action(does(async () => (await import("../actions/contracts-check.ts")).contractsCheck)),
    ["contracts check --pact pacts", "does the specification promise it?"],
  );

const publish: AddCommand = (group, { does }) =>
  withExamples(
    takesBrokerLogin(
      refuseBareFiles(group.command("publish"))
        .description("publish pact files to a Pact broker")
        .option(...pacts)
        .option("--broker <url>", "address of the broker"),
    )
      .option("--consumer-version <version>", "version of the consumers; required")
      .option("--branch <branch>", "branch of that version")
      .option("--tag <tag...>", "tags of that version")
      .action(does(async () => (await import("../actions/contracts-publish.ts")).contractsPublish)),
    [
      "contracts publish --pact pacts --broker https://broker.example --consumer-version 1.2.0",
      "publish them to a broker",
    ],
  );
