import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Started } from "./start.ts";

/** One webhook that arrived. */
interface WebhookArrival {
  method: string;
  path: string;
  contentType: string | undefined;
  body: Record<string, unknown>;
}

/** A partner's webhook address. */
export interface WebhookReceiver {
  url: string;
  arrivals: WebhookArrival[];
}

/** Listens for webhooks until the test ends; answers 204 by default. */
export async function receive(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const arrivals: WebhookArrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrivals.push({
        method: request.method ?? "",
        path: request.url ?? "",
        contentType: request.headers["content-type"],
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
      });
      answer(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, arrivals };
}

/** One entry of the log of deliveries. */
export interface LoggedDelivery {
  id: number;
  url: string;
  resource: string;
  resource_id: number | null;
  queued_at: string;
  due_at?: string;
  sent_at: string | null;
  ended_at: string | null;
  outcome: "pending" | "delivered" | "failed";
  reason: string | null;
}

/** The log of deliveries. */
export async function deliveries({ control }: Started): Promise<LoggedDelivery[]> {
  const { body } = await control.get<{ deliveries: LoggedDelivery[] }>("/deliveries");
  return body.deliveries;
}
