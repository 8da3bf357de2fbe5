import { requestFor } from "../../harness/http/requests.ts";
import type { Target } from "../../harness/target.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { rightRequest, rightRole } from "../../suites/drivers/steps/right-requests.ts";
import { authorizationOf } from "../../suites/schedule/run/roles.ts";

/** The reads whose answers the documents describe: there alone has a checker of schemas something to check an answer against. */
export const describedReads: readonly string[] = loadOperations()
  .filter(({ method, responses }) => method === "GET" && responses[200]?.schema)
  .map(({ id }) => id);

/** The documented request of an operation, as a peer is to make it. */
export interface RightRequest {
  operation: Operation;
  path: Readonly<Record<string, string | number>>;
  query: Readonly<Record<string, string | number>>;
  /** The headers that a gate adds: the same for every request of the operation. */
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** The documented requests of all described reads. */
export function rightRequests({ urls, fixtures, credentials }: Pick<Target, "urls" | "fixtures" | "credentials">) {
  const world = { target: { fixtures } as Target, run: { firstPages: new Map() } };
  return describedReads.map((id): RightRequest => {
    const operation = loadOperations().find((each) => each.id === id) as Operation;
    const choices = rightRequest(world as unknown as Parameters<typeof rightRequest>[0], id);
    const authorization = authorizationOf(rightRole(id), credentials);
    const request = requestFor(operation, { urls } as Target, { ...choices, authorization });
    return {
      operation,
      path: choices.path ?? {},
      query: request.query,
      headers: Object.fromEntries(request.headers),
      ...(request.body === undefined ? {} : { body: request.body }),
    };
  });
}
