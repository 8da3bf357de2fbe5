import { parentPort, workerData } from "node:worker_threads";
import { shareOf, type Task } from "./impact-share.ts";

// A thread of `assay impact`: takes its files, and hands back what came of them.
parentPort?.postMessage(shareOf(workerData as Task), []);
