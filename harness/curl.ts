import type { Header } from "./exchange.ts";
import { namedSecrets, type Secrets } from "./redaction/redaction.ts";
import { secretPattern } from "./redaction/secret-pattern.ts";
import { spellings } from "./redaction/spellings.ts";

/** How a secret is found in a text, and the shell variable that stands for it. */
interface NamedSecret {
  pattern: RegExp;
  name: string;
}

/** A request as it was sent. */
interface SentRequest {
  method: string;
  url: string;
  headers: readonly Header[];
  body?: string | undefined;
}

/** A curl line that repeats a request; secrets are shell variables, named after their keys. */
export function curlLine(request: SentRequest, credentials: Secrets): string {
  const spelled = namedSecrets(credentials).flatMap(([key, secret]) => spellings(key, secret));
  // The longest first, since it may contain another; an exact secret before a near miss that looks the same.
  const secrets = spelled
    .toSorted(([a, x], [b, y]) => b.length - a.length || Number(/\W/.test(x)) - Number(/\W/.test(y)))
    .map(([secret, name]) => ({ pattern: new RegExp(secretPattern(secret)), name }));
  return [
    "curl -sS -i",
    // curl would ask for each address that brackets and braces can stand for.
    /[[\]{}]/.test(request.url) ? "-g" : "",
    request.method === "GET" && request.body === undefined ? "" : `-X ${request.method}`,
    ...request.headers.map(([name, value]) => `-H ${word(`${name}: ${value}`, secrets)}`),
    request.body === undefined ? "" : `--data-raw ${word(request.body, secrets)}`,
    word(request.url, secrets),
  ]
    .filter(Boolean)
    .join(" ");
}

/** A word in single quotes, and one in double quotes in which nothing but variables is expanded. */
const singleQuoted = String.raw`'[^']*(?:'\\''[^']*)*'`;
const doubleQuoted = String.raw`"[^"$\`\\]*(?:(?:\\["$\`\\]|\$\w+|\$\{\w+(?:%\?|~~)?\})[^"$\`\\]*)*"`;
const quotedWord = `(?:${singleQuoted}|${doubleQuoted})`;
const lineForm = new RegExp(
  `^curl -sS -i(?: -g)?(?: -X [A-Z-]+)?(?: -H (?!["'][@-])${quotedWord})*(?: --data-raw ${quotedWord})? (?=["'](?:https?:|\\$))${quotedWord}$`,
);

/** True if a text has the form of such a line: anyone who pastes it runs nothing else, and curl reads no file. */
export const isCurlLine = (text: string): boolean => lineForm.test(text);

/** A shell word that means exactly this text, with a variable in place of each secret. */
function word(text: string, secrets: readonly NamedSecret[]): string {
  const pieces = split(text, secrets);
  if (pieces.length === 1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const quoted = pieces.map((piece) =>
    "name" in piece ? `\${${piece.name}}` : piece.text.replace(/["$`\\]/g, String.raw`\$&`),
  );
  return `"${quoted.join("").replace(/\$\{(\w+)\}(?!\w)/g, "$$$1")}"`;
}

/** A text cut at its secrets, at the first of them first. */
function split(text: string, secrets: readonly NamedSecret[]): ({ text: string } | { name: string })[] {
  const [first, ...rest] = secrets;
  if (!first) return [{ text }];
  const { pattern, name } = first;
  return text.split(pattern).flatMap((piece, index) => [...(index > 0 ? [{ name }] : []), ...split(piece, rest)]);
}
