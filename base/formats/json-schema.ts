/** A JSON Schema whose references are replaced by what they name. */
export type Schema = Record<string, unknown>;
