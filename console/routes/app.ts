import type { Hono } from "hono";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { loadPackage } from "../store/packages.ts";
import { refuse, serveRoute } from "./http.ts";
import { routes } from "./routes.ts";

/** The most bytes that anybody may send: a document of the API has some megabytes. */
const largestBody = 8_000_000;

/** The console as something that answers requests. */
export async function createApp(context: ConsoleContext): Promise<Hono> {
  const { Hono: App } = await loadPackage("hono", () => import("hono"));
  const { bodyLimit } = await loadPackage("hono", () => import("hono/body-limit"));
  const app = new App();
  app.use(bodyLimit({ maxSize: largestBody }));
  for (const route of routes) app.on(route.method, route.path, (c) => serveRoute(context, route, c));
  app.notFound((c) =>
    refuse(context, c, {
      error: new ConsoleRefusal("not-found", "there is nothing at this address"),
      actor: undefined,
      isApi: c.req.path.startsWith("/api/"),
      path: c.req.path,
    }),
  );
  return app;
}
