import type { Progress } from "../library/judge.ts";
import type { Output } from "./io.ts";

/** One line at a terminal that is written over again and again; nothing where nobody looks. */
export interface StatusLine {
  show: (text: string) => void;
  clear: () => void;
}

export function statusLine(terminal: Output): StatusLine {
  const show = (text: string): void => {
    // A line that wraps could not be overwritten.
    if (terminal.isTTY) terminal.write(`\r\u001b[K${text.slice(0, (terminal.columns || 80) - 1)}`);
  };
  return { show, clear: () => show("") };
}

/** How far a run has come, `seconds` after it began: proofs, requests, rate and time left. */
export function progressText({ done, total, requests }: Progress, seconds: number): string {
  const left = Math.ceil((seconds / done) * (total - done));
  const rate = (requests / seconds).toFixed(1);
  return `${done} of ${total} proofs, ${requests} requests, ${rate} a second, about ${left} s left`;
}
