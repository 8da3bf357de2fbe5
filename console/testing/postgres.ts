import { execFile, execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../cli/testing/certifying.ts";

/** Where Debian and others put the programs of PostgreSQL. */
const folders = ["/usr/lib/postgresql", "/usr/local/opt/postgresql/bin", "/opt/homebrew/opt/postgresql/bin"];

function findPrograms(): string | undefined {
  const all = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      folder.endsWith("bin") ? [folder] : readdirSync(folder).map((version) => join(folder, version, "bin")),
    );
  return all.toSorted().findLast((folder) => existsSync(join(folder, "initdb")));
}

const programs = findPrograms();

/** True if there is a PostgreSQL on this machine; a build that says it has one must. */
export const hasPostgres = programs !== undefined;
export const noPostgres = "no PostgreSQL was found: install Debian's postgresql; the console is tested on PGlite alone";
if (!hasPostgres && process.env.ASSAY_TEST_POSTGRES === "required") throw new Error(noPostgres);

/** A PostgreSQL of a test's own. */
export interface TestPostgres {
  url: string;
  /** Restarts it as an administrator would who is in a hurry; whatever else lives in this process goes on meanwhile. */
  restart: () => Promise<void>;
  stop: () => void;
}

/** Starts a PostgreSQL in a new folder on a free port. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "assay-postgres-"));
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  // It does not run as root; Debian's package brings a user for it.
  if (isRoot) chownSync(folder, ...ownerOf("postgres"));
  const commandOf = (name: string, args: string[]): [command: string, args: string[]] => {
    const file = join(programs ?? "", name);
    return isRoot ? ["runuser", ["-u", "postgres", "--", file, ...args]] : [file, args];
  };
  const run = (name: string, ...args: string[]) =>
    execFileSync(...commandOf(name, args), { stdio: ["ignore", "ignore", "inherit"], cwd: "/" });
  const data = join(folder, "data");
  run("initdb", "-D", data, "-U", "assay", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync");
  const place = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const start = ["-D", data, "-l", join(folder, "log"), "-w", "-o", place, "start"];
  const stop = ["-D", data, "-m", "immediate", "-w", "stop"];
  run("pg_ctl", ...start);
  return {
    url: `postgres://assay@127.0.0.1:${port}/postgres`,
    async restart() {
      for (const args of [stop, start]) await promisify(execFile)(...commandOf("pg_ctl", args), { cwd: "/" });
    },
    stop() {
      run("pg_ctl", ...stop);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ownerOf(name: string): [number, number] {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , user, group] = line?.split(":") ?? [];
  return [Number(user), Number(group)];
}
