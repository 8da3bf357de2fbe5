/** The JSON Pointer (RFC 6901) of a path. Pointers join by concatenation: `pointer + pointerOf([step])` is one step further down. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The steps of a JSON Pointer; the empty pointer, which names the whole document, has none. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    // `~1` before `~0`: the other way round `~01` would become a slash.
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The value that a JSON Pointer names; undefined where there is none. */
export const valueAt = (document: unknown, pointer: string): unknown =>
  pathOf(pointer).reduce<unknown>((value, step) => (has(value, step) ? value[step] : undefined), document);

/** Own and enumerable: neither what objects inherit nor the length of an array is part of a document. */
const has = (value: unknown, step: string): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.prototype.propertyIsEnumerable.call(value, step);
