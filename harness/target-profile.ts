import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type Document, LineCounter, parse, parseDocument } from "yaml";
import { UsageError } from "../specs/blame.ts";
import { type Complaint, checkFormat } from "../specs/format-check.ts";
import type { Credentials, Fixtures, Urls } from "./target.ts";

/** A target profile as it stands in the file, with the environment's values put in. */
export interface TargetProfile {
  name: string;
  urls?: Partial<Urls>;
  control?: { url: string; token?: string };
  credentials?: Partial<Credentials>;
  fixtures?: Partial<Fixtures>;
  allow?: { mutations?: boolean; bursts?: boolean };
  pace?: { per_second?: number; per_minute?: number };
  tls?: { ca_file?: string };
  webhooks?: { listen?: string; public_url?: string | null };
  overlays?: string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a target profile; whatever is wrong with it is one line with file, key and mend. */
export function loadTargetProfile(file: string, environment: Environment = process.env): TargetProfile {
  const lines = new LineCounter();
  const document = parseDocument(readProfile(file), { lineCounter: lines });
  const place = (path: readonly (string | number)[]) => `${file}:${lineOf(document, lines, path)}`;
  const [broken] = document.errors;
  if (broken)
    throw new UsageError(`${file}:${broken.linePos?.[0].line ?? 1}: this is not YAML: ${firstLine(broken.message)}`);

  const complain = ({ path, what }: Complaint): never => {
    throw new UsageError(`${place(path)}: ${path.length > 0 ? `${path.join(".")}: ` : ""}${what}`);
  };
  const profile = putIn(document.toJS(), environment, complain) as TargetProfile;
  const [complaint] = checkFormat("target-profile", profile);
  if (complaint) complain(complaint);

  const named = dropNulls(profile) as TargetProfile;
  return { ...named, name: named.name ?? basename(file), ...filesBeside(file, named, complain) };
}

function readProfile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "this is a folder"
          : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}; give the path of a target profile`);
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

/** Replaces `${NAME}` by the environment's value; outside of secrets, a value that is a number or a boolean becomes one. */
function putIn(
  value: unknown,
  environment: Environment,
  complain: (complaint: Complaint) => never,
  path: (string | number)[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((one, index) => putIn(one, environment, complain, [...path, index]));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, putIn(one, environment, complain, [...path, key])]),
    );
  }
  if (typeof value !== "string") return value;
  const filled = value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = environment[name];
    return found
      ? found
      : complain({
          path,
          what: `the environment variable ${name} is not set; set it, or write the value in its place`,
        });
  });
  const isPlain = filled === value || path[0] === "credentials" || path[0] === "control";
  const scalar: unknown = isPlain ? filled : parse(filled);
  return typeof scalar === "number" || typeof scalar === "boolean" ? scalar : filled;
}

/** A key whose value is null is a key that was left out. */
function dropNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([key, one]) => [key, dropNulls(one)]),
  );
}

/** The files that a profile names, found beside it. */
function filesBeside(
  file: string,
  profile: TargetProfile,
  complain: (complaint: Complaint) => never,
): Partial<TargetProfile> {
  const beside = (name: string, path: (string | number)[]): string => {
    const found = resolve(dirname(file), name);
    return existsSync(found)
      ? found
      : complain({ path, what: `there is no file ${name} beside the profile; mend the path` });
  };
  return {
    ...(profile.tls?.ca_file ? { tls: { ca_file: beside(profile.tls.ca_file, ["tls", "ca_file"]) } } : {}),
    ...(profile.overlays ? { overlays: profile.overlays.map((name, index) => beside(name, ["overlays", index])) } : {}),
  };
}
