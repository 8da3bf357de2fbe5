import type { Request } from "./exchange.ts";
import { secretPattern } from "./redaction/secret-pattern.ts";
import { spellings } from "./redaction/spellings.ts";
import type { Credentials } from "./target.ts";

/** A curl line that repeats a request; tokens are shell variables, named after the keys of the profile. */
export function curlLine(request: Request, credentials: Partial<Credentials>): string {
  const spelled = Object.entries(credentials).flatMap(([key, secret]) => spellings(key, secret));
  // An exact secret comes before a near miss that looks the same.
  const secrets = spelled.toSorted(([, a], [, b]) => Number(/\W/.test(a)) - Number(/\W/.test(b)));
  return [
    "curl -sS -i",
    request.method === "GET" && request.body === undefined ? "" : `-X ${request.method}`,
    ...request.headers.map(([name, value]) => `-H ${word(`${name}: ${value}`, secrets)}`),
    request.body === undefined ? "" : `--data-binary ${word(request.body, secrets)}`,
    word(request.url, secrets),
  ]
    .filter(Boolean)
    .join(" ");
}

/** A shell word that means exactly this text, with a variable in place of each secret. */
function word(text: string, secrets: [secret: string, name: string][]): string {
  const pieces = split(text, secrets);
  if (pieces.length === 1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const quoted = pieces.map((piece) =>
    "name" in piece ? `\${${piece.name}}` : piece.text.replace(/["$`\\]/g, String.raw`\$&`),
  );
  return `"${quoted.join("").replace(/\$\{(\w+)\}(?!\w)/g, "$$$1")}"`;
}

/** A text cut at its secrets, at the longest first, since it may contain another. */
function split(text: string, secrets: [string, string][]): ({ text: string } | { name: string })[] {
  const [longest, ...rest] = secrets.toSorted(([a], [b]) => b.length - a.length);
  if (!longest) return [{ text }];
  const [secret, name] = longest;
  return text
    .split(new RegExp(secretPattern(secret)))
    .flatMap((piece, index) => [...(index > 0 ? [{ name }] : []), ...split(piece, rest)]);
}
