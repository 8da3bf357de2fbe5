import { type Command, Option } from "commander";
import { depths } from "../../record/depth.ts";
import { usualFolder } from "../folders/usual-folder.ts";
import { folder, list, wholeNumber } from "./option-values.ts";

// Options that several commands take.

export const out = ["--out <dir>", "folder for the results", folder, usualFolder] as const;
export const target = [
  "--target <file>",
  "profile of the target (YAML); without it, assay.yaml if that exists, else the embedded sandbox",
] as const;
export const sandbox = () =>
  new Option("--sandbox", "judge the embedded sandbox, even if assay.yaml exists").conflicts("target");
export const noExec = [
  "--no-exec",
  "refuse to run what a profile names: start.command, provoke.command, control.adapter",
] as const;
export const portBase = ["--port-base <n>", "use ports N to N + 3; without it, any free ports", wholeNumber] as const;
export const seed = ["--seed <n>", "seed for everything that is generated", wholeNumber, 42] as const;
export const depth = () => new Option("--depth <depth>", "how thoroughly to judge").choices(depths).default("standard");
export const revision = [
  "--revision <names>",
  "frozen revision whose requirements score, and others that are shown beside it, such as 1.0.1,1.1.0",
  list,
] as const;
export const consoleData = ["--data <dir>", "folder for the embedded database and for the key", "assay-data"] as const;

export const json = ["--json", "print one JSON document to standard output, and nothing else"] as const;
export const resultsJson = ["--json", "print results.json to standard output, and nothing else"] as const;
export const quiet = ["--quiet", "print only the verdict"] as const;
export const openPage = ["--open", "show the report in a browser"] as const;
export const allure = ["--allure", "build the Allure report too, which takes a few seconds"] as const;
export const markdown = () => new Option("--markdown", "print Markdown for a pull request").conflicts("json");
export const sarif = () =>
  new Option("--sarif", "print SARIF 2.1.0, which code hosts show beside the lines of a file").conflicts([
    "json",
    "markdown",
  ]);

export const pacts = ["--pact <file...>", "pact files of version 2, 3 or 4, or folders of them"] as const;

export const old = [
  "--old <old>",
  "the version that partners rely on now; without it, the one in this package",
] as const;
export const ignore = [
  "--ignore <file>",
  "approved differences, each with a reason and an expiry date (YAML); without it, assay-ignore.yaml beside the new version or in this folder",
] as const;
export const versioning = () =>
  new Option("--versioning <how>", "how to judge a version number that moved less than the change demands")
    .choices(["off", "warn", "error"])
    .default("warn");

/** Adds the credentials of a Pact broker. */
export const takesBrokerLogin = (command: Command): Command =>
  command
    .option("--broker-token <token>", "access token for the broker; or PACT_BROKER_TOKEN in the environment")
    .option("--broker-username <name>", "name at the broker, in place of a token; or PACT_BROKER_USERNAME")
    .option("--broker-password <password>", "password for that name; or PACT_BROKER_PASSWORD");

/** Adds the credentials of a broker that pacts are read from, and the provider that they are of. */
export const readsBroker = (command: Command): Command =>
  takesBrokerLogin(command).option(
    "--provider <name>",
    "the provider whose pacts to read from the broker",
    "partner-integration-api",
  );

/** Adds where the contracts of partners are. */
export const readsPartnerPacts = (command: Command): Command =>
  readsBroker(
    command.requiredOption(
      "--pacts <source>",
      "the partners' contracts: a folder of pact files, one file, or the URL of a Pact broker",
    ),
  );

/** Adds how far references of versions may lead. */
export const readsVersions = (command: Command): Command =>
  command
    .option("--root <dir>", "the folder that references may not leave; without it, that of the document")
    .option("--allow-net", "read versions that are named by a URL");

/** Adds how a running sandbox is named. */
export const choosesSandbox = (command: Command): Command =>
  command
    .option(
      "--control <url>",
      "address of the sandbox's control protocol; without it, the sandbox that was started from this folder",
    )
    .option("--control-token <token>", "its token; or ASSAY_CONTROL_TOKEN in the environment")
    .option("--target <file>", "profile of a target with a control protocol (YAML) instead");
