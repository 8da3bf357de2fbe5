import { createServer } from "node:http";
import { createApi } from "./api.mjs";
import { manners as wellBehaved } from "./manners.mjs";

const wait = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** Starts the application: it confirms installations, takes webhooks, and reads resources and calls of Locations whose link is active. */
export function startApp(manners = wellBehaved, env = process.env) {
  const api = createApi(env, manners);
  const active = new Set();
  const resources = new Map();
  const calls = new Map();
  const records = new Map();

  /** Confirms an installation, and tries again where that can help. */
  async function confirm(location) {
    if (!manners.isConfirmed(location, active)) return;
    await manners.beforeCallback(api, location);
    for (let tries = 1; ; tries++) {
      const { status } = await api.confirm(location);
      if (status === 201) {
        active.add(location);
        await manners.afterActive(api, location);
        return;
      }
      const pause = manners.retryAfter(status, tries);
      if (pause === undefined) return;
      await wait(pause);
    }
  }

  async function syncResources(location) {
    if (!active.has(location)) return;
    const found = [];
    let [cursor, restarts, misses] = [undefined, 0, 0];
    for (;;) {
      const { status, headers, json } = await api.readResources(location, cursor);
      if (status === 429) {
        await wait(manners.waitOn429(Number(headers["retry-after"] ?? 1)));
        if (!manners.goesOnAfter429) return;
      } else if (status === 422) {
        const next = await manners.onRefusedCursor(cursor, restarts++);
        if (!next) return;
        found.length = 0;
        cursor = next.cursor;
      } else if (status === 404 && misses++ < manners.retriesOn404) await wait(50);
      else if (status !== 200) return;
      else {
        found.push(...json.data);
        resources.set(location, found);
        if (!manners.hasMore(json)) return;
        cursor = json.next_cursor;
      }
    }
  }

  async function syncCalls(location) {
    const found = [];
    for (let page = 1; manners.mayRead(active.has(location)); page++) {
      const fields = manners.callsFields(location, page);
      const { status, json } = await api.readCalls(fields);
      if (status !== 200) return;
      found.push(...json.data);
      calls.set(location, found);
      if (manners.isLastPage(json.data, fields)) return;
    }
  }

  async function takeWebhook(event, request) {
    await wait(manners.hookDelay(event));
    // The same event may come twice, or late: what is kept is keyed by the record.
    records.set(`${event.company_id}:${event.resource}:${event.resource_id}`, event.data);
    void manners.onHook(api, event);
    return manners.hookStatus(event, request);
  }

  async function takeLifecycle(event) {
    await wait(manners.lifecycleDelay);
    if (manners.forgets(event)) active.delete(Number(event.salon_id));
    return manners.lifecycleStatus(event);
  }

  const routes = {
    "GET /health": () => 200,
    "POST /connect": ({ salon_id }) => (void confirm(Number(salon_id)), manners.connectStatus),
    "POST /sync/resources": ({ location_id }) => (void syncResources(Number(location_id)), 202),
    "POST /sync/calls": ({ location_id }) => (void syncCalls(Number(location_id)), 202),
    "POST /hooks": takeWebhook,
    "POST /lifecycle": takeLifecycle,
  };

  const answer = async (request) => {
    const route = routes[`${request.method} ${request.url.split("?", 1)[0]}`];
    if (!route) return 404;
    try {
      return await route(await bodyOf(request, manners), request);
    } catch (error) {
      return error instanceof Refusal ? error.status : 400;
    }
  };
  const server = createServer(async (request, response) => {
    const status = await answer(request);
    if (!response.destroyed) response.writeHead(status).end();
  });
  server.listen(Number(env.PORT ?? 4100), "127.0.0.1");
  process.once("SIGTERM", () => process.exit(0));
  return server;
}

class Refusal extends Error {
  constructor(status) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** A body that came in time and is not too large. */
async function bodyOf(request, { bodyMost, bodyWithin }) {
  const chunks = [];
  let size = 0;
  const began = Date.now();
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyMost) throw new Refusal(413);
    chunks.push(chunk);
  }
  if (Date.now() - began > bodyWithin) throw new Refusal(408);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString("utf8")) : {};
}
