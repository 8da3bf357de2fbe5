import type { Dialect } from "./choices.ts";

/** How each kind of cursor is written, by its number: no two numbers have the same. */
const shapes: Record<Exclude<Dialect["cursors"], "signed">, (number: number) => string> = {
  short: (number) => `c${number.toString(36)}`,
  digits: (number) => `00${number}`,
  "reserved characters": (number) => `q7/9+w==&page=${number}%20of;3 #?Zz`,
  long: (number) => `${number}.${"Aa0_-".repeat(200)}`,
};

/** Writes a cursor in the dialect's shape; what it stands for is asked for by the text. */
export class CursorShapes {
  readonly #known = new Map<string, string>();

  shaped(cursor: string, shape: Dialect["cursors"]): string {
    if (shape === "signed") return cursor;
    const text = shapes[shape](this.#known.size);
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
  short: "aB&+",
  digits: "1&2=3%2BxY4+5",
  "reserved characters": "Zk/9+w==&page=2%20of;3 #?",
  long: `${"xX/9+&=%20".repeat(80)}end`,
};
