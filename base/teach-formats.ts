import type { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { formats, hasFormat } from "./formats.ts";

/** Teaches Ajv the usual formats, and ours. */
export function teachFormats(ajv: Ajv2020): void {
  addFormats.default(ajv);
  for (const name of Object.keys(formats)) ajv.addFormat(name, (text: string) => hasFormat(name, text));
}
