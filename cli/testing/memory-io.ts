import { tmpdir } from "node:os";
import { PassThrough, Readable, Writable } from "node:stream";
import { paintFor } from "../../base/paint.ts";
import type { Output, ProgramIo } from "../io/io.ts";

/** Surroundings in memory: what was printed can be read, and someone may type and interrupt. */
export interface MemoryIo extends ProgramIo {
  printed: { stdout: string; stderr: string };
  /** Waits until a stream holds something that was not there before. */
  until: (stream: "stdout" | "stderr", sign: string | RegExp) => Promise<string>;
  /** Calls back with whatever is printed to standard error. */
  onStderr: (listener: (text: string) => void) => void;
  type: (text: string) => void;
  interrupt: () => void;
}

export interface Surroundings {
  env?: Record<string, string>;
  /** All three streams are a terminal with so many columns. */
  columns?: number;
}

/** Makes surroundings in memory for a call of `main`. */
export function memoryIo({ env = {}, columns }: Surroundings = {}): MemoryIo {
  const printed = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  const readers = new Set<(text: string) => void>();
  const interrupts = new Set<() => void>();
  const terminal = columns === undefined ? {} : { isTTY: true, columns, setRawMode: () => undefined };
  const output = (stream: "stdout" | "stderr"): Output =>
    Object.assign(
      new Writable({
        decodeStrings: false,
        write(text: string | Buffer, _encoding, written) {
          printed[stream] += String(text);
          for (const listener of listeners) listener();
          if (stream === "stderr") for (const listener of readers) listener(String(text));
          written();
        },
      }),
      terminal,
    );
  const keyboard = new PassThrough();
  const stdout = output("stdout");
  return {
    stdin: Object.assign(columns === undefined ? Readable.from([]) : keyboard, terminal),
    stdout,
    stderr: output("stderr"),
    // Progress comes by real time, which no test is about.
    env: { ASSAY_PROGRESS: "off", XDG_STATE_HOME: tmpdir(), ...env },
    paint: paintFor(stdout, env),
    onInterrupt(listener) {
      interrupts.add(listener);
      return () => interrupts.delete(listener);
    },
    printed,
    until: (stream, sign) =>
      new Promise((found) => {
        const look = () => {
          const isThere = typeof sign === "string" ? printed[stream].includes(sign) : sign.test(printed[stream]);
          if (!isThere) return;
          listeners.delete(look);
          found(printed[stream]);
        };
        listeners.add(look);
        look();
      }),
    onStderr: (listener) => void readers.add(listener),
    type: (text) => void keyboard.write(text),
    interrupt() {
      for (const listener of interrupts) listener();
    },
  };
}
