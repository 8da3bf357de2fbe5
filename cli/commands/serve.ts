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
        .description(
          "serve the console, certification as a service in the browser; DATABASE_URL names a PostgreSQL database",
        )
        .option("--port <n>", "port to listen on; 0 takes any", port, 4180)
        .option("--host <address>", "address to listen on", "127.0.0.1")
        .option("--public-url <url>", "the address at which people reach it, if that is a proxy's")
        .option("--trust-proxy", "trust the proxy's X-Forwarded-For"),
    ).action(does(async () => (await import("../actions/serve.ts")).serve)),
    ["serve --port 4180", "the console on loopback, with an embedded database"],
  );

export const work: AddCommand = (program, { does }) =>
  withExamples(
    worksFor(
      program
        .command("work")
        .description("judge what waits in the queue of a console; DATABASE_URL names its PostgreSQL database"),
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
      "first port of the platforms that are played for applications on this machine; four for each partner",
      wholeNumber,
      21_000,
    )
    .option(
      "--platform-listen <address:port>",
      "address and first port of the platforms that are played for applications on other machines; one for each partner",
    )
    .option("--platform-url <url>", "the address at which applications reach them, with {port} or {partner} in it")
    .option("--platform-tls-cert <file>", "certificate of these platforms (PEM)")
    .option("--platform-tls-key <file>", "private key of that certificate (PEM)")
    .option("--platform-proxy <address...>", "the addresses of a proxy that TLS ends at; no other may connect")
    .option("--lease <seconds>", "seconds of silence after which a worker counts as dead", positiveNumber, 30)
    .option(
      "--allow-private",
      "applications may be in private networks; the default while the console listens on loopback without --public-url, and for its workers",
    )
    .option("--no-allow-private", "applications may not be in private networks")
    .option(
      "--metrics-listen <address:port>",
      "serve /metrics, /livez and /readyz at this address, for the operator's machines",
    )
    .addOption(new Option("--log-format <format>", "form of the log").choices(logFormats).default("text"))
    .addOption(
      new Option("--log-level <level>", "the least severe lines that are logged").choices(logLevels).default("warning"),
    )
    .option(
      "--settings <file>",
      "file of settings, one NAME=value a line; the environment overrides it, and options override both",
    )
    .option("--keep-schema", "leave the schema of the database as it is; a start without this option updates it")
    .option("--check-config", "check the settings, print them without secrets, and exit")
    .option("--json", "print one line of JSON once it is running");
