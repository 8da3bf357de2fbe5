import type { Context, Hono } from "hono";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { refuse, serveRoute } from "./http.ts";
import { routes } from "./routes.ts";

/** The console as something that answers requests. */
export async function createApp(context: ConsoleContext): Promise<Hono> {
  const { Hono: App } = await import("hono");
  const app = new App();
  const refuseStranger = (c: Context, error: ConsoleRefusal) =>
    refuse(context, c, { error, actor: undefined, isApi: c.req.path.startsWith("/api/"), path: c.req.path });
  for (const route of routes) app.on(route.method, route.path, (c) => serveRoute(context, route, c));
  app.notFound((c) => refuseStranger(c, new ConsoleRefusal("not-found", "there is nothing at this address")));
  return app;
}
