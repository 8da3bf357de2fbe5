import { Untestable } from "../../base/errors.ts";
import type { Operation } from "../../specs/operations.ts";
import { loadVersioning } from "../../specs/versioning.ts";
import type { Header, Request } from "../exchange.ts";
import type { Target } from "../target.ts";

/** The choices of a caller about a request; everything else follows from the operation. */
export interface Choices {
  path?: Readonly<Record<string, string | number>>;
  /** Parameters by name, or as pairs where a name comes several times. */
  query?: Readonly<Record<string, string | number>> | readonly (readonly [string, string])[];
  body?: unknown;
  /** The text of the body, in place of `body` as JSON. */
  raw?: string;
  /** Headers in place of the documented ones of the same name; `undefined` leaves a header out. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** The Authorization header; none when left out. */
  authorization?: string;
}

/** The documented request for an operation of a target. */
export function requestFor(
  operation: Operation,
  target: Target,
  { path = {}, query = {}, body, raw, headers: replaced = {}, authorization }: Choices,
): Request {
  const versioning = loadVersioning();
  const takes = (name: string) =>
    operation.parameters.some((parameter) => parameter.in === "header" && parameter.name === name);
  const root = target.urls[operation.address as keyof Target["urls"]]?.replace(/\/$/, "");
  if (root === undefined) throw new Untestable(`the profile lacks urls.${operation.address}`);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? "")),
  );
  const pairs = Array.isArray(query)
    ? (query as [string, string][])
    : Object.entries(query as Record<string, string | number>);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  const headers: Header[] = [];
  if (takes("Accept")) headers.push(["Accept", versioning.accept]);
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  if (takes("Content-Type") || sent !== undefined) headers.push(["Content-Type", versioning.content_type]);
  if (authorization) headers.push(["Authorization", authorization]);
  return {
    operation,
    method: operation.method,
    url: `${root}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`,
    query: Object.fromEntries(search),
    headers: headers.flatMap(([name, value]): Header[] => {
      if (!(name in replaced)) return [[name, value]];
      const replacement = replaced[name];
      return replacement === undefined ? [] : [[name, replacement]];
    }),
    ...(sent === undefined ? {} : { body: sent }),
  };
}
