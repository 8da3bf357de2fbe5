import { request } from "undici";

/** The platform's answer to a call. */
export interface PlatformAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** The parts of a call besides its method and address. */
export interface CallOptions {
  authorization: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  /** The media type of v1 if left out; for v3 none is documented. */
  accept?: string;
}

/** The media type that every v1 call asks for. */
const v1MediaType = "application/vnd.api.v2+json";

/** Makes one call to the platform. The call history is a GET with a body, which fetch would refuse to send. */
export async function call(
  method: "GET" | "POST",
  url: string,
  { authorization, query, body, accept = v1MediaType }: CallOptions,
): Promise<PlatformAnswer> {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await request(search.size > 0 ? `${url}?${search.toString()}` : url, {
    method,
    headers: {
      accept,
      authorization,
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

  constructor({ status }: PlatformAnswer, what: string) {
    super(`${what}: the platform answers ${status}`);
    this.status = status;
  }
}

/** The `data` of an answer in the common envelope. */
export function dataOf<T>(answer: PlatformAnswer, what: string): T {
  if (answer.status !== 200) throw new Refused(answer, what);
  const { success, data } = JSON.parse(answer.text) as { success: boolean; data: T };
  if (!success) throw new Refused(answer, what);
  return data;
}
