import { type Command, InvalidArgumentError, Option } from "commander";
import { parseDuration } from "../base/durations.ts";
import { hasFormat, momentOf } from "../base/formats/formats.ts";
import { logFormats, logLevels } from "../console/log.ts";
import { depths } from "../record/depth.ts";
import type { Shard } from "../record/journal.ts";
import { differenceLevels } from "../regression/diff/differences/rules.ts";
import { occasionNames } from "../sandbox/faults/occasion-names.ts";
import type { Does, Program } from "./action.ts";
import { describeMissing, refuseBareFiles, refuseMore } from "./argument-hints.ts";
import { json, noExec } from "./common-options.ts";
import { addExamples, leavesOf } from "./examples.ts";
import { addFirstCommands } from "./first-commands.ts";
import type { MinJudged } from "./min-judged.ts";
import { usualFolder } from "./usual-folder.ts";

const wholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
};

const port = (text: string): number => {
  if (wholeNumber(text) > 65_535) throw new InvalidArgumentError("Give a port up to 65535.");
  return Number(text);
};

const positiveNumber = (text: string): number => {
  if (wholeNumber(text) < 1 || Number(text) > 36_500)
    throw new InvalidArgumentError("Give a whole number from 1 to 36500.");
  return Number(text);
};

const time = (text: string): Date => {
  const date = new Date(momentOf(text));
  if (!hasFormat("any-date", text) || Number.isNaN(date.valueOf()))
    throw new InvalidArgumentError("Give a time such as 2027-01-31T12:00:00Z.");
  return date;
};

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

const shard = (text: string): Shard => {
  const [part = 0, of = 0] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split("/").map(Number) : [];
  if (part < 1 || part > of) throw new InvalidArgumentError("Give a part and the number of parts, such as 1/4.");
  return { part, of };
};

const duration = (text: string): string => {
  if (parseDuration(text) === undefined) throw new InvalidArgumentError("Give a duration such as 20m or 1h30m.");
  return text;
};

const least = (text: string): MinJudged => {
  const [, number, percent] = /^(\d{1,4})(%?)$/.exec(text) ?? [];
  if (number === undefined || (percent && Number(number) > 100))
    throw new InvalidArgumentError("Give a number such as 120, or a share such as 80%.");
  return percent ? { share: Number(number) / 100 } : { count: Number(number) };
};

const folder = (text: string): string => {
  if (text.trim() === "") throw new InvalidArgumentError("Give the name of a folder, or . for this one.");
  return text;
};

// Options that several commands take.
const out = ["--out <dir>", "folder for the results", folder, usualFolder] as const;
const target = [
  "--target <file>",
  "profile of the target (YAML); without it, assay.yaml if that exists, else the embedded sandbox",
] as const;
const sandbox = () =>
  new Option("--sandbox", "judge the embedded sandbox, though there is an assay.yaml").conflicts("target");
const portBase = ["--port-base <n>", "use ports N to N + 3; without it, any free ports", wholeNumber] as const;
const resultsJson = ["--json", "print results.json to standard output, and nothing else"] as const;
const revision = [
  "--revision <names>",
  "frozen revision whose requirements score, and others that are shown beside it, such as 1.0.1,1.1.0",
  list,
] as const;
const openPage = ["--open", "show the report in a browser"] as const;
const quiet = ["--quiet", "print only the verdict"] as const;
const allure = ["--allure", "build the Allure report too, which takes a few seconds"] as const;
const seed = ["--seed <n>", "seed for everything that is generated", wholeNumber, 42] as const;
const depth = () => new Option("--depth <depth>", "how thoroughly to judge").choices(depths).default("standard");
const pacts = ["--pact <file...>", "pact files of version 2, 3 or 4, or folders of them"] as const;
const partnerPacts = [
  "--pacts <source>",
  "the partners' contracts: a folder of pact files, one file, or the URL of a Pact broker",
] as const;
const old = ["--old <old>", "the version that partners rely on now; without it, the one in this package"] as const;
const ignore = [
  "--ignore <file>",
  "approved differences, each with a reason and an expiry date (YAML); without it, assay-ignore.yaml beside the new version or in this folder",
] as const;
const root = ["--root <dir>", "the folder that references may not leave; without it, that of the document"] as const;
const allowNet = ["--allow-net", "read versions that are named by a URL"] as const;
const markdown = () => new Option("--markdown", "print Markdown for a pull request").conflicts("json");
const sarif = () =>
  new Option("--sarif", "print SARIF 2.1.0, which code hosts show beside the lines").conflicts(["json", "markdown"]);
const versioning = () =>
  new Option("--versioning <how>", "how a version number counts that did not move as far as the change asks for")
    .choices(["off", "warn", "error"])
    .default("warn");
const brokerLogin = [
  ["--broker-token <token>", "access token for the broker; or PACT_BROKER_TOKEN in the environment"],
  ["--broker-username <name>", "name at the broker, in place of a token; or PACT_BROKER_USERNAME"],
  ["--broker-password <password>", "password for that name; or PACT_BROKER_PASSWORD"],
] as const;
const provider = [
  "--provider <name>",
  "the provider whose pacts to read from the broker",
  "partner-integration-api",
] as const;

const consoleData = ["--data <dir>", "folder for the embedded database and for the key", "assay-data"] as const;

const numberOfDays = (text: string): number => {
  if (!/^[1-9]\d{0,4}d$/.test(text)) throw new InvalidArgumentError("Give a number of days, such as 90d.");
  return Number(text.slice(0, -1));
};

/** Every command with its options. */
export function addCommands(program: Command, does: Does, runProgram: Program): void {
  addFirstCommands(program, does, runProgram);

  refuseMore(program.command("run"), ([file]) => `${file}: did you mean --target ${file}?`)
    .description("judge a provider: the one of --target or assay.yaml, else the embedded sandbox")
    .option(...target)
    .addOption(sandbox())
    .option(...out)
    .addOption(depth())
    .option(...seed)
    .option("--only <ids>", "judge only these requirements: ids such as INST-4, or areas such as CUR", list)
    .option("--skip <ids>", "do not judge these requirements: ids or areas", list)
    .option("--patience <duration>", "how long the run may wait where the clock cannot be moved, such as 20m", duration)
    .option("--min-judged <n>", "exit 3 if fewer requirements are judged: a number, or a share such as 80%", least)
    .option("--min-cells <n>", "exit 3 if fewer cells of requirements are judged: a number, or a share", least)
    .option("--known <file>", "requirements that are known to fail on this target (YAML)")
    .option(...revision)
    .option("--since <dir>", "compare with the run in this folder; without it, with the one that --out holds")
    .option("--shard <i/n>", "do part i of n; `assay report` joins the parts", shard)
    .option(...noExec)
    .option(...openPage)
    .option(...allure)
    .option(...resultsJson)
    .option(...quiet)
    .action(does(async () => (await import("./commands/run.ts")).run));

  program
    .command("check")
    .description("check recorded traffic (HAR 1.2) against the rules that a run applies, offline")
    .argument("<files...>", "HAR files")
    .option(...out)
    .option(...resultsJson)
    .option(...quiet)
    .action(does(async () => (await import("./commands/check.ts")).check));

  program
    .command("report")
    .description(
      "rebuild the reports of a run from its folder, even if the run was killed; or join several runs or shards into one",
    )
    .argument("[dirs...]", `folders of runs (--out); ${usualFolder} if left out`)
    .option("--out <dir>", `folder for the reports; without it, the run's own, or ${usualFolder} for several`, folder)
    .option(
      "--judge-again",
      "judge the stored journal by the present suite, without sending anything; written to judged-again in its folder",
    )
    .option(...openPage)
    .option(...quiet)
    .action(does(async () => (await import("./commands/report.ts")).report));

  program
    .command("replay")
    .description("repeat only what failed in an earlier run, three times, and show what is fixed")
    .argument("[dir-and-ids...]", `folder of the run (${usualFolder} if left out), then ids or areas of requirements`)
    .option("--target <file>", "profile of the target; without it, the one that the run was made with")
    .option(...noExec)
    .option(...json)
    .action(does(async () => (await import("./commands/replay.ts")).replay));

  program
    .command("explain")
    .description("print a requirement, its sources, what proves it and what that needs")
    .argument("<id>", "id of the requirement, such as INST-4, or an area such as CUR")
    .action(does(async () => (await import("./commands/explain.ts")).explain));

  const baseline = program
    .command("baseline")
    .description("record what a provider does where the specification is silent, and compare later runs with it");
  for (const [name, purpose] of [
    ["record", "write it to a file that you can commit"],
    ["compare", "compare with that file: what is new, gone or changed"],
  ] as const) {
    const command = baseline
      .command(name)
      .description(purpose)
      .option(...target)
      .addOption(sandbox())
      .option("--file <file>", "the baseline", "assay-baseline.yaml")
      .option("--from <dir>", "use the folder of an earlier run instead of a new run")
      .option("--out <dir>", "folder for the results of a new run", folder, usualFolder)
      .addOption(depth())
      .option(...seed)
      .option(...noExec)
      .option(...json)
      .action(does(async () => (await import("./commands/baseline.ts"))[name]));
    if (name === "compare") command.option("--accept <file>", "accepted differences, each with a reason (YAML)");
  }

  program
    .command("sandbox")
    .description("start the embedded sandbox and keep it running")
    .option(...portBase)
    .addOption(
      new Option("--clock <kind>", "running with real time, or frozen until the control protocol moves it")
        .choices(["frozen", "running"])
        .default("running"),
    )
    .option("--fault <name...>", "plant known faults; `assay mutants --list` lists them")
    .option("--seed <n>", "seed for its data", wholeNumber, 1)
    .option("--data <file>", "keep its state in a file across restarts")
    .option("--tls", "use TLS, with its own certificate authority")
    .option("--host <address>", "address to listen on instead of loopback")
    .option("--control-token <token>", "token for the control protocol")
    .option("--json", "print addresses and tokens as one line of JSON, and log to standard error")
    .action(does(async () => (await import("./commands/sandbox.ts")).sandbox));

  const running = (command: Command): Command =>
    command
      .option(
        "--control <url>",
        "address of the sandbox's control protocol; without it, the sandbox that was started from this folder",
      )
      .option("--control-token <token>", "its token; or ASSAY_CONTROL_TOKEN in the environment")
      .option("--target <file>", "profile of a target with a control protocol (YAML) instead");

  running(
    program
      .command("trigger")
      .description("make something happen on a running sandbox: a record changes, or an installation takes a step")
      .argument("<what>", "ClientEvent.created and the like; or grant_access, callback, freeze, disable, uninstall")
      .option("--location <id>", "the Location; without it, the first of the sandbox's ids", wholeNumber)
      .option("--application <id>", "the application whose installation takes the step", wholeNumber)
      .option("--resource <name>", "kind of a GoodsOperationEvent, such as goods_operations_sale")
      .option("--to <url>", "send such webhooks to this address from now on")
      .option("--wait", "wait for a minute at most until the webhooks are delivered; exit 1 if they are not"),
  )
    .option(...json)
    .action(does(async () => (await import("./commands/trigger.ts")).trigger));

  running(
    program
      .command("deliveries")
      .description("show what became of the webhooks of a running sandbox")
      .option("--follow", "go on showing what becomes of them, until Ctrl-C")
      .addOption(
        new Option("--resend <id>", "send a webhook again, as it was sent").argParser(wholeNumber).conflicts("follow"),
      ),
  )
    .option(...json)
    .action(does(async () => (await import("./commands/deliveries.ts")).deliveries));

  const control = program.command("control").description("work on a target's control protocol");
  control
    .command("check")
    .description(
      "try every call of a target's control protocol, and show what works, what is missing and what does not work",
    )
    .requiredOption("--target <file>", "profile of the target (YAML)")
    .option(...noExec)
    .option(...json)
    .action(does(async () => (await import("./commands/control-check.ts")).controlCheck));

  program
    .command("mutants")
    .description("plant each known fault in the sandbox, and show which ones the suite finds")
    .option("--fault <name...>", "try only these faults")
    .option("--derived", "plant the faults that follow from the specification's documents instead")
    .addOption(
      new Option("--higher <occasion>", "let each fault show on an occasion only")
        .choices(occasionNames)
        .conflicts(["derived", "races"]),
    )
    .addOption(
      new Option(
        "--live",
        "judge without the control protocol, as a live system; say why each survivor survives",
      ).conflicts(["derived", "higher", "races"]),
    )
    .addOption(new Option("--races", "plant races instead, and judge deeply").conflicts("derived"))
    .addOption(
      new Option(
        "--sampled <n>",
        "draw so many faults by the seed, what is wrong and when, and show which classes survive",
      )
        .argParser(wholeNumber)
        .conflicts(["derived", "higher", "races", "fault"]),
    )
    .addOption(
      new Option(
        "--conforming <n>",
        "draw so many combinations of choices that the specification leaves open; none may be blamed",
      )
        .argParser(wholeNumber)
        .conflicts(["derived", "higher", "races", "fault", "sampled"]),
    )
    .addOption(
      new Option("--only <number...>", "of the faults or choices that are drawn, only those with these numbers"),
    )
    .option("--list", "list the faults, each with the requirement that it breaks")
    .option(...seed)
    .option(...json)
    .action(does(async () => (await import("./commands/mutants.ts")).mutants));

  refuseMore(program.command("certify"), ([file]) => `${file}: did you mean --partner ${file}?`)
    .description("act as the platform for a partner's application, judge it, and certify it if it passes")
    .option(
      "--partner <file>",
      "profile of the partner's application (YAML); without it, assay.yaml or assay-partner.yaml",
    )
    .option("--out <dir>", "folder for the results and the certificate", folder, usualFolder)
    .option(...portBase)
    .option(
      "--listen <address>",
      "where the platform listens for an application on another machine, such as 0.0.0.0:8443",
    )
    .option("--public-url <url>", "how the application reaches it, if not by the address that it listens on")
    .option("--tls-cert <file>", "certificate of the platform (PEM), with --tls-key")
    .option("--tls-key <file>", "private key of that certificate (PEM)")
    .option("--key <file>", "private key to sign with; without it, a key is made for this certificate alone")
    .option("--known <file>", "requirements that are known to fail for this application (YAML); it is not certified")
    .option(...revision)
    .option(...noExec)
    .option(...allure)
    .option(...resultsJson)
    .action(does(async () => (await import("./commands/certify.ts")).certify));

  program
    .command("verify")
    .description("check a certificate with the issuer's public key alone, and with what else is named")
    .argument("<certificate>", "certificate.json")
    .requiredOption("--key <file>", "public key of the issuer, or a key set")
    .option(
      "--results <file>",
      "the results that were certified; without it, results.json beside the certificate, if any",
    )
    .option("--partner <file>", "profile of the application that the certificate should be about")
    .option("--status <list>", "the issuer's status list, which says what is revoked: a file or a URL")
    .addOption(
      new Option(
        "--require <what>",
        "refuse a certificate if the current revision of the specification asks more of its claims",
      ).choices(["current"]),
    )
    .option(...json)
    .action(does(async () => (await import("./commands/verify.ts")).verify));

  const certificates = program
    .command("certificates")
    .description("keep the signed status list of certificates, and ask it");
  const statusList = ["--status <file>", "the status list; begun if there is none"] as const;
  const privateKey = ["--key <file>", "private key to sign the list with"] as const;
  const trust = ["--trust <file>", "key set with the keys that signed certificates and the list before"] as const;
  const days = ["--days <n>", "days until the list must have been issued anew", positiveNumber, 30] as const;
  for (const [name, purpose] of [
    ["revoke", "revoke a certificate for good"],
    ["suspend", "suspend a certificate until it is reinstated"],
    ["reinstate", "end the suspension of a certificate"],
  ] as const) {
    const command = certificates
      .command(name)
      .description(purpose)
      .argument("<certificate>", "certificate.json, or its id (sha256:…)")
      .requiredOption(...statusList)
      .requiredOption(...privateKey)
      .option(...trust)
      .option(...days)
      .option(...json)
      .action(does(async () => (await import("./commands/certificates.ts"))[name]));
    if (name === "reinstate") command.option("--reason <text>", "why");
    else command.requiredOption("--reason <text>", "why");
  }

  certificates
    .command("renew")
    .description(
      "list a new certificate as valid, and with --supersedes an older one as superseded; or issue the list anew",
    )
    .argument("[certificate]", "the new certificate.json, or its id; without it, only the list is issued anew")
    .option("--supersedes <certificate>", "the certificate whose place it takes, or its id")
    .requiredOption(...statusList)
    .requiredOption(...privateKey)
    .option(...trust)
    .option(...days)
    .option("--reason <text>", "why")
    .option(...json)
    .action(does(async () => (await import("./commands/certificates.ts")).renew));

  certificates
    .command("status")
    .description("show the status list, or what it says of one certificate")
    .argument("[certificate]", "certificate.json, or its id")
    .requiredOption("--status <list>", "the status list: a file or a URL")
    .requiredOption("--key <file>", "public key of the issuer, or a key set")
    .option(...json)
    .action(does(async () => (await import("./commands/certificates.ts")).showStatus));

  program
    .command("keys")
    .description("make a key pair to sign certificates with")
    .option("--out <dir>", "folder for the two files", folder, ".")
    .option("--set <file>", "put the public key into this key set; the keys in use until now retire")
    .option("--add <file>", "put this public key into the key set instead of making a pair")
    .option("--since <time>", "since when the key is in use in the key set; now, if left out", time)
    .action(does(async () => (await import("./commands/keys.ts")).keys));

  const contracts = program.command("contracts").description("check and verify what consumers rely on (pact files)");

  refuseBareFiles(contracts.command("verify"))
    .description("replay pact files against a provider: the one of --target or assay.yaml, else the embedded sandbox")
    .option(...pacts)
    .option("--broker <url>", "read the pacts from a Pact broker instead")
    .option(...brokerLogin[0])
    .option(...brokerLogin[1])
    .option(...brokerLogin[2])
    .option(...provider)
    .option("--selector <selector...>", "which pacts to read: mainBranch, branch=x,consumer=y, or JSON")
    .option("--provider-version <version>", "publish the results for this version of the provider")
    .option("--branch <branch>", "branch of the provider's version")
    .option("--enable-pending", "what the broker calls pending may fail without failing the verification")
    .option("--include-wip-since <day>", "verify new pacts of other branches since this day as well, as pending ones")
    .option(...target)
    .addOption(sandbox())
    .option(...out)
    .option("--seed <n>", "seed for the worlds that interactions are replayed in", wholeNumber, 42)
    .option(...noExec)
    .option(...resultsJson)
    .action(does(async () => (await import("./commands/contracts-verify.ts")).contractsVerify));

  refuseBareFiles(contracts.command("check"))
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
        "how a query parameter counts that the operation does not have; without it, as a failure where it is surely a mistake",
      ).choices(["warn", "fail"]),
    )
    .addOption(sarif())
    .option(...resultsJson)
    .action(does(async () => (await import("./commands/contracts-check.ts")).contractsCheck));

  refuseBareFiles(contracts.command("publish"))
    .description("publish pact files to a Pact broker")
    .option(...pacts)
    .option("--broker <url>", "address of the broker")
    .option(...brokerLogin[0])
    .option(...brokerLogin[1])
    .option(...brokerLogin[2])
    .option("--consumer-version <version>", "version of the consumers; required")
    .option("--branch <branch>", "branch of that version")
    .option("--tag <tag...>", "tags of that version")
    .action(does(async () => (await import("./commands/contracts-publish.ts")).contractsPublish));

  program
    .command("spec")
    .description("print or export the specification: OpenAPI documents, JSON Schemas and requirements")
    .addOption(
      new Option("--surface <name>", "print one bundled OpenAPI document").choices([
        "v1",
        "callback",
        "v3",
        "webhooks",
      ]),
    )
    .option("--out <dir>", "export every document and every schema to a folder", folder)
    .option("--json", "print JSON instead of YAML or text")
    .action(does(async () => (await import("./commands/spec.ts")).spec));

  refuseMore(
    program.command("diff"),
    ([before, after, path]) => `${path}: diff takes two versions; did you mean ${before}..${after} ${path}?`,
  )
    .description("compare two versions of the specification, and show what breaks")
    .argument("<old>", "OpenAPI file, folder, git:REVISION:PATH or URL; or a range of revisions such as main..HEAD")
    .argument("<new>", "the version to come; after a range, the path that both revisions have")
    .option(...ignore)
    .option(
      "--approve <fingerprints...>",
      "add these differences to the ignore file; begun as assay-ignore.yaml if there is none",
    )
    .option("--reason <text>", "why they are approved")
    .option("--until <day>", "the last day on which that holds, such as 2027-01-31; without it, 90 days from now")
    .addOption(
      new Option("--level <level>", "list only differences of this level, and of those above it")
        .choices(differenceLevels)
        .default("compatible"),
    )
    .option("--quiet", "print only the verdict and the counts")
    .addOption(versioning())
    .option("--no-overlays", "compare without the overlays that assay.yaml names")
    .option(...root)
    .option(...allowNet)
    .addOption(markdown())
    .addOption(sarif())
    .option(...json)
    .action(does(async () => (await import("./commands/diff.ts")).diff));

  program
    .command("impact")
    .description("show which partners a new version of the specification breaks")
    .requiredOption("--against <new>", "the version to come: an OpenAPI file, a folder, git:REVISION:PATH or a URL")
    .requiredOption(...partnerPacts)
    .option(...brokerLogin[0])
    .option(...brokerLogin[1])
    .option(...brokerLogin[2])
    .option(...provider)
    .option(...old)
    .option(...root)
    .option(...allowNet)
    .addOption(markdown())
    .addOption(sarif())
    .option(...json)
    .action(does(async () => (await import("./commands/impact.ts")).impact));

  const serve = program
    .command("serve")
    .description("serve the console: certification as a service, in the browser; DATABASE_URL names a PostgreSQL")
    .option("--port <n>", "port to listen on; 0 takes any", port, 4180)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--public-url <url>", "the address that people reach it at, where a proxy stands before it")
    .option("--trust-proxy", "believe the X-Forwarded-For of the proxy before it");
  const worker = program
    .command("work")
    .description("judge what waits in the queue of a console; DATABASE_URL names its PostgreSQL");
  for (const [command, action] of [
    [serve, "serve"],
    [worker, "work"],
  ] as const)
    command
      .option(...consoleData)
      .option("--jobs <n>", "how many subjects to judge at once", wholeNumber, 4)
      .option(
        "--platform-ports <n>",
        "first of the ports that platforms are played on for applications on this machine, four a partner",
        wholeNumber,
        21_000,
      )
      .option(
        "--platform-listen <address:port>",
        "where platforms are played for applications on other machines: an address and the first port, one a partner",
      )
      .option("--platform-url <url>", "how applications reach that, with {port} or {partner} in it")
      .option("--platform-tls-cert <file>", "certificate in PEM form for TLS there")
      .option("--platform-tls-key <file>", "its key")
      .option("--platform-proxy <address...>", "the addresses of a proxy that TLS ends at; no other may connect")
      .option("--lease <seconds>", "after how long without a sign a worker counts as dead", positiveNumber, 30)
      .option(
        "--allow-private",
        "applications may be in private networks; the default where the console is on loopback without a public address, and for its workers",
      )
      .option("--no-allow-private", "applications may not be in private networks")
      .option(
        "--metrics-listen <address:port>",
        "serve /metrics, /livez and /readyz there, for the operator's machines",
      )
      .addOption(new Option("--log-format <format>", "how the log is written").choices(logFormats).default("text"))
      .addOption(new Option("--log-level <level>", "what is written of the log").choices(logLevels).default("warning"))
      .option(
        "--settings <file>",
        "file of settings, NAME=value a line; variables of the environment go before it, and options before both",
      )
      .option("--check-config", "check the settings, print them without secrets, and end")
      .option("--json", "print one line of JSON once it runs")
      .action(does(async () => (await import("./commands/serve.ts"))[action]));

  program
    .command("prune")
    .description("throw away old runs of a console, with their journals")
    .option("--keep <days>", "how much to keep, such as 90d", numberOfDays, 90)
    .option(...consoleData)
    .action(does(async () => (await import("./commands/serve.ts")).prune));

  program
    .command("matrix")
    .description("show which partners' contracts hold under which versions of the specification")
    .argument("<versions...>", "OpenAPI files, folders, git:REVISION:PATH or URLs, the oldest first")
    .requiredOption(...partnerPacts)
    .option(...brokerLogin[0])
    .option(...brokerLogin[1])
    .option(...brokerLogin[2])
    .option(...provider)
    .option(...root)
    .option(...allowNet)
    .addOption(markdown())
    .option(...json)
    .action(does(async () => (await import("./commands/matrix.ts")).matrix));

  program
    .command("can-i-deploy")
    .description("one gate for a new version: its differences, the partners that it breaks, and their contracts")
    .requiredOption("--against <new>", "the version to deploy: an OpenAPI file, a folder, git:REVISION:PATH or a URL")
    .requiredOption(...partnerPacts)
    .option(...brokerLogin[0])
    .option(...brokerLogin[1])
    .option(...brokerLogin[2])
    .option(...provider)
    .option(...old)
    .option(...ignore)
    .addOption(versioning())
    .option(...root)
    .option(...allowNet)
    .addOption(markdown())
    .addOption(sarif())
    .option(...json)
    .action(does(async () => (await import("./commands/can-i-deploy.ts")).canIDeploy));

  addExamples(program);
  for (const { command } of leavesOf(program)) describeMissing(command);
}
