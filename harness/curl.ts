import type { Request } from "./exchange.ts";
import { spellings } from "./redaction.ts";
import type { Credentials } from "./target.ts";

/** A curl line that repeats a request, with the tokens as shell variables named after the profile's keys. */
export function curlLine(request: Request, credentials: Partial<Credentials>): string {
  const spelled = Object.entries(credentials).flatMap(([key, secret]) => spellings(key, secret));
  // What is a secret as it stands is told before what is one only nearly.
  const secrets = spelled.toSorted(([, one], [, other]) => Number(/\W/.test(one)) - Number(/\W/.test(other)));
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

/** A shell word that means exactly this text, with a variable in the place of each secret. */
function word(text: string, secrets: [secret: string, name: string][]): string {
  const pieces = split(text, secrets);
  if (pieces.length === 1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const quoted = pieces.map((piece) =>
    "name" in piece ? `\${${piece.name}}` : piece.text.replace(/["$`\\]/g, String.raw`\$&`),
  );
  return `"${quoted.join("").replace(/\$\{(\w+)\}(?!\w)/g, "$$$1")}"`;
}

/** A text cut at its secrets; where two begin together, the longer one is meant. */
function split(text: string, secrets: [string, string][]): ({ text: string } | { name: string })[] {
  const [longest, ...rest] = secrets.toSorted(([one], [other]) => other.length - one.length);
  if (!longest) return [{ text }];
  const [secret, name] = longest;
  return text.split(sign(secret)).flatMap((piece, index) => [...(index > 0 ? [{ name }] : []), ...split(piece, rest)]);
}

/** Where a text holds a secret; a short one stands inside words by chance, so it must stand alone. */
function sign(secret: string): RegExp {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(secret.length < 6 ? `(?<!\\w)${literal}(?!\\w)` : literal);
}
