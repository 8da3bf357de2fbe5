import { AsyncLocalStorage } from "node:async_hooks";
import { HarnessError } from "../../base/errors.ts";
import { guardConnections } from "../../harness/http/connection-guard.ts";

const transactions = new AsyncLocalStorage<true>();

const refusal = "within a transaction, which keeps others from the database meanwhile, no other machine is asked";

/** Runs what a transaction consists of: no name is resolved there, and no connection opened. */
export const withoutNetwork = <T>(act: () => Promise<T>): Promise<T> =>
  transactions.run(true, () => guardConnections(() => refusal, act));

/** Refuses to ask other machines within a transaction. */
export function refuseWithinTransaction(): void {
  if (transactions.getStore()) throw new HarnessError(refusal);
}
