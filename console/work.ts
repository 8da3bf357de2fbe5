import { UsageError } from "../base/errors.ts";
import type { ConsoleContext, ConsoleSettings, ListenAddress } from "./context.ts";
import type { ConsolePlace } from "./open-console.ts";

/** How a worker is started. */
export interface WorkOptions extends Omit<ConsolePlace, "settings"> {
  /** If left out, a worker does as its console does, and a console by the address that it listens on. */
  allowsPrivate?: boolean | undefined;
  platformPorts: number;
  platformPlace?: ConsoleSettings["platformPlace"];
  lease: number;
  /** The number of subjects that this process judges at once; with 0, workers elsewhere do it all. */
  atOnce: number;
  mail?: ConsoleSettings["mail"];
  metricsAt?: ListenAddress | undefined;
}

/** A worker that goes on until it is stopped. */
export interface RunningWorker {
  id: string;
  context: ConsoleContext;
  close(): Promise<void>;
}

/** Starts one worker more, on this machine. */
export async function startOwnWorker(options: WorkOptions): Promise<RunningWorker> {
  const { folder, env, log, keepsSchema, allowsPrivate, platformPorts, platformPlace, lease, atOnce, mail, metricsAt } =
    options;
  if (!env.DATABASE_URL)
    throw new UsageError(
      "DATABASE_URL: it is not set; workers share a PostgreSQL with the console, and the embedded database has a worker of its own",
    );
  const settings = {
    publicUrl: "",
    allowsPrivate: allowsPrivate ?? false,
    allowsAsConsole: allowsPrivate === undefined,
    trustsProxy: false,
    platformPorts,
    platformPlace,
    lease,
    mail,
  };
  const { openConsole } = await import("./open-console.ts");
  const { startWorker } = await import("./work/worker.ts");
  const opened = await openConsole({ folder, env, settings, log, keepsSchema });
  const { context } = opened;
  const { serveOperations } = await import("./operations.ts");
  const operations = metricsAt && (await serveOperations(context, metricsAt));
  const worker = await startWorker(context, { atOnce });
  return {
    id: worker.id,
    context,
    async close() {
      operations?.close();
      await worker.stop();
      await opened.close();
    },
  };
}
