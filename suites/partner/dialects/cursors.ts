import type { Dialect } from "./choices.ts";

/** How cursors are written by their number, in turns, so that a walk meets each form: no two numbers have the same. */
const shapes: Record<Exclude<Dialect["cursors"], "signed">, readonly ((number: number) => string)[]> = {
  "short and long": [(number) => `c${number.toString(36)}`, (number) => `${number}.${"Aa0_-".repeat(200)}`],
  // A text that some languages take for nothing is a cursor, too.
  "digits and reserved characters": [(number) => `00${number}`, (number) => `q7/9+w==&page=${number}%20of;3 #?Zz== `],
};

/** A cursor that some languages take for nothing; there is room for one. */
const zero = "0";

/** Writes a cursor in the dialect's shape; what it stands for is asked for by the text. */
export class CursorShapes {
  readonly #known = new Map<string, string>();

  shaped(cursor: string, shape: Dialect["cursors"]): string {
    if (shape === "signed") return cursor;
    const number = this.#known.size;
    const forms = shapes[shape];
    const isDigits = shape === "digits and reserved characters";
    const text = isDigits && !this.#known.has(zero) ? zero : (forms[number % forms.length]?.(number) ?? cursor);
    this.#known.set(text, cursor);
    return text;
  }

  /** The platform's own cursor that a text stands for. */
  opened(text: string): string {
    return this.#known.get(text) ?? text;
  }
}

/** The cursor that the certifier itself gives; one in need of escaping, since any text can be one. */
export const opaqueCursors: Record<Dialect["cursors"], string> = {
  signed: "q7Zk/9+w==&page=2%20of;3",
  "short and long": `${"xX/9+&=%20".repeat(80)}end`,
  "digits and reserved characters": "1&2=3%2BxY4+5 #?==",
};
