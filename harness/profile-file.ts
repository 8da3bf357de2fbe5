import { readFileSync } from "node:fs";
import { type Document, LineCounter, parse, parseDocument } from "yaml";
import { UsageError } from "../base/errors.ts";
import { type Complaint, checkFormat } from "../base/format-check.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A profile that was read, and how to complain about what else is wrong with it. */
export interface ReadProfile<T> {
  profile: T;
  complain: (complaint: Complaint) => never;
}

/** A kind of profile: the name of its format, and the keys under which values stay as they are written. */
export interface ProfileKind {
  format: "target-profile" | "partner-profile";
  verbatim: readonly string[];
}

/** Reads a profile; a mistake in it is one line that names the file, the key and what to do. */
export function readProfile<T>(file: string, kind: ProfileKind, environment: Environment): ReadProfile<T> {
  const lines = new LineCounter();
  const document = parseDocument(textOf(file, kind), { lineCounter: lines });
  const place = (path: readonly (string | number)[]) => `${file}:${lineOf(document, lines, path)}`;
  const [broken] = document.errors;
  if (broken)
    throw new UsageError(`${file}:${broken.linePos?.[0].line ?? 1}: this is not YAML: ${firstLine(broken.message)}`);

  const complain = ({ path, what }: Complaint): never => {
    throw new UsageError(`${place(path)}: ${path.length > 0 ? `${path.join(".")}: ` : ""}${what}`);
  };
  return { profile: checkProfile<T>(document.toJS(), kind, environment, complain), complain };
}

/** Checks a profile against its format, with the values of the environment put in. */
export function checkProfile<T>(
  value: unknown,
  kind: ProfileKind,
  environment: Environment = process.env,
  complain: (complaint: Complaint) => never = complainOfObject,
): T {
  const profile = putIn(value, { environment, complain, verbatim: kind.verbatim });
  const [complaint] = checkFormat(kind.format, profile);
  if (complaint) complain(complaint);
  return dropNulls(profile) as T;
}

const complainOfObject = ({ path, what }: Complaint): never => {
  throw new UsageError(`profile: ${path.length > 0 ? `${path.join(".")}: ` : ""}${what}`);
};

const reasons: Record<string, string> = { ENOENT: "there is no such file", EISDIR: "this is a folder" };

function textOf(file: string, { format }: ProfileKind): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = reasons[String(code)] ?? `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}; give the path of a ${format.replace("-", " ")}`);
  }
}

const firstLine = (text: string): string => text.split("\n", 1)[0]?.replace(/ at line \d+.*$/, "") ?? "";

function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: [number] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Replaces `${NAME}` by the value in the environment; except in secrets, what then reads as a number or a boolean becomes one. */
function putIn(value: unknown, within: Within, path: (string | number)[] = []): unknown {
  if (Array.isArray(value)) return value.map((item, index) => putIn(item, within, [...path, index]));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, putIn(inner, within, [...path, key])]));
  }
  if (typeof value !== "string") return value;
  const filled = value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = within.environment[name];
    return found
      ? found
      : within.complain({
          path,
          what: `the environment variable ${name} is not set; set it, or write the value in its place`,
        });
  });
  const isPlain = filled === value || within.verbatim.includes(String(path[0]));
  const scalar: unknown = isPlain ? filled : parse(filled);
  return typeof scalar === "number" || typeof scalar === "boolean" ? scalar : filled;
}

interface Within {
  environment: Environment;
  verbatim: readonly string[];
  complain: (complaint: Complaint) => never;
}

/** Leaves out the keys whose value is null: they mean nothing else than a missing key. */
function dropNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, dropNulls(inner)]),
  );
}
