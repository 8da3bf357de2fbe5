import { UsageError } from "../../base/errors.ts";
import { prune as pruneStore } from "../../console/prune.ts";
import { serveConsole } from "../../console/serve.ts";
import { startOwnWorker } from "../../console/work.ts";
import { exits } from "../exits.ts";
import { type Io, interruptible } from "../io.ts";

/** What console and workers both take. */
interface JudgingOptions {
  data: string;
  platformPorts: number;
  lease: number;
  jobs: number;
  allowPrivate?: boolean;
  json?: true;
}

export interface ServeCommandOptions extends JudgingOptions {
  host: string;
  port: number;
  publicUrl?: string;
  trustProxy?: true;
}

/** Serves the console until it is interrupted. */
export async function serve(options: ServeCommandOptions, io: Io): Promise<number> {
  const { data, host, port, publicUrl, allowPrivate, trustProxy, platformPorts, lease, jobs } = options;
  if (publicUrl !== undefined && !/^https?:\/\/[^/]+\/?$/.test(publicUrl))
    throw new UsageError("--public-url: give an address such as https://certify.example.com, without a path");
  checkPorts(platformPorts);
  return interruptible(io, async ({ signal }) => {
    const running = await serveConsole({
      folder: data,
      host,
      port,
      publicUrl,
      allowsPrivate: allowPrivate,
      trustsProxy: trustProxy,
      platformPorts,
      lease,
      atOnce: jobs,
      env: io.env,
      log: (line) => io.stderr.write(`assay: ${line}\n`),
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
  const { data, allowPrivate = false, platformPorts, lease, jobs } = options;
  if (jobs < 1) throw new UsageError("--jobs: give a number from 1");
  checkPorts(platformPorts);
  return interruptible(io, async ({ signal }) => {
    const running = await startOwnWorker({
      folder: data,
      allowsPrivate: allowPrivate,
      platformPorts,
      lease,
      atOnce: jobs,
      env: io.env,
      log: (line) => io.stderr.write(`assay: ${line}\n`),
    });
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
  const { runs, progress, audit } = await pruneStore({ folder: data, url: io.env.DATABASE_URL, days: keep });
  io.stdout.write(
    `removed ${runs} runs, ${progress} lines of progress and ${audit} lines of the audit log older than ${keep} days\n`,
  );
  return exits.fine;
}

/** Ports that there are. */
function checkPorts(first: number): void {
  if (first < 1024 || first > 65_000) throw new UsageError("--platform-ports: give a port from 1024 to 65000");
}

const untilInterrupted = (signal: AbortSignal): Promise<void> =>
  new Promise((over) => {
    if (signal.aborted) over();
    else signal.addEventListener("abort", () => over());
  });
