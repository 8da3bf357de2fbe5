import { type Address, loadOperations } from "../../../specs/operations.ts";
import type { Route } from "../call/behaviour.ts";
import type { ServedSurface } from "../call/call.ts";

/** A route together with where the specification puts it. */
interface PlacedRoute extends Route {
  method: string;
  segments: readonly string[];
}

/** Which surface serves an address, and below which path. */
export const mounts: Record<Exclude<Address, "webhook_url">, { surface: ServedSurface; prefix: string }> = {
  base_url: { surface: "base", prefix: "/api/v1" },
  api_root: { surface: "base", prefix: "/api" },
  app_url: { surface: "app", prefix: "" },
  v3_base_url: { surface: "v3", prefix: "/v3" },
};

const mountOf = (address: Address) => (address === "webhook_url" ? undefined : mounts[address]);

/** The target of a path: a route with its parameters, or the methods that the path allows. */
export type RouteMatch = { route: PlacedRoute; path: Readonly<Record<string, string>> } | { allowed: string[] };

/** A node of the tree of paths: the nodes below it by segment, the one for any other segment, and its routes by method. */
interface PathNode {
  named: Map<string, PathNode>;
  any?: PathNode;
  routes: Map<string, PlacedRoute>;
}

const emptyNode = (): PathNode => ({ named: new Map(), routes: new Map() });

/** The number of matches that are remembered for each surface; hostile paths must not fill the memory. */
const memory = 1000;

/** Finds routes by surface, method and path. */
export class Router {
  readonly #known: Record<ServedSurface, Map<string, { method: string; match: RouteMatch }>> = {
    base: new Map(),
    app: new Map(),
    v3: new Map(),
  };
  readonly #roots: Record<ServedSurface, PathNode> = { base: emptyNode(), app: emptyNode(), v3: emptyNode() };

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const operation = route.place ?? loadOperations().find(({ id }) => id === route.operation);
      const mount = operation && mountOf(route.at ?? operation.address);
      if (!operation || !mount) throw new RangeError(`there is no operation ${route.operation}`);
      const segments = (mount.prefix + operation.path).split("/").slice(1);
      let node = this.#roots[mount.surface];
      for (const segment of segments) node = nodeBelow(node, segment);
      node.routes.set(operation.method, { ...route, method: operation.method, segments });
    }
  }

  /** Where a path leads; matches are remembered, since the same paths are asked for again and again. */
  find(surface: ServedSurface, method: string, pathname: string): RouteMatch {
    const known = this.#known[surface];
    const before = known.get(pathname);
    if (before?.method === method) return before.match;
    if (known.size >= memory) known.clear();
    const match = this.#search(surface, method, pathname);
    known.set(pathname, { method, match });
    return match;
  }

  #search(surface: ServedSurface, method: string, pathname: string): RouteMatch {
    const given = pathname.split("/");
    let node: PathNode | undefined = this.#roots[surface];
    for (let index = 1; index < given.length && node; index++) {
      const segment: string = given[index] ?? "";
      node = node.named.get(segment) ?? (segment === "" ? undefined : node.any);
    }
    const route = node?.routes.get(method);
    if (!route) return { allowed: [...(node?.routes.keys() ?? [])] };
    try {
      const pairs = route.segments.flatMap((segment, index) =>
        segment.startsWith("{") ? [[segment.slice(1, -1), decodeURIComponent(given[index + 1] ?? "")]] : [],
      );
      return { route, path: Object.fromEntries(pairs) as Record<string, string> };
    } catch {
      // A segment that cannot be decoded leads nowhere.
      return { allowed: [] };
    }
  }
}

/** The node below another for a segment, made if need be. */
function nodeBelow(node: PathNode, segment: string): PathNode {
  if (segment.startsWith("{")) return (node.any ??= emptyNode());
  const found = node.named.get(segment) ?? emptyNode();
  node.named.set(segment, found);
  return found;
}
