import { error } from "./api-schemas.ts";
import type { ConsoleRoute } from "./route.ts";

/** What can be refused, and when. */
const refusals = {
  400: "The body cannot be read.",
  401: "There is no token, or it is not good any more.",
  403: "The account or the token's scope does not allow it.",
  404: "It is not there, or not yours.",
  409: "It does not fit the state that things are in.",
  413: "The body is too large.",
  422: "Something that was sent is wrong.",
  429: "It comes too often; Retry-After says for how many seconds to wait.",
};

/** The description of the API, made of the routes themselves. */
export function openApiDocument(routes: readonly ConsoleRoute[], url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    if (!route.operation) continue;
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, route.operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "assay console", version: "1", description: "Certification as a service. Secrets are shown once." },
    servers: [{ url }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A token made at /tokens or by createToken." },
      },
      schemas: { Error: error },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Refusal${status}`,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
        ]),
      ),
    },
  };
}

function describe(
  { path, method, may, scope }: ConsoleRoute,
  { id, summary, isPaged, body, status = 200, answer }: NonNullable<ConsoleRoute["operation"]>,
): object {
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...(isPaged
      ? [{ name: "before", in: "query", description: "Older items than this id.", schema: { type: "integer" } }]
      : []),
  ];
  const needed = scope ?? (method === "GET" ? "read" : "manage");
  return {
    operationId: id,
    summary,
    description: `For ${may === "operator" ? "operators" : "operators and the partner's own people"}; a token of scope ${needed}.`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    responses: {
      [status]: { description: "Done.", content: { "application/json": { schema: answer } } },
      ...Object.fromEntries(
        Object.keys(refusals).map((refused) => [refused, { $ref: `#/components/responses/Refusal${refused}` }]),
      ),
    },
  };
}
