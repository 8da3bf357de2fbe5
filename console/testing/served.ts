import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageManifest } from "../../base/package-manifest.ts";
import { freePorts } from "../../cli/testing/certifying.ts";
import { createLog } from "../log.ts";
import { startQueue } from "../queue/queue.ts";
import { type ServedConsole, type ServeOptions, serveConsole } from "../serve.ts";
import { migrations } from "../store/migrations.ts";
import { openStore } from "../store/open-store.ts";
import { Visitor } from "./visitor.ts";

/** A folder with an embedded database that no one used yet; making one takes ten seconds, so a copy of one that was made earlier is used. */
export async function dataFolder(): Promise<string> {
  const { peerDependencies } = packageManifest();
  const state = createHash("sha256").update(JSON.stringify([peerDependencies, migrations]));
  const template = join(tmpdir(), `assay-test-database-${state.digest("hex").slice(0, 16)}`);
  while (!(await makeTemplate(template))) await sleep(100);
  const folder = mkdtempSync(join(tmpdir(), "assay-console-"));
  cpSync(template, join(folder, "database"), { recursive: true });
  return folder;
}

/** Makes the template, unless it is there; returns false while another process makes it. */
async function makeTemplate(template: string): Promise<boolean> {
  if (existsSync(template)) return true;
  const made = `${template}-made`;
  try {
    mkdirSync(made);
  } catch {
    return false;
  }
  const database = await openStore({ folder: made });
  const queue = await startQueue(database, () => undefined);
  await queue.stop();
  await database.close();
  renameSync(made, template);
  return true;
}

/** A console in this process, and its first operator. */
export interface TestConsole extends ServedConsole {
  folder: string;
  lines: string[];
  operator: Visitor;
  visitor: () => Visitor;
}

/** Serves a console on any port, on the embedded database unless the environment names another, and lets the first operator join. */
export async function testConsole(
  options: Partial<ServeOptions> & { /** The first operator has not joined yet. */ isLeftAlone?: true } = {},
): Promise<TestConsole> {
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
    log: createLog({ format: "text", level: "info" }, (line) => lines.push(line)),
    ...options,
    folder,
  });
  const visitor = () => new Visitor(served.url);
  const operator = visitor();
  if (served.operatorLink && !options.isLeftAlone) await operator.join(served.operatorLink, "operator@market.example");
  return { ...served, folder, lines, operator, visitor };
}
