import type { Schema } from "../../base/formats/json-schema.ts";
import type { Node } from "../documents.ts";

/** The specification of a request's body. */
export interface DocumentedBody {
  required: boolean;
  /** The schema of the body as JSON. */
  schema: Schema;
  /** Its schema as a form, where it may come as one. */
  form?: Schema;
  /** Set where the body may not come as JSON. */
  isJsonRefused?: true;
}

export const bodyOf = (body: Node): DocumentedBody => ({
  required: body.required === true,
  schema: jsonSchema(body) ?? {},
  ...formOf(body),
});

/** The examples of a JSON body by name; the name of one without is empty. */
export function examplesOf(body: Node | undefined): Record<string, unknown> {
  const { example, examples } = ((body?.content as Record<string, Node> | undefined)?.["application/json"] ?? {}) as {
    example?: unknown;
    examples?: Record<string, { value?: unknown }>;
  };
  const named = Object.entries(examples ?? {}).map(([name, { value }]): [string, unknown] => [name, value]);
  return Object.fromEntries(example === undefined ? named : [["", example], ...named]);
}

const schemaAs = (mediaType: string, holder: Node): Schema | undefined =>
  (holder.content as Record<string, Node> | undefined)?.[mediaType]?.schema as Schema | undefined;

/** The schema of a request or an answer as JSON. */
export const jsonSchema = (holder: Node): Schema | undefined => schemaAs("application/json", holder);

function formOf(body: Node): Pick<DocumentedBody, "form" | "isJsonRefused"> {
  const form = schemaAs("application/x-www-form-urlencoded", body);
  const types = Object.keys(body.content ?? {});
  const isJsonRefused = types.length > 0 && !types.some((type) => /[/+](json\b|\*)/i.test(type));
  return { ...(form ? { form } : {}), ...(isJsonRefused ? { isJsonRefused } : {}) };
}
