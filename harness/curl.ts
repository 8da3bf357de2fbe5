import type { Request } from "./exchange.ts";
import type { Credentials } from "./target.ts";

/** A shell word that means exactly this text. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A curl line that repeats a request, with the tokens as shell variables named after the profile's keys. */
export function curlLine(request: Request, credentials: Partial<Credentials>): string {
  const secrets = Object.entries(credentials).toSorted(([, one], [, other]) => other.length - one.length);
  const word = (text: string): string =>
    secrets.reduce((line, [key, secret]) => line.replaceAll(secret, `'"$${key.toUpperCase()}"'`), quote(text));
  return [
    "curl -sS -i",
    request.method === "GET" && request.body === undefined ? "" : `-X ${request.method}`,
    ...request.headers.map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    request.body === undefined ? "" : `--data-binary ${word(request.body)}`,
    word(request.url),
  ]
    .filter(Boolean)
    .join(" ");
}
