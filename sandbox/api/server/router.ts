import { type Address, loadOperations } from "../../../specs/operations.ts";
import type { Surface } from "../call.ts";
import type { Route } from "../routes.ts";

/** A route together with where the specification puts it. */
export interface Placed extends Route {
  method: string;
  address: Address;
  segments: readonly string[];
}

/** Which port serves an address, and below which path. */
const mounts: Record<string, { surface: Surface; prefix: string }> = {
  base_url: { surface: "base", prefix: "/api/v1" },
  api_root: { surface: "base", prefix: "/api" },
  app_url: { surface: "app", prefix: "" },
  v3_base_url: { surface: "v3", prefix: "/v3" },
};

export const prefixOf = (address: string): string => mounts[address]?.prefix ?? "";

/** What a path leads to: a route with its parameters, or the methods that it would take. */
export type Found = { route: Placed; path: Readonly<Record<string, string>> } | { allowed: string[] };

/** One step of a path: where each next segment leads, and where any other does. */
interface Branch {
  named: Map<string, Branch>;
  any?: Branch;
  routes: Map<string, Placed>;
}

const branch = (): Branch => ({ named: new Map(), routes: new Map() });

/** How many ways are remembered; hostile paths must not fill the memory. */
const memory = 1000;

/** Finds routes by surface, method and path, segment by segment. */
export class Router {
  readonly #known: Record<Surface, Map<string, { method: string; found: Found }>> = {
    base: new Map(),
    app: new Map(),
    v3: new Map(),
  };
  readonly #roots: Record<Surface, Branch> = { base: branch(), app: branch(), v3: branch() };

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const operation = loadOperations().find((one) => one.id === route.operation);
      const mount = operation && mounts[route.at ?? operation.address];
      if (!operation || !mount) throw new RangeError(`there is no operation ${route.operation}`);
      const segments = (mount.prefix + operation.path).split("/").slice(1);
      let place = this.#roots[mount.surface];
      for (const segment of segments) place = grow(place, segment);
      place.routes.set(operation.method, { ...route, method: operation.method, address: operation.address, segments });
    }
  }

  /** Where a path leads; the same paths are asked for again and again, so the way is remembered. */
  find(surface: Surface, method: string, pathname: string): Found {
    const known = this.#known[surface];
    const before = known.get(pathname);
    if (before?.method === method) return before.found;
    if (known.size >= memory) known.clear();
    const found = this.#search(surface, method, pathname);
    known.set(pathname, { method, found });
    return found;
  }

  #search(surface: Surface, method: string, pathname: string): Found {
    const given = pathname.split("/");
    let place: Branch | undefined = this.#roots[surface];
    for (let index = 1; index < given.length && place; index++) {
      const segment: string = given[index] ?? "";
      place = place.named.get(segment) ?? (segment === "" ? undefined : place.any);
    }
    const route = place?.routes.get(method);
    if (!route) return { allowed: [...(place?.routes.keys() ?? [])] };
    try {
      const pairs = route.segments.flatMap((segment, index) =>
        segment.startsWith("{") ? [[segment.slice(1, -1), decodeURIComponent(given[index + 1] ?? "")]] : [],
      );
      return { route, path: Object.fromEntries(pairs) as Record<string, string> };
    } catch {
      // What cannot be decoded names nothing.
      return { allowed: [] };
    }
  }
}

/** The branch below a segment, made if need be. */
function grow(place: Branch, segment: string): Branch {
  if (segment.startsWith("{")) return (place.any ??= branch());
  const found = place.named.get(segment) ?? branch();
  place.named.set(segment, found);
  return found;
}
