import type { Progress } from "../library/judge.ts";

/** One line at a terminal that shows how far a run has come: proofs, requests, rate and time left. */
export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

export function progressLine(terminal: NodeJS.WriteStream = process.stderr): ProgressLine {
  const began = performance.now();
  if (!terminal.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show({ done, total, requests }) {
      const seconds = (performance.now() - began) / 1000;
      const left = Math.ceil((seconds / done) * (total - done));
      const rate = (requests / seconds).toFixed(1);
      const line = `${done} of ${total} proofs, ${requests} requests, ${rate} a second, about ${left} s left`;
      // A line that wraps could not be overwritten.
      terminal.write(`\r\u001b[K${line.slice(0, (terminal.columns || 80) - 1)}`);
    },
    clear: () => void terminal.write("\r\u001b[K"),
  };
}
