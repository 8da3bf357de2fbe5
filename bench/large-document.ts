/** The number of operations that a large document has. */
export const operations = 2000;

/** An OpenAPI document of many operations, each with a schema in its request and in its answer. */
export function largeDocument(
  version: number,
  schemaOf: (number: number) => object,
  schemas: Record<string, object> = {},
): object {
  const content = (number: number) => ({ "application/json": { schema: schemaOf(number) } });
  const paths = Array.from({ length: operations }, (_, number) => [
    `/things_${number}/{id}`,
    {
      post: {
        operationId: `thing${number}`,
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        requestBody: { content: content(number) },
        responses: { 200: { description: "It.", content: content(number) }, 404: { description: "None." } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Many things", version: String(version) },
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
}

/** A record of six fields; in the new version one of a hundred records has changed. */
export function recordSchema(number: number, version: number): object {
  const fields = Array.from({ length: 6 }, (_, index) => [
    `field_${index}`,
    {
      type: index % 2 ? "string" : "integer",
      ...(index % 2 ? { maxLength: 100 + (number % 100 === 0 ? version : 0) } : { minimum: 0 }),
      description: `Field ${index} of record ${number}, described at some length as people do.`,
    },
  ]);
  return { type: "object", required: ["field_1", "field_2"], properties: Object.fromEntries(fields) };
}
