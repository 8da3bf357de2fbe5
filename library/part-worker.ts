import { parentPort, workerData } from "node:worker_threads";
import { judgePart, type PartOrder } from "./judge-part.ts";

// A thread of its own, which does one part of the proofs.
const interruption = new AbortController();
parentPort?.once("message", () => interruption.abort());
try {
  await judgePart(workerData as PartOrder, interruption.signal, (news) => parentPort?.postMessage(news, []));
} finally {
  parentPort?.close();
}
