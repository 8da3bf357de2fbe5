import { type ConsoleAction, scopeOf } from "./action.ts";
import { error } from "./api-schemas.ts";
import { bodySchema } from "./fields.ts";

/** The refusals, and when each comes. */
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

/** The description of the API, made of the actions themselves. */
export function openApiDocument(actions: readonly ConsoleAction[], url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const action of actions) {
    if (!action.gives) continue;
    const [method = "", at = ""] = action.at.split(" ");
    const path = `/api${at.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(action) };
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

const who = {
  anyone: "For everybody",
  member: "For everyone who has an account",
  operator: "For operators",
  own: "For operators and the partner's own people",
};

function describe(action: ConsoleAction): object {
  const { at, may, id, summary, takes, status = 200, gives } = action;
  const isRead = at.startsWith("GET ");
  const inPath = [...at.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: text,
  }));
  const inQuery = isRead
    ? Object.entries(takes).map(([name, { schema, isOptional }]) => ({
        name,
        in: "query",
        required: !isOptional,
        schema,
      }))
    : [];
  const body = bodySchema(takes);
  return {
    operationId: id,
    summary,
    description: `${who[may]}; a token of scope ${scopeOf(action)}.`,
    parameters: [...inPath, ...inQuery],
    ...(isRead || Object.keys(takes).length === 0
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      [status]: { description: "Done.", content: { "application/json": { schema: gives } } },
      ...Object.fromEntries(
        Object.keys(refusals).map((refused) => [refused, { $ref: `#/components/responses/Refusal${refused}` }]),
      ),
    },
  };
}

const text = { type: "string" };
