import { AsyncLocalStorage } from "node:async_hooks";
import { type LookupAddress, lookup as plainLookup } from "node:dns";
import { isIP, type LookupFunction, Socket } from "node:net";

/** Why no connection may be made to an IP address; undefined where it may. */
export type ConnectionGuard = (address: string) => string | undefined;

const guards = new AsyncLocalStorage<ConnectionGuard | undefined>();

/**
 * Does something during which a guard is asked about the address of every connection, at the moment of connecting: by number or by name, whatever client
 * connects. A connection that was opened before or elsewhere is not asked about, so what is guarded and what is not must not share agents.
 */
export function guardConnections<T>(guard: ConnectionGuard, act: () => Promise<T>): Promise<T> {
  watchConnections();
  return guards.run(guard, act);
}

/** Does something without a guard: for what this program serves itself, or its operator chose. */
export const withoutGuard = <T>(act: () => Promise<T>): Promise<T> => guards.run(undefined, act);

type Connect = (this: Socket, ...given: unknown[]) => Socket;

let isWatching = false;

/** Every client of Node, undici and TLS connects by this method; outside of a guard it does what it always does. */
function watchConnections(): void {
  if (isWatching) return;
  isWatching = true;
  const { prototype } = Socket as unknown as { prototype: { connect: Connect } };
  const { connect } = prototype;
  prototype.connect = function (...given) {
    const guard = guards.getStore();
    if (!guard) return connect.apply(this, given);
    const { options, callback } = readArguments(given);
    const { path } = options;
    const host = options.host || "localhost";
    const refused = path ? `${path} is no address of a network` : isIP(host) && guard(host);
    if (!refused) {
      const lookup = guardedLookup(options.lookup || plainLookup, guard);
      return connect.call(this, { ...options, host, lookup }, ...callback);
    }
    process.nextTick(() => this.destroy(new Error(refused)));
    return this;
  };
}

interface ConnectOptions {
  host?: string | null;
  path?: string | null;
  lookup?: LookupFunction | null;
}

/** The arguments of `connect`; Node itself hands over a list that it has made of them already. */
function readArguments(given: readonly unknown[]): { options: ConnectOptions; callback: unknown[] } {
  const [first, second, ...rest] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  const callback = [second, ...rest].filter((item) => typeof item === "function");
  if (typeof first === "object" && first !== null) return { options: first, callback };
  const isPath = typeof first === "string" && !/^\d+$/.test(first);
  const options = isPath ? { path: first } : { port: first, ...(typeof second === "string" ? { host: second } : {}) };
  return { options, callback };
}

type Found = string | LookupAddress[];

/** Looks a name up, and refuses it where any of its addresses is refused: a connection goes to one of these, and to no other. */
const guardedLookup =
  (lookup: LookupFunction, guard: ConnectionGuard): LookupFunction =>
  (name, settings, callback) =>
    lookup(name, settings, (error, found: Found, family) => {
      const addresses = typeof found === "string" ? [{ address: found }] : (found ?? []);
      const refused = error ? undefined : addresses.map(({ address }) => guard(address)).find(Boolean);
      callback(refused ? new Error(`${name}: ${refused}`) : error, found, family);
    });
