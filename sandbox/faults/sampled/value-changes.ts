/** One way in which a value is another one, of the same type; a value that it does not apply to stays as it is. */
export type ValueChange = [wrong: string, change: (value: unknown) => unknown];

const text = (change: (value: string) => unknown) => (value: unknown) =>
  typeof value === "string" && value !== "" ? change(value) : value;
const number = (change: (value: number) => unknown) => (value: unknown) =>
  typeof value === "number" ? change(value) : value;

/** A text that begins with a day, on another day. */
const onAnotherDay = (by: number) =>
  text((value) => {
    const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
    if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(day)) return value;
    return new Date(day + by * 86_400_000).toISOString().slice(0, 10) + value.slice(10);
  });

const swapCase = (value: string): string =>
  value.replace(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

const changes: Readonly<Record<string, readonly ValueChange[]>> = {
  string: [
    ["lacks its last character", text((value) => [...value].slice(0, -1).join(""))],
    ["is empty", text(() => "")],
    ["has the other letter case", text(swapCase)],
    ["is a day late", onAnotherDay(1)],
    ["is a year early", onAnotherDay(-365)],
  ],
  number: [
    ["is one more", number((value) => value + 1)],
    ["is 0", number(() => 0)],
    ["has the other sign", number((value) => (value === 0 ? 0 : -value))],
    ["is ten times as large", number((value) => value * 10)],
  ],
  boolean: [["is the opposite", (value) => (typeof value === "boolean" ? !value : value)]],
  array: [["lacks its last entry", (value) => (Array.isArray(value) ? value.slice(0, -1) : value)]],
};

/** Every way in which a value of some types is another one. */
export const valueChanges = (types: readonly string[]): ValueChange[] =>
  [...new Set(types.map((type) => (type === "integer" ? "number" : type)))].flatMap((type) => changes[type] ?? []);
