import type { IncomingMessage } from "node:http";

/** A request that Pact's verifier makes for an interaction. */
export interface VerifierRequest {
  method: string;
  /** The path with its query. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** Reads a request of Pact's verifier to its end. */
export async function readVerifierRequest(request: IncomingMessage): Promise<VerifierRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = request;
  return { method, url, headers: headers as VerifierRequest["headers"], body: Buffer.concat(chunks).toString("utf8") };
}
