import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { requirePackages } from "../../base/optional-packages.ts";
import type { ListenAddress, MailSettings, OpenIdProvider } from "../../console/context.ts";
import { createLog, type LogLevel } from "../../console/log.ts";
import type { serveConsole } from "../../console/serve.ts";
import { exits } from "../io/exits.ts";
import { type Io, interruptible } from "../io/io.ts";
import { type PlatformPlaceOptions, platformPlaceOf } from "./platform-place.ts";

/** The options that console and workers share. */
interface JudgingOptions extends PlatformPlaceOptions {
  data: string;
  lease: number;
  jobs: number;
  allowPrivate?: boolean;
  metricsListen?: string;
  logFormat: Parameters<typeof createLog>[0]["format"];
  logLevel: LogLevel;
  keepSchema?: true;
  checkConfig?: true;
  json?: true;
}

export interface ServeCommandOptions extends JudgingOptions {
  host: string;
  port: number;
  publicUrl?: string;
  trustProxy?: true;
}

/** The options that console and worker share. */
const judgingOf = (options: JudgingOptions, io: Io) => ({
  folder: options.data,
  platformPorts: options.platformPorts,
  platformPlace: platformPlaceOf(options),
  lease: options.lease,
  atOnce: options.jobs,
  mail: mailOf(io.env),
  keepsSchema: options.keepSchema,
  env: io.env,
  metricsAt: metricsAddressOf(options.metricsListen),
  log: createLog({ format: options.logFormat, level: options.logLevel }, (line) => void io.stderr.write(`${line}\n`)),
});

/** Where figures are served, if they have an address of their own. */
function metricsAddressOf(text: string | undefined): ListenAddress | undefined {
  if (text === undefined) return undefined;
  const [, inBrackets, plain, port] = /^(?:\[([\da-f:]+)\]|([^:]+)):(\d{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError("--metrics-listen: give an address and a port, such as 127.0.0.1:9180");
  return { host: inBrackets ?? plain ?? "", port: Number(port) };
}

const requireConsole = ({ env }: Io): void =>
  requirePackages(["the console", env.DATABASE_URL ? "the console on PostgreSQL" : "the console's embedded database"]);

/** The provider of identities that the environment names. */
function openIdOf(env: Io["env"]): OpenIdProvider | undefined {
  const { ASSAY_OIDC_ISSUER: issuer, ASSAY_OIDC_CLIENT_ID: clientId, ASSAY_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer) return undefined;
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol))
    throw new UsageError("ASSAY_OIDC_ISSUER: give the address of the provider, such as https://id.example.com");
  if (!clientId || !clientSecret)
    throw new UsageError("ASSAY_OIDC_ISSUER needs ASSAY_OIDC_CLIENT_ID and ASSAY_OIDC_CLIENT_SECRET");
  requirePackages(["the console's sign-in by OpenID Connect"]);
  return { issuer, clientId, clientSecret, name: env.ASSAY_OIDC_NAME ?? new URL(issuer).host };
}

/** Where the environment says that mail is handed over. */
function mailOf({ ASSAY_SMTP_URL: url, ASSAY_MAIL_FROM: from }: Io["env"]): MailSettings | undefined {
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new UsageError("ASSAY_SMTP_URL: give an address such as smtp://user:password@mail.example.com:587");
  if (!from || /[\r\n]/.test(from) || !from.includes("@"))
    throw new UsageError("ASSAY_MAIL_FROM: give the address that mail comes from, such as assay@market.example");
  requirePackages(["the console's mail"]);
  return { url, from };
}

/** Serves the console until it is interrupted. */
export async function serve(options: ServeCommandOptions, io: Io): Promise<number> {
  const { host, port, publicUrl, allowPrivate, trustProxy } = options;
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#\s]+(?:\/[\w.~-]+)*\/?$/.test(publicUrl))
    throw new UsageError(
      "--public-url: give an address such as https://certify.example.com, or one with a path such as https://example.com/certify",
    );
  requireConsole(io);
  const judging = judgingOf(options, io);
  const openId = openIdOf(io.env);
  if (options.checkConfig) return checked(options, io);
  return goingOn(io, async (signal) => {
    // Loaded late, so that mistakes are reported before databases and servers are loaded.
    const running = await (await import("../../console/serve.ts")).serveConsole({
      ...judging,
      host,
      port,
      publicUrl,
      allowsPrivate: allowPrivate,
      trustsProxy: trustProxy,
      openId,
    });
    const { url, operatorLink } = running;
    io.stdout.write(
      options.json ? `${JSON.stringify({ url, operator_link: operatorLink ?? null })}\n` : welcome(running, options),
    );
    await untilInterrupted(signal);
    await running.close();
    return exits.fine;
  });
}

/** Checks what is not checked on the way already, and prints the settings; nothing is made, asked or changed. */
async function checked({ data }: JudgingOptions, { env, settings = [], stdout }: Io): Promise<number> {
  const { keyFile, readKeys } = await import("../../console/vault/keys.ts");
  // The first start makes a key where there is none.
  if (env.ASSAY_KEY || existsSync(join(data, keyFile))) readKeys(data, env);
  if (env.DATABASE_URL && !/^postgres(ql)?:\/\//.test(env.DATABASE_URL))
    throw new UsageError(
      "DATABASE_URL: it is not the address of a PostgreSQL, such as postgres://assay@db.internal/assay",
    );
  stdout.write(`${settings.join("\n")}\nthe settings are well-formed\n`);
  return exits.fine;
}

const welcome = (
  { url, operatorLink, context }: Awaited<ReturnType<typeof serveConsole>>,
  { data, jobs }: ServeCommandOptions,
): string =>
  [
    `console:   ${url}`,
    `data:      ${context.database.kind === "PGlite" ? `${data} (embedded; DATABASE_URL names a PostgreSQL instead)` : "PostgreSQL"}`,
    `workers:   ${jobs > 0 ? `one here, ${jobs} subjects at once` : "none here; start them with assay work"}`,
    ...(operatorLink ? ["", `The first operator joins here, once: ${operatorLink}`] : []),
    "",
    "",
  ].join("\n");

/** Does what waits in the queue of a console elsewhere, until it is interrupted. */
export async function work(options: JudgingOptions, io: Io): Promise<number> {
  const { allowPrivate, jobs } = options;
  if (jobs < 1) throw new UsageError("--jobs: give a number from 1");
  requireConsole(io);
  const judging = judgingOf(options, io);
  if (options.checkConfig) return checked(options, io);
  return goingOn(io, async (signal) => {
    const { startOwnWorker } = await import("../../console/work.ts");
    const running = await startOwnWorker({ ...judging, allowsPrivate: allowPrivate });
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ worker: running.id })}\n`
        : `worker ${running.id} judges ${jobs} subjects at once\n`,
    );
    await untilInterrupted(signal);
    await running.close();
    return exits.fine;
  });
}

/** Throws away what is older than so many days. */
export async function prune({ data, keep }: { data: string; keep: number }, io: Io): Promise<number> {
  requireConsole(io);
  const { prune: pruneStore } = await import("../../console/prune.ts");
  const { runs, progress, audit } = await pruneStore({ folder: data, url: io.env.DATABASE_URL, days: keep });
  io.stdout.write(
    `removed ${runs} runs, ${progress} lines of progress and ${audit} lines of the audit log older than ${keep} days\n`,
  );
  return exits.fine;
}

const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise((over) => {
    if (signal.aborted) over();
    else signal.addEventListener("abort", () => over());
  });

/**
 * Goes on until it is interrupted. A failure that nothing waited for is reported, and ends nothing:
 * the handlers that would end the program for it are set aside meanwhile.
 */
const goingOn = (io: Io, act: (signal: AbortSignal) => Promise<number>): Promise<number> =>
  interruptible(io, async ({ signal }) => {
    const event = "unhandledRejection";
    const endings = process.listeners(event);
    const report = (error: unknown) =>
      void io.stderr.write(`assay: an unhandled failure: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.removeAllListeners(event).on(event, report);
    try {
      return await act(signal);
    } finally {
      process.removeListener(event, report);
      for (const ending of endings) process.on(event, ending);
    }
  });
