import type { Complaint } from "../../base/formats/format-check.ts";
import { nearest } from "../../base/text/nearest.ts";

type Path = (string | number)[];

/** Every text in a value, with where it stands. */
function textsIn(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

/** The placeholders, such as `{location_id}`, in a request or a command of a profile that nothing is put in for. */
export const placeholderMistakes = (value: unknown, path: Path, known: readonly string[]): Complaint[] =>
  textsIn(value, path).flatMap(({ path: at, text }) =>
    [...text.matchAll(/(?<!\$)\{(\w+)\}/g)].flatMap(([whole, name = ""]) => {
      if (known.includes(name)) return [];
      const near = nearest(name, known, Math.max(1, Math.floor(name.length / 3)))[0];
      if (!near && !isPlaceholderFor(at, path.length, text === whole)) return [];
      const list = known.map((word) => `{${word}}`).join(", ");
      const what = `nothing is put in for ${whole}; ${near ? `did you mean {${near}}?` : `placeholders are ${list}`}`;
      return [{ path: at, what }];
    }),
  );

/** Addresses of a profile that no connection can be made to, though they are written as a URI is: there is no port 65536. */
export const addressMistakes = (profile: unknown): Complaint[] =>
  textsIn(profile).flatMap(({ path, text }) =>
    /^https?:\/\//i.test(text) &&
    /url$|^api_root$|^ready$/.test(String(path.at(-1))) &&
    !path.includes("body") &&
    !URL.canParse(text.replace(/\{\w+\}/g, "237114620"))
      ? [{ path, what: "this names no machine and port that can be connected to; fix the address" }]
      : [],
  );

/** True if braces can mean nothing else than a placeholder: a shell and a template have their own. */
function isPlaceholderFor(path: Path, depth: number, isWhole: boolean): boolean {
  const part = path[depth];
  return part === "url" || part === "headers" || (part === "body" && isWhole);
}

/** Where something looks like a variable of the environment and is none, such as `${MY-TOKEN}`; a shell has its own. What stands there may be a secret. */
export const oddVariables = (value: unknown): Complaint[] =>
  textsIn(value)
    .filter(({ path, text }) => path.at(-1) !== "command" && /\$\{(?!\w+\})/.test(text))
    .map(({ path }) => ({ path, what: "a ${…} in it names no variable; write ${NAME}, with letters, digits and _" }));
