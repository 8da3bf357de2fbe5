import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../../base/package-file.ts";
import { freePorts } from "../../cli/testing/certifying.ts";
import { type ServedConsole, type ServeOptions, serveConsole } from "../serve.ts";
import { Visitor } from "./visitor.ts";

/** A folder with an empty embedded database; making one takes seconds, so a copy of one that was made earlier is used. */
export async function dataFolder(): Promise<string> {
  const { optionalDependencies } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const template = join(tmpdir(), `assay-test-database-${optionalDependencies["@electric-sql/pglite"]}`);
  if (!existsSync(template)) {
    const made = mkdtempSync(join(tmpdir(), "assay-test-database-"));
    const { PGlite } = await import("@electric-sql/pglite");
    await (await PGlite.create(made)).close();
    try {
      renameSync(made, template);
    } catch {
      // Another process was faster.
      rmSync(made, { recursive: true, force: true });
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
  mkdirSync(join(folder, "database"), { recursive: true });
  cpSync(template, join(folder, "database"), { recursive: true });
  return folder;
}

/** A console in this process, and its first operator. */
export interface TestConsole extends ServedConsole {
  folder: string;
  lines: string[];
  operator: Visitor;
  visitor: () => Visitor;
}

/** Serves a console on any port, on the embedded database unless the environment names another, and lets the first operator join. */
export async function testConsole(options: Partial<ServeOptions> = {}): Promise<TestConsole> {
  const folder = options.folder ?? (await dataFolder());
  const lines: string[] = [];
  const served = await serveConsole({
    host: "127.0.0.1",
    port: 0,
    platformPorts: await freePorts(8),
    lease: 2,
    atOnce: 2,
    passwordCost: { N: 1024, r: 8, p: 1 },
    env: {},
    log: (line) => lines.push(line),
    ...options,
    folder,
  });
  const visitor = () => new Visitor(served.url);
  const operator = visitor();
  if (served.operatorLink) await operator.join(served.operatorLink, "operator@market.example");
  return { ...served, folder, lines, operator, visitor };
}
