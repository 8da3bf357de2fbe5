import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../../base/errors.ts";
import type { PlatformPlace } from "../../console/context.ts";

/** The options of a console and its workers for where platforms are played. */
export interface PlatformPlaceOptions {
  platformPorts: number;
  platformListen?: string;
  platformUrl?: string;
  platformTlsCert?: string;
  platformTlsKey?: string;
  platformProxy?: string[];
}

/** Addresses to listen on that no one can connect to by that name. */
const anyAddress = ["0.0.0.0", "[::]"];

/** Where platforms are played for applications on other machines, if so; what does not fit together is one line. */
export function platformPlaceOf(options: PlatformPlaceOptions): PlatformPlace | undefined {
  const { platformPorts, platformListen, platformUrl, platformTlsCert, platformTlsKey, platformProxy } = options;
  checkPort("--platform-ports", platformPorts);
  if ((platformTlsCert === undefined) !== (platformTlsKey === undefined))
    throw new UsageError("--platform-tls-cert and --platform-tls-key belong together; give both, or neither");
  if (platformListen === undefined) {
    if ([platformUrl, platformTlsCert, platformProxy].some((option) => option !== undefined))
      throw new UsageError("--platform-listen: say where to listen as well, such as 0.0.0.0:21000");
    return undefined;
  }
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(platformListen) ?? [];
  if (!host)
    throw new UsageError(
      `--platform-listen: ${platformListen} is not an address and a port; give them such as 0.0.0.0:21000`,
    );
  checkPort("--platform-listen", Number(port));
  const tls =
    platformTlsCert !== undefined && platformTlsKey !== undefined
      ? {
          cert: readable("--platform-tls-cert", platformTlsCert),
          key: readable("--platform-tls-key", platformTlsKey),
        }
      : undefined;
  if (platformUrl === undefined && anyAddress.includes(host))
    throw new UsageError(
      `--platform-url: ${host} is no address to connect to; say how applications reach it, such as https://platform.example.com:{port}`,
    );
  const url = platformUrl ?? `${tls ? "https" : "http"}://${host}:{port}`;
  checkUrl(url, tls !== undefined || platformProxy !== undefined);
  return { host, firstPort: Number(port), url, tls, proxy: platformProxy };
}

function checkUrl(url: string, hasTls: boolean): void {
  const filled = url.replaceAll("{port}", "1").replaceAll("{partner}", "p");
  if (!/^https?:/.test(url) || !URL.canParse(filled))
    throw new UsageError("--platform-url: give an http or https address, such as https://platform.example.com:{port}");
  if (filled === url)
    throw new UsageError(
      "--platform-url: every partner has an address of its own; put {port} or {partner} into it, such as https://platform.example.com:{port}",
    );
  if (url.startsWith("https:") && !hasTls)
    throw new UsageError(
      "--platform-url: https needs --platform-tls-cert and --platform-tls-key, or --platform-proxy with the addresses that TLS ends at",
    );
}

function checkPort(option: string, first: number): void {
  if (first < 1024 || first > 65_000) throw new UsageError(`${option}: give a port from 1024 to 65000`);
}

function readable(option: string, file: string): string {
  if (!existsSync(file)) throw new UsageError(`${option}: there is no file ${file}; name one in PEM form`);
  return resolve(file);
}
