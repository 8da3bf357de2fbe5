import { type Address, loadOperations } from "../specs/operations.ts";
import type { Surface } from "./call.ts";
import type { Route } from "./routes.ts";

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
export type Found = { route: Placed; path: Record<string, string> } | { allowed: string[] };

/** Finds routes by surface, method and path. */
export class Router {
  readonly #places = new Map<string, Placed[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const operation = loadOperations().find((one) => one.id === route.operation);
      const mount = operation && mounts[operation.address];
      if (!operation || !mount) throw new RangeError(`there is no operation ${route.operation}`);
      const segments = (mount.prefix + operation.path).split("/").slice(1);
      const key = `${mount.surface} ${segments.length}`;
      this.#places.set(key, [
        ...(this.#places.get(key) ?? []),
        { ...route, method: operation.method, address: operation.address, segments },
      ]);
    }
  }

  find(surface: Surface, method: string, pathname: string): Found {
    const given = pathname.split("/").slice(1);
    const fitting = (this.#places.get(`${surface} ${given.length}`) ?? []).filter(({ segments }) =>
      segments.every((segment, index) => segment === given[index] || (segment.startsWith("{") && given[index] !== "")),
    );
    const route = fitting.find((one) => one.method === method);
    if (!route) return { allowed: fitting.map((one) => one.method) };
    const path: Record<string, string> = {};
    for (const [index, segment] of route.segments.entries()) {
      if (segment.startsWith("{")) path[segment.slice(1, -1)] = given[index] ?? "";
    }
    return { route, path };
  }
}
