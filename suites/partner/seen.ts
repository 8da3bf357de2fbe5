import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Received } from "../../harness/control.ts";
import type { Urls } from "../../harness/target.ts";
import { bundle } from "../../specs/documents.ts";
import { type Address, loadOperations, type Operation } from "../../specs/operations.ts";

/** A request of the application, with the operation that it means. */
export interface Seen extends Omit<Received, "at"> {
  /** Wall time, in milliseconds. */
  at: number;
  /** As the application wrote it, with the surface's origin. */
  address: string;
  operation: Operation | undefined;
  path: Record<string, string>;
  query: URLSearchParams;
  /** The body as JSON; undefined where there is none. */
  json: unknown;
  /** The Location that it names, where its operation says where. */
  location: number | undefined;
  /** Whether it is one of the reads that events match, of which the specification says no more. */
  isEventRead: boolean;
}

/** Where the paths of an address begin, on each surface. */
const surfaces: Record<Received["surface"], readonly Address[]> = {
  base: ["base_url", "api_root"],
  app: ["app_url"],
  v3: ["v3_base_url"],
};

/** The value of a header; of several with one name, all of them. */
export const header = ({ headers }: Pick<Seen, "headers">, name: string): string | undefined => {
  const values = headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  return values.length > 0 ? values.join(", ") : undefined;
};

/** The path of a request below an address; undefined when it is not below it. */
export function below(url: string, address: string): string | undefined {
  const prefix = new URL(address).pathname.replace(/\/$/, "");
  const [path = ""] = url.split("?", 1);
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

/** Reads a request as the operation that it means. */
export function understand(received: Received, urls: Urls): Seen {
  const { surface, method, url, body } = received;
  const found = surfaces[surface].flatMap((address) => {
    const path = below(url, urls[address as keyof Urls]);
    return path === undefined ? [] : matching(address, method, path);
  })[0];
  const read = found ? undefined : eventRead(surface === "base" && method === "GET" ? below(url, urls.base_url) : "");
  const base = urls[surfaces[surface][0] as keyof Urls];
  const seen = {
    ...received,
    at: Date.parse(received.at),
    address: new URL(base).origin + url,
    operation: found?.operation,
    path: found?.path ?? read ?? {},
    isEventRead: read !== undefined,
    query: new URLSearchParams(url.split("?").slice(1).join("?")),
    json: parseJson(body),
    location: undefined,
  };
  return { ...seen, location: locationOf(seen) };
}

function matching(address: Address, method: string, path: string): { operation: Operation; path: Seen["path"] }[] {
  return loadOperations()
    .filter((operation) => operation.address === address && operation.method === method)
    .flatMap((operation) => {
      const values = fitted(operation.path, path);
      return values ? [{ operation, path: values }] : [];
    })
    .toSorted((one, other) => Object.keys(one.path).length - Object.keys(other.path).length);
}

/** The values of a template's parameters in a path that fits it. */
function fitted(template: string, path: string): Seen["path"] | undefined {
  const [wanted, steps] = [template.split("/"), path.split("/")];
  const isSame = (step: string, index: number) => (step.startsWith("{") ? steps[index] !== "" : step === steps[index]);
  if (wanted.length !== steps.length || !wanted.every(isSame)) return undefined;
  const values = wanted.flatMap((step, index) =>
    step.startsWith("{") ? [[step.slice(1, -1), steps[index] ?? ""]] : [],
  );
  return Object.fromEntries(values) as Seen["path"];
}

/** The values of a path that is a read which some event matches. */
const eventRead = (path = ""): Seen["path"] | undefined =>
  Object.values(bundle("webhooks").webhooks ?? {})
    .map(({ post }) => (post as Record<string, unknown> | undefined)?.["x-data-matches"])
    .filter((matched) => typeof matched === "string")
    .map((matched) => fitted(matched.replace(/^GET /, ""), path))
    .find((values) => values !== undefined);

function locationOf({ operation, path, query, json }: Seen): number | undefined {
  const places = operation?.id === "confirmInstallation" ? ["body.salon_id"] : (operation?.dataCall ?? []);
  const named = places.length > 0 ? places : ["path.location_id", "path.company_id"];
  for (const place of named) {
    const [part, name = ""] = place.split(".");
    const value = part === "path" ? path[name] : part === "query" ? query.get(name) : fieldsOf(json)[name];
    if (value !== undefined && value !== null && value !== "") return Number(value);
  }
  return undefined;
}

/** Where the installation callback goes, below {app_url}. */
export const callbackPath = "/marketplace/partner/callback";

/** Whether a request is, or was meant to be, the installation callback, on whichever host. */
export const isCallback = ({ method, url, surface }: Seen): boolean =>
  method === "POST" && surface !== "v3" && (url.split("?", 1)[0] ?? "").endsWith(callbackPath);

/** Whether a request is a data call: made for a Location, with a user's token. */
export const isDataCall = (seen: Seen): boolean =>
  (seen.operation?.dataCall.length ?? 0) > 0 ||
  (seen.isEventRead && (header(seen, "authorization") ?? "").includes(", User "));

/** Whether a request is part of some work: confirming has its own scenarios, and looking at the status may go on for ever. */
export const isWork = (seen: Seen): boolean =>
  !isCallback(seen) && !seen.operation?.id.startsWith("readInstallationStatus");
