import { fullFormats } from "ajv-formats/dist/formats.js";
import { countryCodes } from "./countries.ts";
import { formats, hasFormat } from "./formats.ts";

type StringFormat = (typeof fullFormats)[keyof typeof fullFormats];

/** The values that `format` may have in our schemas: the usual ones, and ours. */
export const stringFormats: Readonly<Record<string, StringFormat>> = {
  ...fullFormats,
  ...Object.fromEntries(Object.keys(formats).map((name) => [name, (text: string) => hasFormat(name, text)])),
  "country-code": (text: string) => countryCodes.includes(text),
};
