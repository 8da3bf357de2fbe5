import type { Exchange } from "../../harness/exchange.ts";
import { loadOperations } from "../../specs/operations.ts";

const roots: Record<string, string> = { base_url: "/api/v1", api_root: "/api", app_url: "", v3_base_url: "/v3" };

/** The unusual parts of an exchange. */
export interface Given {
  query?: string;
  input?: object;
  path?: string;
  status?: number;
  headers?: Record<string, string>;
  /** The answer's body, in place of an envelope around `data`. */
  body?: string;
}

/** An exchange as it could have been; a rule looks at little of it. */
export function exchange(operationId: string, given: Given = {}, data: unknown = null): Exchange {
  const operation = loadOperations().find(({ id }) => id === operationId);
  if (!operation) throw new Error(operationId);
  const { query, input, status = 200, headers = {} } = given;
  const path = given.path ?? operation.path.replace(/\{\w+\}/g, "7");
  return {
    id: "e-1",
    at: "",
    took: 1,
    request: {
      operation,
      method: operation.method,
      url: `http://127.0.0.1${roots[operation.address]}${path}${query ? `?${query}` : ""}`,
      query: {},
      headers: [],
      ...(input ? { body: JSON.stringify(input) } : {}),
    },
    response: { status, headers, body: given.body ?? JSON.stringify({ data }) },
  };
}
