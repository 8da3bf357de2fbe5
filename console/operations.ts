import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { UsageError } from "../base/errors.ts";
import type { ConsoleContext, ListenAddress } from "./context.ts";
import { readReadiness } from "./routes/health.ts";
import { metricsText } from "./routes/metrics.ts";

/** The answers to the operator's machines, on an address of its own. */
const answers: Record<string, (context: ConsoleContext) => Promise<{ status: number; type: string; text: string }>> = {
  "/livez": async () => asJson(200, { status: "ok" }),
  async "/readyz"(context) {
    const checks = await readReadiness(context);
    const isReady = Object.values(checks).every(Boolean);
    return asJson(isReady ? 200 : 503, { status: isReady ? "ok" : "failing", ...checks });
  },
  "/metrics": async (context) => ({
    status: 200,
    type: "application/openmetrics-text; version=1.0.0; charset=utf-8",
    text: await metricsText(context),
  }),
};

const asJson = (status: number, value: object) => ({ status, type: "application/json", text: JSON.stringify(value) });

/** Serves figures and signs of life, of console or worker, where no one else comes. */
export async function serveOperations(context: ConsoleContext, { host, port }: ListenAddress): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const answer = request.method === "GET" && Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (!answer) return void response.writeHead(404).end();
    const send = async () => {
      const { status, type, text } = await answer(context);
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
    };
    return void send().catch((error: Error) => {
      context.log(`operations: ${error.message}`, "error");
      response.writeHead(500).end();
    });
  });
  // Figures are asked for every few seconds; anyone who is slower than that has gone.
  server.setTimeout(10_000);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new UsageError(`--metrics-listen: ${host}:${port} cannot be listened on: ${(error as Error).message}`);
  }
  return server;
}
