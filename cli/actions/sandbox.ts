import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { requirePackages } from "../../base/optional-packages.ts";
import { resetPath } from "../../harness/control/control-calls.ts";
import { checkFault, faulty } from "../../library/start-sandbox.ts";
import { createSandbox, isLoopback, type Sandbox, type SandboxOptions } from "../../sandbox/create-sandbox.ts";
import { createFileStore } from "../../sandbox/world/store.ts";
import { hold } from "../folders/out-lock.ts";
import { exits } from "../io/exits.ts";
import { type Io, interruptible } from "../io/io.ts";
import { noteSandbox } from "../sandboxes/running-sandboxes.ts";
import { sandboxMistake } from "../sandboxes/sandbox-mistakes.ts";
import { controlLine, deliveryLine, requestLine, welcome } from "../terminal/sandbox-lines.ts";

export interface SandboxCommandOptions {
  portBase?: number;
  clock: "frozen" | "running";
  fault?: string[];
  seed: number;
  data?: string;
  host?: string;
  controlToken?: string;
  tls?: true;
  json?: true;
}

/** Starts the sandbox and keeps it running until it is interrupted. */
export async function sandbox(options: SandboxCommandOptions, io: Io): Promise<number> {
  const log = options.json ? io.stderr : io.stdout;
  return interruptible(
    io,
    async ({ signal }) => {
      let onReset = () => {};
      const release = holdData(options.data);
      const write = (line: string | undefined) => line !== undefined && log.write(`${line}\n`);
      const running = await start(options, {
        onAnswer: (received, milliseconds) => write(requestLine(received, milliseconds, io.paint)),
        onDelivery: (delivery) => write(deliveryLine(delivery, io.paint)),
        onControlCall: (call) => {
          write(controlLine(call, io.paint));
          if (call.path === resetPath && call.status === 200) onReset();
        },
      }).catch((error: unknown) => {
        release();
        throw error;
      });
      const { urls, control, ca, platform } = running;
      const authority = ca === undefined ? undefined : writeAuthority(ca);
      const facts = () => {
        const { credentials, fixtures } = platform.world.people;
        return { urls, control, credentials, fixtures, ...(authority ? { ca_file: authority.file } : {}) };
      };
      const note = noteSandbox(io);
      onReset = () => note.write({ ...facts(), isDiscovered: !options.json });
      onReset();
      const { seed } = platform.world.state;
      io.stdout.write(options.json ? `${JSON.stringify(facts())}\n` : welcome(facts(), { ...options, seed }, io.paint));
      if (!signal.aborted) await new Promise((stop) => signal.addEventListener("abort", stop));
      note.remove();
      await running.close();
      release();
      authority?.remove();
      return exits.fine;
    },
    "the sandbox ends",
  );
}

/** Holds the file that a sandbox keeps its state in: two would write over each other. */
function holdData(file: string | undefined): () => void {
  const nothing = () => undefined;
  if (file === undefined) return nothing;
  try {
    return hold(
      `${file}.lock`,
      (holder, lock) =>
        `--data: another sandbox (${holder}) keeps its state in ${file}; stop it, or name another file (if there is none, remove ${lock})`,
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Whether the state can be written there shows when it is.
    return nothing;
  }
}

/** Writes the certificate authority of a sandbox to a file that clients can trust. */
function writeAuthority(ca: string): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "assay-sandbox-"));
  const file = join(folder, "ca.pem");
  writeFileSync(file, ca);
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

async function start(
  options: SandboxCommandOptions,
  listeners: Pick<SandboxOptions, "onAnswer" | "onControlCall" | "onDelivery">,
): Promise<Sandbox> {
  const { fault = [], data, host } = options;
  for (const name of fault) checkFault(name, "--fault");
  if (options.tls) requirePackages(["assay sandbox --tls"]);
  const isElsewhere = host !== undefined && !isLoopback(host);
  if (options.portBase === 0)
    throw new UsageError("--port-base: give a number from 1, or leave it out for any free ports");
  if (options.controlToken !== undefined && !/^[^\s-][^\s]*$/.test(options.controlToken)) {
    throw new UsageError("--control-token: give a token without spaces that does not begin with a dash");
  }
  if (isElsewhere && !options.controlToken)
    throw new UsageError(`--host: on ${host}, the control protocol needs a token of yours; add --control-token`);
  try {
    return await createSandbox({
      clock: options.clock,
      seed: options.seed,
      behaviour: faulty(fault),
      ...listeners,
      ...(options.portBase === undefined ? {} : { portBase: options.portBase }),
      ...(host === undefined ? {} : { host }),
      ...(options.controlToken ? { controlToken: options.controlToken } : {}),
      ...(options.tls ? { tls: true } : {}),
      ...(data ? { store: createFileStore(data) } : {}),
    });
  } catch (error) {
    throw sandboxMistake(error, options);
  }
}
