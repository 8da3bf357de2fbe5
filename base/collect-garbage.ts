import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** After how many bytes that were read and thrown away memory is reclaimed. */
const reclaimedAfter = 8_000_000;

let pending = 0;
let collect: (() => void) | undefined;

/**
 * Tells that so many bytes were read. A target that sends megabytes an answer makes garbage faster than Node reclaims it, and the process grows to several times
 * what it holds. Small answers do not count.
 */
export function countRead(bytes: number): void {
  if (bytes < 1_000_000) return;
  pending += bytes;
  if (pending < reclaimedAfter) return;
  pending = 0;
  collect ??= garbageCollector();
  collect();
}

/** Node's own collector, which it hands out to whoever asks for it by a flag. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
