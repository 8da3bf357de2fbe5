import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";

/** A folder that this process alone uses. */
export interface FolderLock {
  release(): Promise<void>;
}

/** Keeps other processes out of a folder as long as this one lives: a socket ends with its process, however that ends. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const name = `assay-${createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 24)}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  if (await isAnswered(address))
    throw new UsageError(
      `--data: ${folder} is in use by another assay serve; end that, name another folder, or set DATABASE_URL to share one database`,
    );
  if (process.platform !== "win32") rmSync(address, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((listening, fail) => server.once("error", fail).listen(address, listening));
  server.unref();
  return { release: () => new Promise((closed) => server.close(() => closed())) };
}

const isAnswered = (address: string): Promise<boolean> =>
  new Promise((told) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      told(true);
    });
    socket.once("error", () => told(false));
  });
