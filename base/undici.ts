import { createRequire } from "node:module";
import type * as Undici from "undici";

// undici's index loads fetch, sockets, caches and mocks too, which takes most of its time: only agents and requests are loaded here.
const load = createRequire(import.meta.url);
const { getGlobalDispatcher } = load("undici/lib/global.js") as Pick<typeof Undici, "getGlobalDispatcher">;
const requestBy = load("undici/lib/api/api-request.js") as Undici.Dispatcher["request"];

export type Agent = Undici.Agent;
export const Agent = load("undici/lib/dispatcher/agent.js") as typeof Undici.Agent;

type RequestOptions = NonNullable<Parameters<typeof Undici.request>[1]>;

/** Sends a request, as undici's own `request` does. */
export function request(
  url: string | URL,
  { dispatcher, ...options }: RequestOptions = {},
): Promise<Undici.Dispatcher.ResponseData<unknown>> {
  const { origin, pathname, search } = new URL(url);
  const asked = { method: "GET" as const, ...options, origin, path: pathname + search };
  return requestBy.call(dispatcher ?? getGlobalDispatcher(), asked);
}

/** All of undici, for what is needed seldom. */
export const wholeUndici = (): typeof Undici => load("undici") as typeof Undici;
