import { AsyncLocalStorage } from "node:async_hooks";
import { printable } from "../base/text/printable.ts";

/** How much a line of the log matters, from what is always written to what is rarely wanted. */
export const logLevels = ["error", "warning", "info"] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ["text", "json"] as const;

/** Facts of a line that machines look for. */
export type LogFacts = Readonly<Record<string, string | number>>;

/** Writes a line of the log; what has no level is something that an operator should know. */
export type Log = (message: string, level?: LogLevel, facts?: LogFacts) => void;

/** Fields of every line that is written meanwhile, such as its request or run. */
const current = new AsyncLocalStorage<LogFacts>();

export const withLogFacts = <T>(facts: LogFacts, act: () => T): T =>
  current.run({ ...current.getStore(), ...facts }, act);

/** A log of lines for people, or of a JSON object a line for machines. */
export function createLog(
  { format, level: least }: { format: (typeof logFormats)[number]; level: LogLevel },
  write: (line: string) => void,
): Log {
  return (message, level = "warning", facts = {}) => {
    if (logLevels.indexOf(level) > logLevels.indexOf(least)) return;
    if (format === "json")
      return write(JSON.stringify({ time: new Date().toISOString(), level, message, ...current.getStore(), ...facts }));
    // Words of subjects may stand in it: they must not move the cursor of a terminal, nor look like a line of their own.
    write(`assay: ${message.split("\n").map(printable).join("\n  ")}`);
  };
}
