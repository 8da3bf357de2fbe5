import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { programOf } from "./install.ts";
import { type PreparePeer, patience, type ReadyPeer } from "./peer.ts";
import { cpuOf, runProgram } from "./processes.ts";

/** A peer that a process of ours loads once. */
function loadedOnce(peer: string, folder: string, file: string, origin: string): ReadyPeer {
  const child = fork(fileURLToPath(new URL("./once-worker.js", import.meta.url)), [peer, folder, file, origin], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return {
    async judge() {
      const before = cpuOf(child.pid ?? 0);
      child.send("judge");
      const [{ failed }] = (await once(child, "message", { signal: AbortSignal.timeout(patience) })) as [
        { failed: string[] },
      ];
      return { failed: new Set(failed), cpu: cpuOf(child.pid ?? 0) - before };
    },
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Everything that Portman can check without a list of single operations. */
const portmanConfig = {
  version: 1,
  tests: {
    contractTests: [
      {
        openApiOperation: "*::/*",
        statusSuccess: { enabled: true },
        contentType: { enabled: true },
        jsonBody: { enabled: true },
        schemaValidation: { enabled: true },
        headersPresent: { enabled: true },
      },
    ],
  },
  globals: { portmanReplacements: [] },
};

const preparePortman: PreparePeer = async ({ folder, work, documents, stage }) => {
  const [config, collection] = [join(work, "portman.json"), join(work, "collection.json")];
  writeFileSync(config, JSON.stringify(portmanConfig));
  const program = programOf(folder, "portman", "portman");
  const command = [
    process.execPath,
    program,
    "-l",
    documents.plain,
    "-b",
    stage.origin,
    "-c",
    config,
    "-o",
    collection,
  ];
  const { output } = await runProgram(command, work, patience);
  if (!existsSync(collection)) throw new Error(`portman wrote no collection: ${output.slice(-300)}`);
  return loadedOnce("newman", join(folder, "portman"), collection, stage.origin);
};

const prepareDredd: PreparePeer = async ({ folder, documents, stage }) =>
  loadedOnce("dredd", join(folder, "dredd"), documents.plain, stage.origin);

/** A check of Respect, as it writes it down. */
interface RespectCheck {
  name: string;
  status: string;
}

/** The failed checks of Respect, by step, wherever they stand in what it writes. */
function failedChecks(node: unknown, step = ""): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { stepId = step, name, status } = node as Partial<RespectCheck> & { stepId?: string };
  const own = name !== undefined && ["error", "failed"].includes(status ?? "") ? [`${stepId} ${name}`] : [];
  return [...own, ...Object.values(node).flatMap((child) => failedChecks(child, stepId))];
}

const prepareRespect: PreparePeer = async ({ folder, work, documents }) => {
  const program = programOf(folder, "respect", "redocly");
  const [arazzo, written] = [join(work, "api.arazzo.yaml"), join(work, "respect.json")];
  const make = [process.execPath, program, "generate-arazzo", documents.modern, "-o", arazzo];
  const { output } = await runProgram(make, work, patience);
  if (!existsSync(arazzo)) throw new Error(`redocly wrote no workflows: ${output.slice(-300)}`);
  return {
    async judge() {
      rmSync(written, { force: true });
      const { cpu } = await runProgram([process.execPath, program, "respect", arazzo, "-J", written], work, patience);
      const said: unknown = existsSync(written)
        ? JSON.parse(readFileSync(written, "utf8"))
        : { name: "it ran", status: "failed" };
      return { failed: new Set(failedChecks(said)), cpu };
    },
    close: async () => undefined,
  };
};

/** The tests that failed, by the JUnit files in a folder. */
const failedTests = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".xml"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("<testcase ").slice(1))
    .filter((test) => /<(failure|error)/.test(test))
    .map((test) => / name="([^"]*)"/.exec(test)?.[1] ?? "");

const prepareSpecmatic: PreparePeer = async ({ folder, work, documents, stage }) => ({
  async judge() {
    const reports = join(work, "junit");
    rmSync(reports, { recursive: true, force: true });
    const program = programOf(folder, "specmatic", "specmatic");
    const options = [`--testBaseURL=${stage.origin}`, `--junitReportDir=${reports}`];
    const { cpu } = await runProgram([process.execPath, program, "test", documents.plain, ...options], work, patience);
    return { failed: new Set(existsSync(reports) ? failedTests(reports) : ["it ran"]), cpu };
  },
  close: async () => undefined,
});

/** The peers that need no traffic of ours. */
export const drivers = {
  portman: preparePortman,
  dredd: prepareDredd,
  respect: prepareRespect,
  specmatic: prepareSpecmatic,
};
