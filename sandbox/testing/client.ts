import { Agent, request } from "undici";

/** An answer; a body that is JSON is parsed, and an empty one is undefined. */
export interface SandboxAnswer<Body = unknown> {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

/** The frame of v1 answers. */
export interface V1Envelope<Data = Record<string, unknown>[]> {
  success: boolean;
  data: Data;
  meta: Record<string, unknown>;
}

/** Sends requests below one address, under one Authorization header. */
export class SandboxClient {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #headers: Record<string, string>;

  constructor(url: string, agent: Agent, authorization?: string) {
    this.#url = url;
    this.#agent = agent;
    this.#headers = { accept: "application/vnd.api.v2+json", ...(authorization ? { authorization } : {}) };
  }

  get<Body = unknown>(path: string, body?: unknown): Promise<SandboxAnswer<Body>> {
    return this.send<Body>("GET", path, body);
  }

  post<Body = unknown>(path: string, body?: unknown): Promise<SandboxAnswer<Body>> {
    return this.send<Body>("POST", path, body);
  }

  async send<Body = unknown>(method: string, path: string, body?: unknown): Promise<SandboxAnswer<Body>> {
    const answer = await request(this.#url + path, {
      method: method as "GET",
      dispatcher: this.#agent,
      headers: { ...this.#headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: (text === "" ? undefined : JSON.parse(text)) as Body,
    };
  }
}
