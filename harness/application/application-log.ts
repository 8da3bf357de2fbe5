import type { ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import type { Redact } from "../redaction/redaction.ts";

/** How much of what an application prints is kept, in characters: enough to see why it ended. */
const most = 1_000_000;

/** The length of a line beyond which it is written in pieces. */
const longestLine = 100_000;

/** The number of characters of a piece that are looked at once nothing more is kept. */
const tail = 5000;

/** The number of the last lines that are remembered, and how many characters of each. */
const remembered = { lines: 12, characters: 300 };

/**
 * Writes what a process prints to a file, line by line, up to a size; the rest is read and dropped, so that the process never blocks. Answers
 * with a way to learn the last lines.
 */
export function keepLog(child: ChildProcess, path: string, redact: Redact): () => readonly string[] {
  let last: string[] = [];
  const file = createWriteStream(path);
  file.on("error", () => undefined);
  let left = most;
  const write = (text: string) => {
    // Of what is no longer kept, the end is enough: it may come faster than it can be looked through.
    const shown = redact(left > 0 ? text : text.slice(-tail));
    if (left > 0 && text) file.write(shown.slice(0, left));
    const lines = shown.split("\n").filter((line) => line.trim() !== "");
    last = [...last, ...lines.map((line) => line.slice(0, remembered.characters))].slice(-remembered.lines);
    left -= text.length;
  };
  for (const stream of [child.stdout, child.stderr]) {
    let line = "";
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const end = text.lastIndexOf("\n") + 1;
      line += text;
      // A secret may lie across two pieces, but not across two lines; only a line that is too long is cut.
      if (end === 0 && line.length < longestLine) return;
      const whole = end === 0 ? line.length : line.length - (text.length - end);
      write(line.slice(0, whole));
      line = line.slice(whole);
    });
    stream?.once("close", () => write(line));
  }
  child.once("close", () => file.end());
  return () => last;
}
