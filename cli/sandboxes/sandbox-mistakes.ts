import { UsageError } from "../../base/errors.ts";

/** The ports and files of a sandbox that did not start. */
export interface SandboxPlaces {
  data?: string | undefined;
  host?: string | undefined;
  portBase?: number | undefined;
}

/** An error at starting a sandbox as its caller sees it; one that is not about ports, host or file is ours, and stays as it is. */
export function sandboxMistake(error: unknown, { data, host, portBase }: SandboxPlaces): unknown {
  if (error instanceof UsageError) return new UsageError(`--data: ${error.message}`);
  const { code = "", port } = error as NodeJS.ErrnoException & { port?: number };
  const addresses: Record<string, string> = {
    EADDRINUSE: `--port-base: port ${port} is taken; give another than ${portBase}`,
    EADDRNOTAVAIL: `--host: ${host} is not an address of this machine`,
    ENOTFOUND: `--host: ${host} is not an address of this machine`,
    ERR_SOCKET_BAD_PORT: `--port-base: ${portBase} leaves no room for four ports below 65536`,
    ...(port ? { EACCES: `--port-base: port ${port} is not allowed; give a number above 1023` } : {}),
  };
  const files: Record<string, string> = {
    EISDIR: `--data: ${data} is a folder; name a file`,
    ENOENT: `--data: the folder of ${data} does not exist; make it, or name another file`,
    EACCES: `--data: ${data} cannot be written to; name another file`,
    EROFS: `--data: ${data} cannot be written to; name another file`,
    ENOTDIR: `--data: ${data} lies below a file; name another file`,
  };
  const message = addresses[code] ?? (data ? files[code] : undefined);
  return message ? new UsageError(message) : error;
}
