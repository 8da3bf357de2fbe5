import type { Paint } from "../../base/paint.ts";
import type { Redaction } from "../../harness/redaction/redaction.ts";

/** A stream that may be a terminal. */
export interface Output extends NodeJS.WritableStream {
  isTTY?: boolean;
  columns?: number;
}

/** Everything that a command reads from its surroundings or prints to them. */
export interface Io {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** True if profiles may run nothing on this machine. */
  isExecRefused?: boolean;
  /** True if a target may only be read, whatever its profile allows. */
  isReadOnly?: boolean;
  /** The settings that a command of the service was started with, as it prints them. */
  settings?: readonly string[];
  /** Takes secrets out of everything that is printed; commands add those that they read. */
  redaction: Redaction;
  /** Paints what goes to standard output. */
  paint: Paint;
  /** Calls back when someone interrupts the program, once; returns how to stop listening. */
  onInterrupt(listener: () => void): () => void;
}

/** Where the program is started: everything but what it makes for itself. */
export type ProgramIo = Omit<Io, "redaction">;

/**
 * Does something that an interruption ends early, which is said; anyone who does it may interrupt as well. After that no one listens, so that
 * another interruption ends the program at once.
 */
export async function interruptible<T>(
  io: Io,
  act: (interruption: AbortController) => Promise<T>,
  says = "interrupted",
): Promise<T> {
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  interruption.signal.addEventListener("abort", () => {
    stopListening();
    io.stderr.write(`${io.stderr.isTTY ? "\n" : ""}assay: ${says}\n`);
  });
  try {
    return await act(interruption);
  } finally {
    stopListening();
  }
}

/** A value as the one JSON document that --json prints. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
