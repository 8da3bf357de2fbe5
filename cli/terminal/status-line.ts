import { counted } from "../../base/text/wording.ts";
import type { Progress } from "../../library/judge.ts";
import type { Io } from "../io/io.ts";

/** Says how far something has come: at a terminal in one line that is written over again and again, elsewhere in a line now and then. */
export interface StatusLine {
  show: (text: string) => void;
  clear: () => void;
}

/** Milliseconds between two lines where no one looks at a terminal, such as in a build. */
const betweenLines = 10_000;

/** A variable that keeps those lines away. */
const off = "ASSAY_PROGRESS";

export function statusLine({ stderr, env }: Pick<Io, "stderr" | "env">, now = () => performance.now()): StatusLine {
  if (stderr.isTTY) {
    // A line that wraps could not be overwritten.
    const show = (text: string): void => void stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
    return { show, clear: () => show("") };
  }
  let last = now();
  return {
    show(text) {
      if (env[off] === "off" || now() - last < betweenLines) return;
      last = now();
      stderr.write(`assay: ${text}\n`);
    },
    clear: () => undefined,
  };
}

/** How far a run has come, `seconds` after it began: proofs, requests, rate and time left. */
export function progressText({ done, total, requests }: Progress, seconds: number): string {
  const left = Math.ceil((seconds / done) * (total - done));
  const rate = (requests / seconds).toFixed(1);
  return `${done} of ${total} proofs, ${counted(requests, "request")}, ${rate} a second, about ${left} s left`;
}
