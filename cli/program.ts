import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { packageFile } from "../base/package-file.ts";
import { depths } from "../record/depth.ts";
import type { Shard } from "../record/journal.ts";

const wholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("give a whole number.");
  return Number(text);
};
const list = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

const shard = (text: string): Shard => {
  const [part = 0, of = 0] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split("/").map(Number) : [];
  if (part < 1 || part > of) throw new InvalidArgumentError("give a part and how many there are, such as 1/4.");
  return { part, of };
};

// What several commands take.
const out = ["--out <dir>", "folder for results", "reports/out"] as const;
const resultsJson = ["--json", "print results.json to standard output, and nothing else"] as const;
const json = ["--json", "print one JSON document to standard output, and nothing else"] as const;
const quiet = ["--quiet", "print the verdict alone"] as const;
const allure = ["--allure", "build the Allure report as well, which takes some seconds"] as const;
const seed = ["--seed <n>", "seed of everything that is generated", wholeNumber, 42] as const;
const depth = () => new Option("--depth <depth>", "how far to go").choices(depths).default("standard");
const pacts = ["--pact <file...>", "pact files of version 2, 3 or 4, or folders of them"] as const;
const brokerToken = ["--broker-token <token>", "token of the broker"] as const;
const provider = [
  "--provider <name>",
  "the provider whose pacts to read from the broker",
  "partner-integration-api",
] as const;

/** Loads a command once it is asked for; what it answers is the exit code. */
const doing =
  <Given extends unknown[]>(load: () => Promise<(...given: Given) => number | Promise<number>>) =>
  async (...given: unknown[]): Promise<void> => {
    process.exitCode = await (await load())(...(given as Given));
  };

const { version, description } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as Record<
  string,
  string
>;
/** Every command with its options; each is loaded when it is asked for. */
export const program = new Command("assay")
  .description(description ?? "")
  .version(version ?? "")
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "assay: ")) });

program
  .command("run")
  .description("judge a provider; without --target, the embedded sandbox")
  .option("--target <file>", "target profile (YAML)")
  .option(...out)
  .addOption(depth())
  .option(...seed)
  .option("--only <ids>", "judge these requirements alone: ids, or areas such as CUR", list)
  .option("--skip <ids>", "leave these requirements out", list)
  .option("--known <file>", "requirements that are known to fail on this target (YAML)")
  .option("--shard <i/n>", "do the i-th of n parts of the work; `assay report` joins them", shard)
  .option(...allure)
  .option(...resultsJson)
  .option(...quiet)
  .action(doing(async () => (await import("./commands/run.ts")).run));

program
  .command("check")
  .description("hold recorded traffic (HAR 1.2) against the same rules, offline")
  .argument("<files...>", "HAR files")
  .option(...out)
  .option(...resultsJson)
  .option(...quiet)
  .action(doing(async () => (await import("./commands/check.ts")).check));

program
  .command("report")
  .description(
    "build every report anew from what runs wrote, also from several runs or shards, and from runs that were killed",
  )
  .argument("[dirs...]", "folders of runs (--out)", ["reports/out"])
  .option("--out <dir>", "folder for the reports; the run's own, or reports/out for several")
  .option("--open", "show the Allure report in a browser")
  .option(...quiet)
  .action(doing(async () => (await import("./commands/report.ts")).report));

program
  .command("explain")
  .description("print a requirement, where it comes from, what proves it and what it needs")
  .argument("<id>", "such as INST-4")
  .action(doing(async () => (await import("./commands/explain.ts")).explain));

const baseline = program
  .command("baseline")
  .description("what a provider does where the specification is silent: record it, and compare a later run with it");
for (const [name, purpose] of [
  ["record", "record it in a file that is made to be committed"],
  ["compare", "compare with the file; new, gone and changed"],
] as const) {
  const command = baseline
    .command(name)
    .description(purpose)
    .option("--target <file>", "target profile (YAML); without it, the embedded sandbox")
    .option("--file <file>", "the baseline", "assay-baseline.yaml")
    .option("--from <dir>", "the folder of a run that was made already")
    .option("--out <dir>", "folder for the run's results", "reports/out")
    .addOption(depth())
    .option(...seed)
    .option("--json", "print JSON, and nothing else")
    .action(doing(async () => (await import("./commands/baseline.ts"))[name]));
  if (name === "compare") command.option("--accept <file>", "differences that are accepted, each with a reason (YAML)");
}

program
  .command("sandbox")
  .description("start the embedded sandbox and keep it running")
  .option("--port-base <n>", "ports N to N + 3; any free ones if left out", wholeNumber)
  .addOption(
    new Option("--clock <kind>", "real time, or moved by the control protocol alone")
      .choices(["frozen", "running"])
      .default("running"),
  )
  .option("--fault <name>", "with one known fault")
  .option("--seed <n>", "seed of its data", wholeNumber, 1)
  .option("--data <file>", "keep its state in a file, across restarts")
  .option("--tls", "speak TLS, with a certificate authority of its own")
  .option("--host <address>", "listen elsewhere than on loopback")
  .option("--control-token <token>", "token of the control protocol")
  .option("--json", "print addresses and tokens as one line of JSON, and log to standard error")
  .action(doing(async () => (await import("./commands/sandbox.ts")).sandbox));

program
  .command("mutants")
  .description("plant each known fault in the sandbox, and tell which the suite finds")
  .option("--fault <name...>", "try these alone")
  .option("--list", "list the faults, each with the requirement that it breaks")
  .option(...seed)
  .option("--json", "print what became of each as JSON")
  .action(doing(async () => (await import("./commands/mutants.ts")).mutants));

program
  .command("certify")
  .description("play the platform to a partner's application, judge it, and certify what holds")
  .requiredOption("--partner <file>", "partner profile (YAML)")
  .option("--out <dir>", "folder for results and certificate", "reports/out")
  .option("--port-base <n>", "ports N to N + 3 of the platform; any free ones if left out", wholeNumber)
  .option("--key <file>", "private key to sign with; without it, a key is made for this certificate alone")
  .option(...allure)
  .option(...resultsJson)
  .action(doing(async () => (await import("./commands/certify.ts")).certify));

program
  .command("verify")
  .description("check a certificate's signature and digests, offline")
  .argument("<certificate>", "certificate.json")
  .requiredOption("--key <file>", "public key of whoever signed it")
  .option("--results <file>", "the results that were certified; beside the certificate if left out")
  .option("--partner <file>", "the profile of the application that it should be about")
  .option(...json)
  .action(doing(async () => (await import("./commands/verify.ts")).verify));

program
  .command("keys")
  .description("make a key pair to sign certificates with")
  .option("--out <dir>", "folder for the two files", ".")
  .action(doing(async () => (await import("./commands/keys.ts")).keys));

const contracts = program.command("contracts").description("what consumers rely on, pinned in pact files");

contracts
  .command("verify")
  .description("replay pact files against a provider; without --target, the embedded sandbox")
  .option(...pacts)
  .option("--broker <url>", "read the pacts from a Pact broker instead")
  .option(...brokerToken)
  .option(...provider)
  .option("--selector <selector...>", "which of them, such as mainBranch, branch=x,consumer=y, or JSON")
  .option("--provider-version <version>", "publish what became of them, for this version of the provider")
  .option("--branch <branch>", "branch of the provider's version")
  .option("--target <file>", "target profile (YAML)")
  .option(...out)
  .option("--seed <n>", "seed of the worlds that interactions are replayed in", wholeNumber, 42)
  .option(...resultsJson)
  .action(doing(async () => (await import("./commands/contracts-verify.ts")).contractsVerify));

contracts
  .command("check")
  .description("hold pact files against the specification, with no provider")
  .option(...pacts)
  .option(...out)
  .option(...resultsJson)
  .action(doing(async () => (await import("./commands/contracts-check.ts")).contractsCheck));

contracts
  .command("publish")
  .description("publish pact files to a Pact broker")
  .option(...pacts)
  .option("--broker <url>", "the broker's address")
  .option(...brokerToken)
  .option("--consumer-version <version>", "version of the consumers")
  .option("--branch <branch>", "branch of that version")
  .option("--tag <tag...>", "tags of that version")
  .action(doing(async () => (await import("./commands/contracts-publish.ts")).contractsPublish));

program
  .command("spec")
  .description("print or export the specification: OpenAPI documents and JSON Schemas")
  .addOption(
    new Option("--surface <name>", "print one bundled OpenAPI document").choices(["v1", "callback", "v3", "webhooks"]),
  )
  .option("--out <dir>", "export every document and every schema into a folder")
  .option("--json", "print JSON instead of YAML or text")
  .action(doing(async () => (await import("./commands/spec.ts")).spec));

program
  .command("diff")
  .description("compare two versions of the specification, and tell what breaks")
  .argument("<old>", "OpenAPI file or specs folder")
  .argument("<new>", "the version that is to come")
  .option("--ignore <file>", "accepted differences, each with a reason and an expiry date (YAML)")
  .addOption(new Option("--markdown", "print Markdown for a pull request").conflicts("json"))
  .option(...json)
  .action(doing(async () => (await import("./commands/diff.ts")).diff));

program
  .command("impact")
  .description("tell which partners a new version of the specification breaks")
  .requiredOption("--against <new>", "the version that is to come: an OpenAPI file or a specs folder")
  .requiredOption(
    "--pacts <source>",
    "the partners' contracts: a folder of pact files, one file, or a Pact broker's URL",
  )
  .option(...brokerToken)
  .option(...provider)
  .option("--old <old>", "the version that partners rely on now; without it, the one that this package carries")
  .option(...json)
  .action(doing(async () => (await import("./commands/impact.ts")).impact));
