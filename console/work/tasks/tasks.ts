import { certify } from "./certify.ts";
import { connection } from "./connection.ts";
import { contracts } from "./contracts.ts";
import { impact } from "./impact.ts";
import { watch } from "./watch.ts";

/** Tasks that handle data of subjects, each in a process of its own: data in, data out, without database and keys. */
export const tasks = { certify, connection, watch, contracts, impact };
export type Tasks = typeof tasks;

/** The order for a process. */
export interface TaskOrder {
  name: keyof Tasks;
  input: unknown;
}
