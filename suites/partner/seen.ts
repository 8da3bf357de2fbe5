import type { Received } from "../../harness/control.ts";
import type { Urls } from "../../harness/target.ts";
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
  const base = urls[surfaces[surface][0] as keyof Urls];
  const seen = {
    ...received,
    at: Date.parse(received.at),
    address: new URL(base).origin + url,
    operation: found?.operation,
    path: found?.path ?? {},
    query: new URLSearchParams(url.split("?").slice(1).join("?")),
    json: parsed(body),
    location: undefined,
  };
  return { ...seen, location: locationOf(seen) };
}

function matching(address: Address, method: string, path: string): { operation: Operation; path: Seen["path"] }[] {
  const steps = path.split("/");
  return loadOperations()
    .filter((operation) => operation.address === address && operation.method === method)
    .flatMap((operation) => {
      const template = operation.path.split("/");
      const isSame = (step: string, index: number) =>
        step.startsWith("{") ? steps[index] !== "" : step === steps[index];
      if (template.length !== steps.length || !template.every(isSame)) return [];
      const values = template.flatMap((step, index) =>
        step.startsWith("{") ? [[step.slice(1, -1), steps[index] ?? ""]] : [],
      );
      return [{ operation, path: Object.fromEntries(values) as Seen["path"] }];
    })
    .toSorted((one, other) => Object.keys(one.path).length - Object.keys(other.path).length);
}

function parsed(body: string): unknown {
  try {
    return body.trim() ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a body that is an object. */
export const fields = (json: unknown): Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {};

function locationOf({ operation, path, query, json }: Seen): number | undefined {
  const places = operation?.id === "confirmInstallation" ? ["body.salon_id"] : (operation?.dataCall ?? []);
  const named = places.length > 0 ? places : ["path.location_id"];
  for (const place of named) {
    const [part, name = ""] = place.split(".");
    const value = part === "path" ? path[name] : part === "query" ? query.get(name) : fields(json)[name];
    if (value !== undefined && value !== null && value !== "") return Number(value);
  }
  return undefined;
}

/** Where the installation callback goes, below {app_url}. */
export const callbackPath = "/marketplace/partner/callback";

/** Whether a request is, or was meant to be, the installation callback, on whichever host. */
export const isCallback = ({ method, url, surface }: Seen): boolean =>
  method === "POST" && surface !== "v3" && (url.split("?", 1)[0] ?? "").endsWith(callbackPath);

/** Whether a request is a data call, made for a Location. */
export const isDataCall = ({ operation }: Seen): boolean => (operation?.dataCall.length ?? 0) > 0;
