import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import { withoutNeedlessEscapes } from "../../../base/text/percent-escapes.ts";
import type { ReportedRequest } from "../../../harness/control/control.ts";
import type { Urls } from "../../../harness/target.ts";
import { bundle } from "../../../specs/documents.ts";
import { type Address, loadOperations, type Operation } from "../../../specs/operations.ts";

/** A request that the application sent, with the operation that it means. */
export interface PartnerRequest extends Omit<ReportedRequest, "at" | "earliest"> {
  /** Wall time, in milliseconds. */
  at: number;
  /** Wall time before which it was not sent, in milliseconds. */
  earliest: number;
  /** As the application wrote it, with the surface's origin. */
  address: string;
  operation: Operation | undefined;
  path: Record<string, string>;
  query: URLSearchParams;
  /** The body as JSON; undefined where there is none. */
  json: unknown;
  /** The Location that it names, where its operation says where. */
  location: number | undefined;
  /** True if it is one of the reads that events match, of which the specification says no more. */
  isEventRead: boolean;
}

/** The addresses that requests to a surface may begin with. */
const addressesOf: Record<ReportedRequest["surface"], readonly (Address & keyof Urls)[]> = {
  base: ["base_url", "api_root"],
  app: ["app_url"],
  v3: ["v3_base_url"],
};

/** The value of a header; of several with one name, all of them. */
export const headerOf = ({ headers }: Pick<PartnerRequest, "headers">, name: string): string | undefined => {
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length > 0 ? values.join(", ") : undefined;
};

/** The path of a URL, without its query and without escapes that it does not need. */
export const pathOf = (url: string): string => withoutNeedlessEscapes(url.split("?", 1)[0] ?? "");

/** The path of a request below an address; undefined when it is not below it. */
export function pathBelow(url: string, address: string): string | undefined {
  const prefix = new URL(address).pathname.replace(/\/$/, "");
  const path = pathOf(url);
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

/** A part of a URL without its escapes; left as it is where they are broken. */
export const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads a received request as the operation that it means. */
export function readRequest(received: ReportedRequest, urls: Urls, shownUrls: Urls = urls): PartnerRequest {
  const { surface, method, url, body } = received;
  const addresses = addressesOf[surface];
  const [match] = addresses.flatMap((address) => {
    const path = pathBelow(url, urls[address]);
    return path === undefined ? [] : operationsAt(address, method, path);
  });
  const isOtherRead = !match && surface === "base" && method === "GET";
  const eventRead = isOtherRead ? eventReadAt(pathBelow(url, urls.base_url) ?? "") : undefined;
  const request = {
    ...received,
    at: Date.parse(received.at),
    earliest: Date.parse(received.earliest ?? received.at),
    address: shownAddress(addresses, url, urls, shownUrls),
    operation: match?.operation,
    path: match?.path ?? eventRead ?? {},
    isEventRead: eventRead !== undefined,
    query: new URLSearchParams(url.split("?").slice(1).join("?")),
    json: readForeignJson(body),
    location: undefined,
  };
  return { ...request, location: locationOf(request) };
}

/** Where a request went, as the application knows the address. */
function shownAddress(addresses: readonly (keyof Urls)[], url: string, urls: Urls, shownUrls: Urls): string {
  const known = addresses.find((address) => pathBelow(url, urls[address]) !== undefined);
  if (!known) return new URL(shownUrls[addresses[0] ?? "base_url"]).origin + url;
  const { pathname } = new URL(urls[known]);
  return shownUrls[known] + url.slice(pathname === "/" ? 0 : pathname.length);
}

/** The operations that a path can mean, first the one that leaves least to parameters. */
function operationsAt(
  address: Address,
  method: string,
  path: string,
): { operation: Operation; path: PartnerRequest["path"] }[] {
  return loadOperations()
    .filter((operation) => operation.address === address && operation.method === method)
    .flatMap((operation) => {
      const values = parametersIn(operation.path, path);
      return values ? [{ operation, path: values }] : [];
    })
    .toSorted((a, b) => Object.keys(a.path).length - Object.keys(b.path).length);
}

/** True if a request asks about an operation's path by a method that HTTP has for every path, and that changes nothing. */
export const asksAboutPath = ({ surface, method, url }: PartnerRequest, urls: Urls): boolean =>
  ["HEAD", "OPTIONS"].includes(method) &&
  addressesOf[surface].some((address) => {
    const path = pathBelow(url, urls[address]);
    return path !== undefined && ["GET", "POST"].some((known) => operationsAt(address, known, path).length > 0);
  });

/** The values of a template's parameters in a path; undefined when the path does not fit. */
function parametersIn(template: string, path: string): PartnerRequest["path"] | undefined {
  const [names, parts] = [template.split("/"), path.split("/")];
  const isParameter = (name: string) => name.startsWith("{");
  const fits = (name: string, index: number) => (isParameter(name) ? parts[index] !== "" : name === parts[index]);
  if (names.length !== parts.length || !names.every(fits)) return undefined;
  const values = names.flatMap((name, index) => (isParameter(name) ? [[name.slice(1, -1), parts[index] ?? ""]] : []));
  return Object.fromEntries(values) as PartnerRequest["path"];
}

/** The parameters of a path that is a read which some event matches. */
const eventReadAt = (path: string): PartnerRequest["path"] | undefined =>
  Object.values(bundle("webhooks").webhooks ?? {})
    .map(({ post }) => (post as Record<string, unknown> | undefined)?.["x-data-matches"])
    .filter((read) => typeof read === "string")
    .map((read) => parametersIn(read.replace(/^GET /, ""), path))
    .find((values) => values !== undefined);

/** Where requests name their Location if their operation does not say. */
const usualPlaces = ["path.location_id", "path.company_id"];

/** Where a path that the specification does not have names a Location, by the words of those that it has. */
const namedInPath = /\/(?:locations?|salons?|compan(?:y|ies)|clients|records?)\/(\d+)(?=\/|$)/;

function locationOf(request: PartnerRequest): number | undefined {
  const { operation, path, query, json } = request;
  const documented = operation?.id === "confirmInstallation" ? ["body.salon_id"] : (operation?.dataCall ?? []);
  const values: Record<string, (name: string) => unknown> = {
    path: (name) => path[name],
    query: (name) => query.get(name),
    body: (name) => fieldsOf(json)[name],
  };
  for (const place of documented.length > 0 ? documented : usualPlaces) {
    const [part = "", name = ""] = place.split(".");
    const value = values[part]?.(name);
    if (value !== undefined && value !== null && value !== "") return Number(value);
  }
  const [, named] = (!operation && namedInPath.exec(pathOf(request.url))) || [];
  return named === undefined ? undefined : Number(named);
}

/** Where the installation callback goes, below {app_url}. */
export const callbackPath = loadOperations().find(({ id }) => id === "confirmInstallation")?.path ?? "";

/** True if a request is, or was meant to be, the installation callback, on whichever host. */
export const isCallback = ({ method, url, surface }: PartnerRequest): boolean =>
  method === "POST" && surface !== "v3" && pathOf(url).endsWith(callbackPath);

/** True if a request was meant to be the installation callback, but came by another method. */
export const isMisdirected = ({ method, url, surface }: PartnerRequest): boolean =>
  method !== "POST" && surface !== "v3" && pathOf(url).endsWith(callbackPath);

/** True if a request asks for the call history. */
export const isCallsRead = ({ operation }: PartnerRequest): boolean => operation?.id === "listCalls";

/** True if a request is a data call: made for a Location, with a user's token. What the specification does not have may be one, too. */
export const isDataCall = (request: PartnerRequest): boolean =>
  (request.operation?.dataCall.length ?? 0) > 0 ||
  (!request.operation && request.surface === "base" && /, *User /i.test(headerOf(request, "authorization") ?? ""));

/** True if a request is part of some work: callbacks have their own scenarios, and some applications read their status for ever. */
export const isWork = (request: PartnerRequest): boolean =>
  !isCallback(request) && !isMisdirected(request) && !request.operation?.id.startsWith("readInstallationStatus");
