import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";

/** A folder that this process alone uses. */
export interface FolderLock {
  release(): Promise<void>;
}

const lockName = /^assay-[0-9a-f]+\.lock$/;

/** The most bytes of a socket's path: macOS takes 103, and Linux 107. */
const maxPath = 103;

/** Keeps other processes out of a folder as long as this one lives: a socket ends with its process, however that ends. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = realpathSync(folder);
  return process.platform === "win32" ? lockByPipe(path) : lockBySocket(path);
}

/**
 * Each process puts a socket of its own into the folder before it looks for those of others, so of two that do so at once, one at least sees the other.
 */
async function lockBySocket(folder: string): Promise<FolderLock> {
  const own = `assay-${randomBytes(6).toString("hex")}.lock`;
  const short = shortPath(folder, own);
  const server = await listen(join(short.path, own), folder);
  const release = async () => {
    await close(server);
    rmSync(join(folder, own), { force: true });
  };
  try {
    for (const other of readdirSync(folder).filter((name) => lockName.test(name) && name !== own)) {
      if (await isHeld(join(short.path, other))) throw inUse(folder);
      rmSync(join(folder, other), { force: true });
    }
    return { release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    short.remove();
  }
}

/** A path to a folder by which the path of a file in it is short enough for a socket. */
function shortPath(folder: string, name: string): { path: string; remove: () => void } {
  if (Buffer.byteLength(join(folder, name)) <= maxPath) return { path: folder, remove: () => undefined };
  const links = mkdtempSync(join(tmpdir(), "a-"));
  const path = join(links, "f");
  symlinkSync(folder, path);
  return { path, remove: () => rmSync(links, { recursive: true, force: true }) };
}

/** Pipes of Windows lie in no folder, and only one process can listen on each. */
async function lockByPipe(folder: string): Promise<FolderLock> {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  const server = await listen(`\\\\.\\pipe\\assay-${name}`, folder);
  return { release: () => close(server) };
}

async function listen(address: string, folder: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((listening, fail) =>
    server
      .once("error", ({ code }: NodeJS.ErrnoException) =>
        fail(
          code === "EADDRINUSE"
            ? inUse(folder)
            : new UsageError(`--data: ${folder} cannot be locked (${code}); name a folder on a disk of this machine`),
        ),
      )
      .listen(address, listening),
  );
  return server.unref();
}

const close = (server: Server): Promise<void> => new Promise((closed) => server.close(() => closed()));

const inUse = (folder: string): UsageError =>
  new UsageError(
    `--data: ${folder} is in use by another assay serve; end that, name another folder, or set DATABASE_URL to share one database`,
  );

/** True if a process listens on a socket; one that is too busy to answer does. */
const isHeld = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });
