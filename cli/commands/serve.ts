import { type Command, Option } from "commander";
import { logFormats, logLevels } from "../../console/log.ts";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { port, positiveNumber, wholeNumber } from "../options/option-values.ts";
import { consoleData } from "../options/options.ts";

export const serve: AddCommand = (program, { does }) =>
  withExamples(
    worksFor(
      program
        .command("serve")
        .description("serve the console: certification as a service, in the browser; DATABASE_URL names a PostgreSQL")
        .option("--port <n>", "port to listen on; 0 takes any", port, 4180)
        .option("--host <address>", "address to listen on", "127.0.0.1")
        .option("--public-url <url>", "the address that people reach it at, where a proxy stands before it")
        .option("--trust-proxy", "believe the X-Forwarded-For of the proxy before it"),
    ).action(does(async () => (await import("../actions/serve.ts")).serve)),
    ["serve --port 4180", "the console on loopback, with an embedded database"],
  );

export const work: AddCommand = (program, { does }) =>
  withExamples(
    worksFor(
      program
        .command("work")
        .description("judge what waits in the queue of a console; DATABASE_URL names its PostgreSQL"),
    ).action(does(async () => (await import("../actions/serve.ts")).work)),
    ["work --jobs 8", "judge what waits in its queue, on this machine too"],
  );

/** Adds the settings of whatever judges for a console: the console itself, and a worker. */
const worksFor = (command: Command): Command =>
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
    .option("--metrics-listen <address:port>", "serve /metrics, /livez and /readyz there, for the operator's machines")
    .addOption(new Option("--log-format <format>", "how the log is written").choices(logFormats).default("text"))
    .addOption(new Option("--log-level <level>", "what is written of the log").choices(logLevels).default("warning"))
    .option(
      "--settings <file>",
      "file of settings, NAME=value a line; variables of the environment go before it, and options before both",
    )
    .option("--keep-schema", "work on the schema of the database as it is; a start without this updates it")
    .option("--check-config", "check the settings, print them without secrets, and end")
    .option("--json", "print one line of JSON once it runs");
