// NODE_OPTIONS loads this into processes of tasks: where a profile has one of these names, what a hostile subject might make of its judge.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const pause = new Int32Array(new SharedArrayBuffer(4));

const acts = {
  spins({ version }) {
    if (version) writeFileSync(version, String(process.pid));
    for (;;);
  },
  "fills the heap"() {
    for (const all = []; ; ) all.push(Array.from({ length: 1_000 }, () => ({})));
  },
  "fills memory outside of the heap"() {
    for (const all = []; ; Atomics.wait(pause, 0, 0, 5)) all.push(Buffer.alloc(4_000_000, 1));
  },
  crashes() {
    setImmediate(() => {
      throw new Error("a hostile subject");
    });
  },
  exits({ version }) {
    if (version) writeFileSync(version, JSON.stringify(process.env));
    process.exit(0);
  },
};

if (isMainThread && process.send) {
  // A listener would take the order before the process of the task listens.
  const emit = process.emit.bind(process);
  process.emit = (event, ...given) => {
    const profile = event === "message" ? given[0]?.input?.profile : undefined;
    acts[profile?.name]?.(profile);
    return emit(event, ...given);
  };
}
