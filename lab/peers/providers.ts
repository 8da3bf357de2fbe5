import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mergedDocument, writeDocuments } from "./documents.ts";
import { drivers } from "./drivers.ts";
import { type PreparePeer, patience } from "./peer.ts";
import { preparePrism } from "./prism.ts";
import { cpuOf } from "./processes.ts";
import type { MeasuredJudge } from "./results.ts";
import { rightBehaviour, sampledFaults } from "./sample.ts";
import { openStage } from "./stage.ts";

/** The measurement of one server: the checks that failed there, and their cost. */
interface ServerJudgement {
  failed: Set<string>;
  requests: number;
  cpu: number;
}

/** Judges a server with a fault, or the right one where the name is empty. */
type JudgeServer = (fault: string) => Promise<ServerJudgement>;

const peers: Readonly<Record<string, PreparePeer>> = { prism: preparePrism, ...drivers };

/** The judges of servers that are compared. */
export const providerPeers = ["assay", ...Object.keys(peers)];

/** Lets a judge try the right server and then each fault of the sample that it has not tried, until its time is over. */
export async function measureProvider(
  name: string,
  folder: string,
  budget: number,
  earlier?: MeasuredJudge,
): Promise<MeasuredJudge> {
  const { judge, close } = await openJudge(name, folder);
  const end = performance.now() + budget * 1000;
  try {
    const { alarms, right, trials } = earlier ?? (await measureRight(judge));
    for (const { name: fault, kind, area } of sampledFaults()) {
      if (performance.now() > end) break;
      if (trials.some((trial) => trial.fault === fault)) continue;
      const at = performance.now();
      const judged = await judge(fault).catch(() => undefined);
      // Who comes to no end on one server has had its time.
      if (!judged) break;
      const { failed, requests, cpu } = judged;
      const found = [...failed].some((check) => !alarms.includes(check));
      trials.push({ fault, kind, area, found, requests, cpu, seconds: (performance.now() - at) / 1000 });
    }
    return { alarms, right, trials };
  } finally {
    await close();
  }
}

/** A judge's verdict on the right server, twice: a check that fails there only sometimes is no sign of a fault. */
async function measureRight(judge: JudgeServer): Promise<MeasuredJudge> {
  const began = performance.now();
  const { failed, requests, cpu } = await judge("");
  const seconds = (performance.now() - began) / 1000;
  const again = await judge("");
  return { alarms: [...new Set([...failed, ...again.failed])], right: { requests, cpu, seconds }, trials: [] };
}

function openJudge(name: string, folder: string): Promise<{ judge: JudgeServer; close: () => Promise<void> }> {
  const prepare = peers[name];
  return prepare ? openPeer(prepare, name, folder) : openAssay();
}

async function openPeer(prepare: PreparePeer, name: string, folder: string) {
  const stage = await openStage();
  await stage.play(rightBehaviour());
  const work = join(folder, `${name}-work`);
  mkdirSync(work, { recursive: true });
  const documents = writeDocuments(work, mergedDocument(stage.origin, stage.requests));
  const peer = await prepare({ folder, work, documents, stage });
  const judge: JudgeServer = async (planted) => {
    const fault = sampledFaults().find((each) => each.name === planted);
    await stage.play(fault?.behaviour() ?? rightBehaviour());
    stage.takeCount();
    const judgement = await peer.judge();
    return { ...judgement, requests: stage.takeCount() };
  };
  const close = async () => {
    await peer.close();
    await stage.close();
  };
  return { judge, close };
}

async function openAssay() {
  const child = fork(fileURLToPath(new URL("./assay-worker.js", import.meta.url)));
  const judge: JudgeServer = async (fault) => {
    const before = cpuOf(child.pid ?? 0);
    child.send(fault);
    const [{ failed, requests }] = (await once(child, "message", { signal: AbortSignal.timeout(patience) })) as [
      { failed: string[]; requests: number },
    ];
    return { failed: new Set(failed), requests, cpu: cpuOf(child.pid ?? 0) - before };
  };
  const close = async () => {
    child.disconnect();
    await once(child, "exit");
  };
  return { judge, close };
}
