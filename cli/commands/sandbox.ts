import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { createSandbox, isLoopback, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { createFileStore } from "../../sandbox/world/store.ts";
import { exits } from "../exits.ts";
import { requestLine, welcome } from "../sandbox-lines.ts";

export interface SandboxCommandOptions {
  portBase?: number;
  clock: "frozen" | "running";
  fault?: string;
  seed: number;
  data?: string;
  host?: string;
  controlToken?: string;
  tls?: true;
  json?: true;
}

/** Starts the sandbox and keeps it running until it is told to stop. */
export async function sandbox(options: SandboxCommandOptions): Promise<number> {
  const log = options.json ? process.stderr : process.stdout;
  const running = await start(options, (line) => log.write(`${line}\n`));
  const stopped = new Promise<void>((stop) => process.once("SIGINT", stop).once("SIGTERM", stop));
  const { urls, control, ca, platform } = running;
  const caFolder = ca && mkdtempSync(join(tmpdir(), "assay-sandbox-"));
  const caFile = caFolder && join(caFolder, "ca.pem");
  if (caFile && ca) writeFileSync(caFile, ca);
  const { credentials, fixtures } = platform.world.people;
  const facts = { urls, control, credentials, fixtures, ...(caFile ? { ca_file: caFile } : {}) };
  process.stdout.write(
    options.json ? `${JSON.stringify(facts)}\n` : welcome(facts, { ...options, seed: platform.world.state.seed }),
  );
  await stopped;
  await running.close();
  if (caFolder) rmSync(caFolder, { recursive: true });
  return exits.fine;
}

async function start(options: SandboxCommandOptions, say: (line: string) => void): Promise<Sandbox> {
  const { fault, data, host } = options;
  if (fault !== undefined && !Object.hasOwn(faults, fault))
    throw new UsageError(`--fault: there is no "${fault}"; ${hint(fault)}`);
  const isElsewhere = host !== undefined && !isLoopback(host);
  if (data === "") throw new UsageError("--data: give the name of a file");
  if (options.portBase === 0)
    throw new UsageError("--port-base: give a number from 1, or leave it out for any free ports");
  if (options.controlToken !== undefined && !/^[^\s-][^\s]*$/.test(options.controlToken)) {
    throw new UsageError("--control-token: give a token without spaces that does not begin with a dash");
  }
  if (isElsewhere && !options.controlToken)
    throw new UsageError(`--host: control is not served on ${host} without a token of yours; add --control-token`);
  try {
    return await createSandbox({
      clock: options.clock,
      seed: options.seed,
      behaviour: behaviourWith(fault),
      onAnswer: (received, milliseconds) => say(requestLine(received, milliseconds)),
      ...(options.portBase === undefined ? {} : { portBase: options.portBase }),
      ...(host === undefined ? {} : { host }),
      ...(options.controlToken ? { controlToken: options.controlToken } : {}),
      ...(options.tls ? { tls: true } : {}),
      ...(data ? { store: createFileStore(data) } : {}),
    });
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException & { port?: number }, options));
  }
}

const hint = (fault: string): string => {
  const [near] = nearest(fault, Object.keys(faults));
  return near ? `did you mean "${near}"?` : "`assay mutants --list` lists them";
};

function explain(
  error: NodeJS.ErrnoException & { port?: number },
  { data, host, portBase }: SandboxCommandOptions,
): string {
  if (error.code === "EADDRINUSE") return `--port-base: port ${error.port} is taken; give another than ${portBase}`;
  if (error.code === "EACCES" && error.port)
    return `--port-base: port ${error.port} may not be used; give a number above 1023`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `--host: ${host} is no address of this machine`;
  if (error.code === "ERR_SOCKET_BAD_PORT") return `--port-base: ${portBase} leaves no room for four ports below 65536`;
  if (!data) return error.message;
  const plain: Record<string, string> = {
    EISDIR: `${data} is a folder; name a file`,
    ENOENT: `the folder of ${data} does not exist; make it, or name another file`,
    EACCES: `${data} may not be written; name another file`,
    EROFS: `${data} may not be written; name another file`,
    ENOTDIR: `${data} lies below a file; name another file`,
  };
  return `--data: ${plain[error.code ?? ""] ?? error.message}`;
}
