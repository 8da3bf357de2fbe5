import { certify } from "./certify.ts";
import { connection } from "./connection.ts";
import { contracts } from "./contracts.ts";
import { impact } from "./impact.ts";
import { watch } from "./watch.ts";

/** What handles data of subjects, and so is done in a process of its own: data in, data out, without database and keys. */
export const tasks = { certify, connection, watch, contracts, impact };
export type Tasks = typeof tasks;

/** What a process does a task by. */
export interface TaskOrder {
  name: keyof Tasks;
  input: unknown;
}
