import type { AddressInfo } from "node:net";
import { UsageError } from "../base/errors.ts";
import { inviteFirstOperator } from "./accounts/invitations.ts";
import type { ConsoleContext, ConsoleSettings } from "./context.ts";
import { urlSetting } from "./messages/deliver.ts";
import { mailSetting } from "./messages/outbox.ts";
import { openConsole } from "./open-console.ts";
import { serveOperations } from "./operations.ts";
import { isForThisMachine, publishNetworks } from "./partners/networks.ts";
import { createApp } from "./routes/app.ts";
import { writeSetting } from "./store/settings.ts";
import { startWorker } from "./work/worker.ts";
import type { WorkOptions } from "./work.ts";

/** How a console is served. */
export interface ServeOptions extends WorkOptions {
  host: string;
  port: number;
  /** The address that people reach it at, where a proxy stands before it. */
  publicUrl?: string | undefined;
  trustsProxy?: boolean | undefined;
  openId?: ConsoleSettings["openId"];
  passwordCost?: ConsoleSettings["passwordCost"];
  silence?: ConsoleSettings["silence"];
  nameServers?: ConsoleSettings["nameServers"];
}

/** A console that is served. */
export interface ServedConsole {
  url: string;
  /** The one-time link of the first operator, as long as there is none. */
  operatorLink: string | undefined;
  context: ConsoleContext;
  close(): Promise<void>;
}

/** The time that a connection is kept for the next request, in milliseconds: longer than proxies keep theirs, so that none is closed just as it is used. */
const keepAliveTimeout = 75_000;

/** After how many milliseconds without a byte in either direction a connection ends: who reads nothing must not make the console hold it. Followed runs send a sign of life more often. */
const idleTimeout = 120_000;

/** Serves the console, with a worker in the same process. */
export async function serveConsole(options: ServeOptions): Promise<ServedConsole> {
  const { host, port, folder, env, log, keepsSchema, platformPorts, lease } = options;
  const { serve } = await import("@hono/node-server");
  const settings = {
    publicUrl: options.publicUrl?.replace(/\/+$/, "") ?? "",
    allowsPrivate: options.allowsPrivate ?? isForThisMachine(host, options.publicUrl),
    trustsProxy: options.trustsProxy ?? false,
    platformPorts,
    platformPlace: options.platformPlace,
    lease,
    openId: options.openId,
    mail: options.mail,
    passwordCost: options.passwordCost,
    silence: options.silence,
    nameServers: options.nameServers,
  };
  const opened = await openConsole({ folder, env, settings, log, keepsSchema });
  const { context } = opened;
  await publishNetworks(context);
  const app = await createApp(context);
  const server = serve({ fetch: app.fetch, hostname: host, port, serverOptions: { keepAliveTimeout } });
  if ("setTimeout" in server) server.setTimeout(idleTimeout);
  try {
    await new Promise<void>((listening, fail) => server.once("listening", listening).once("error", fail));
  } catch (error) {
    await opened.close();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === "EADDRINUSE"
        ? `--port: ${port} is taken; give another`
        : `--host: ${host} cannot be listened on: ${message}`,
    );
  }
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
  settings.publicUrl ||= url;
  await writeSetting(context.database, urlSetting, settings.publicUrl);
  await writeSetting(context.database, mailSetting, settings.mail !== undefined);
  const operations = options.metricsAt && (await serveOperations(context, options.metricsAt));
  const worker = options.atOnce > 0 ? await startWorker(context, { atOnce: options.atOnce }) : undefined;
  const token = await inviteFirstOperator(context.database);
  return {
    url,
    operatorLink: token && `${settings.publicUrl}/join/${token}`,
    context,
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      operations?.close();
      await worker?.stop();
      await opened.close();
    },
  };
}
