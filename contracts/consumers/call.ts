import { request } from "undici";

/** What a platform answered. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** What a call carries besides its address. */
export interface Call {
  authorization: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  /** The v3 surface takes no documented Accept. */
  accept?: string;
}

/** The media type that every v1 call asks for. */
const accept = "application/vnd.api.v2+json";

/** Makes one call to the platform; the call history takes a GET with a body, which fetch would not send. */
export async function call(method: "GET" | "POST", url: string, { query, body, ...more }: Call): Promise<Answer> {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await request(search.size > 0 ? `${url}?${search.toString()}` : url, {
    method,
    headers: {
      accept: more.accept ?? accept,
      authorization: more.authorization,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** The platform refused a call. */
export class Refused extends Error {
  override name = "Refused";
  readonly status: number;

  constructor({ status }: Answer, what: string) {
    super(`${what}: the platform answers ${status}`);
    this.status = status;
  }
}

/** The `data` of an answer in the common envelope. */
export function dataOf<T>(answer: Answer, what: string): T {
  if (answer.status !== 200) throw new Refused(answer, what);
  const { success, data } = JSON.parse(answer.text) as { success: boolean; data: T };
  if (!success) throw new Refused(answer, what);
  return data;
}
