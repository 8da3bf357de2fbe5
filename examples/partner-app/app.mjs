import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createApi } from "./api.mjs";
import { behaviour as wellBehaved } from "./behaviour.mjs";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** Starts the application: it confirms installations, takes webhooks, and reads resources and calls of Locations whose link is active. */
export function startApp(behaviour = wellBehaved, env = process.env) {
  const api = createApi(env, behaviour);
  const active = new Set();
  const resources = new Map();
  const calls = new Map();
  const records = new Map();

  /** Confirms an installation, and tries again where that can help. */
  async function confirm(location) {
    if (!behaviour.isConfirmed(location, active)) return;
    await behaviour.beforeCallback(api, location);
    for (let tries = 1; ; tries++) {
      const { status, json } = await api.confirm(location, tries);
      if (behaviour.isAccepted(status, json)) {
        active.add(location);
        await behaviour.afterActive(api, location);
        return;
      }
      const pause = behaviour.retryAfter(status, tries);
      if (pause === undefined) return;
      await wait(pause);
    }
  }

  async function syncResources(location) {
    if (!behaviour.mayList(active.has(location), location)) return;
    const found = [];
    let [restarts, misses] = [0, 0];
    const walk = behaviour.walkFor(location);
    walk.cursor = undefined;
    for (let page = 1; behaviour.mayGoOn(active.has(location), location); page++) {
      const { status, headers, json } = await api.readResources(location, walk);
      if (status === 429) {
        await wait(behaviour.waitOn429(Number(headers["retry-after"] ?? 1), page));
        if (!behaviour.goesOnAfter429()) return;
      } else if (status === 422) {
        const next = await behaviour.onRefusedCursor(walk.cursor, restarts++, json);
        if (!next) return;
        found.length = 0;
        walk.cursor = next.cursor;
      } else if (status === 404 && misses++ < behaviour.retriesOn404) await wait(50);
      else if (status !== 200) return;
      else {
        found.push(...json.data);
        resources.set(location, found);
        if (!behaviour.hasMore(json, { location, page, count: found.length })) return;
        walk.cursor = behaviour.nextCursor(json, walk.cursor);
      }
    }
  }

  async function syncCalls(location) {
    const found = [];
    for (let page = 1; behaviour.mayRead(active.has(location), { location, page }); page++) {
      const fields = behaviour.callsFields(location, page);
      const { status, json } = await api.readCalls(fields);
      if (status !== 200) return;
      found.push(...json.data);
      calls.set(location, found);
      if (behaviour.isLastPage(json.data, fields, { location, page, count: found.length, json })) return;
    }
  }

  async function takeWebhook(event, request) {
    await wait(behaviour.hookDelay(event));
    // The same event may come twice, or late, so records are kept by their id.
    records.set(`${event.company_id}:${event.resource}:${event.resource_id}`, event.data);
    void behaviour.onHook(api, event, active.has(Number(event.company_id)));
    return behaviour.hookStatus(event, request);
  }

  async function takeLifecycle(event) {
    await wait(behaviour.lifecycleDelay);
    if (behaviour.forgets(event)) active.delete(behaviour.forgotten(Number(event.salon_id), active));
    void behaviour.onLifecycle(api, event);
    return behaviour.lifecycleStatus(event);
  }

  /** Begins some work, and answers at once. */
  const begin = (work, status) => {
    void work();
    return status;
  };

  const routes = {
    "GET /health": () => 200,
    "POST /connect": ({ salon_id }) => begin(() => confirm(Number(salon_id)), behaviour.connectStatus(salon_id)),
    "POST /sync/resources": ({ location_id }) => behaviour.schedule(begin, () => syncResources(Number(location_id))),
    "POST /sync/calls": ({ location_id }) => behaviour.schedule(begin, () => syncCalls(Number(location_id))),
    "POST /hooks": takeWebhook,
    "POST /lifecycle": takeLifecycle,
  };

  const answer = async (request) => {
    const route = routes[`${request.method} ${request.url.split("?", 1)[0]}`];
    if (!route) return 404;
    try {
      return await route(await bodyOf(request, behaviour), request);
    } catch (error) {
      return error instanceof Refusal ? error.status : 400;
    }
  };
  const respond = async (request, response) => {
    const status = await answer(request);
    if (!response.destroyed) response.writeHead(status).end();
  };
  const listener = (request, response) => void respond(request, response);
  const server = env.TLS_CERT
    ? createTlsServer({ cert: readFileSync(env.TLS_CERT), key: readFileSync(env.TLS_KEY) }, listener)
    : createServer(listener);
  server.listen(Number(env.PORT ?? 4100), env.HOST ?? "127.0.0.1");
  process.once("SIGTERM", () => process.exit(0));
  return server;
}

class Refusal extends Error {
  constructor(status) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** The body of a request as JSON; one that is too large or too slow is refused. */
async function bodyOf(request, { bodyMost, bodyWithin, parseBody }) {
  const chunks = [];
  let size = 0;
  const began = Date.now();
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyMost) throw new Refusal(413);
    chunks.push(chunk);
  }
  if (Date.now() - began > bodyWithin) throw new Refusal(408);
  return chunks.length > 0 ? parseBody(Buffer.concat(chunks).toString("utf8")) : {};
}
