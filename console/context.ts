import type { Queue } from "./queue/queue.ts";
import type { Database } from "./store/database.ts";
import type { PasswordCost } from "./vault/passwords.ts";
import type { Seal } from "./vault/seal.ts";

/** How a console was started. */
export interface ConsoleSettings {
  /** The address that people reach it at, without a slash at the end. */
  publicUrl: string;
  /** Whether applications may be in private networks. */
  allowsPrivate: boolean;
  /** Whether the first proxy's X-Forwarded-For is believed. */
  trustsProxy: boolean;
  /** The first of the ports that platforms are played on; four for each partner. */
  platformPorts: number;
  /** After how many seconds without a sign a worker counts as dead. */
  lease: number;
  /** What passwords cost to try, where it is not the usual. */
  passwordCost?: PasswordCost | undefined;
}

/** What everything in the console works with. */
export interface ConsoleContext {
  database: Database;
  queue: Queue;
  seal: Seal;
  settings: ConsoleSettings;
  log: (line: string) => void;
}
