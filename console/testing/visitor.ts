/** The answer of a page. */
export interface Visited {
  status: number;
  text: string;
  location: string | null;
  headers: Headers;
}

/** The password of everybody in tests. */
export const password = "correct horse battery";

/** Someone with a browser, without a screen: keeps the cookie, and fills in the token of forms. */
export class Visitor {
  readonly #url: string;
  cookie = "";
  csrf = "";
  bearer = "";

  constructor(url: string) {
    this.#url = url;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Visited> {
    const visited = await this.#send(path, { headers });
    this.csrf = /name="csrf" value="([^"]+)"/.exec(visited.text)?.[1] ?? this.csrf;
    return visited;
  }

  post(path: string, fields: Record<string, string | string[]> = {}): Promise<Visited> {
    const body = new URLSearchParams([["csrf", this.csrf]]);
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
    return this.#send(path, { method: "POST", body });
  }

  /** Calls the API. */
  async api<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: T }> {
    const { status, text } = await this.#send(`/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.bearer ? { authorization: `Bearer ${this.bearer}` } : { "x-csrf-token": this.csrf }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status, json: JSON.parse(text) as T };
  }

  /** Makes an account by a link, and opens a page. */
  async join(link: string, email: string): Promise<void> {
    const { status, text } = await this.post(new URL(link).pathname, { email, password });
    if (status !== 303) throw new Error(text);
    const { location } = await this.get("/");
    await this.get(location ?? "/");
  }

  async #send(path: string, init: RequestInit): Promise<Visited> {
    const answer = await fetch(this.#url + path, {
      ...init,
      redirect: "manual",
      headers: { ...(init.headers as Record<string, string>), ...(this.cookie ? { cookie: this.cookie } : {}) },
    });
    const set = answer.headers.get("set-cookie");
    if (set) this.cookie = set.split(";", 1)[0] ?? "";
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get("location"),
      headers: answer.headers,
    };
  }
}
