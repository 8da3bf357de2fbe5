import { type Document, LineCounter, parseDocument, visit } from "yaml";
import { UsageError } from "../../base/errors.ts";
import { decodeText, readBytes } from "../../base/files/read-text.ts";
import { type Complaint, mistakesIn } from "../../base/formats/format-check.ts";
import { isDeeperThan } from "../../base/json.ts";
import { oddVariables } from "./placeholders.ts";
import { mayBeSecret, secretsOfProfile, shownCredentials, type TakenVariable } from "./profile-secrets.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A kind of profile. */
export interface ProfileKind {
  /** The name of its format. */
  format: "target-profile" | "partner-profile";
  /** The keys under which values stay as they are written. */
  verbatim: readonly string[];
  /** Finds mistakes in a profile beyond those against its format. */
  inspect: (profile: Readonly<Record<string, unknown>>) => Complaint[];
}

/** The secrets of a profile, by name. */
export interface ProfileSecrets {
  secrets?: readonly (readonly [name: string, secret: string])[];
}

/** The largest profile, in bytes, and how deep what it says may be nested. */
const largest = 1_000_000;
const deepest = 50;

/** A profile, and the text of its file from the same reading: the file may change at any time. */
export interface ReadProfile<T> {
  profile: T & ProfileSecrets;
  text: string;
}

/** Reads a profile; each mistake in it is one line that names the file, the key and what to do. */
export function readProfile<T>(file: string, kind: ProfileKind, environment: Environment): ReadProfile<T> {
  const lines = new LineCounter();
  const wanted = { fix: `give the path of a ${kind.format.replace("-", " ")}`, largest };
  const bytes = readBytes(file, wanted);
  const document = parseDocument(decodeText(bytes, file, wanted), { lineCounter: lines, logLevel: "silent" });
  if (document.errors.length > 0)
    throw new UsageError(
      document.errors
        .map(
          ({ linePos, message }) =>
            `${file}:${openQuoteLine(document, lines, message) ?? linePos?.[0].line ?? 1}: this is not YAML: ${unquoted(message)}`,
        )
        .join("\n"),
    );
  const lineAt = ({ path }: Complaint) => lineOf(document, lines, path);
  const profile = checkProfile<T>(valueOf(document, file), kind, environment, (complaints) =>
    complaints
      .toSorted((a, b) => lineAt(a) - lineAt(b))
      .map((complaint) => `${file}:${lineAt(complaint)}: ${wordsOf(complaint)}`),
  );
  return { profile, text: bytes.toString("utf8") };
}

/** The line of a quote that is never closed, which swallows the rest of its file; undefined for any other mistake. */
function openQuoteLine(document: Document, lines: LineCounter, message: string): number | undefined {
  if (!/missing closing .*quote/i.test(message)) return undefined;
  let begins: number | undefined;
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") begins = range?.[0];
    },
  });
  return begins === undefined ? undefined : lines.linePos(begins).line;
}

/** The value of a document, its aliases written out. */
function valueOf(document: Document, file: string): unknown {
  const refuse = (what: string): UsageError => new UsageError(`${file}: ${what}; write out what they stand for`);
  let value: unknown;
  try {
    value = document.toJS();
  } catch {
    throw refuse("its YAML aliases cannot be followed");
  }
  if (isDeeperThan(value, deepest))
    throw refuse("its YAML aliases lead back to themselves, or it is nested too deeply");
  return value;
}

/** Refuses values for a profile that is to be written; `${NAME}` may stand wherever a value may. */
export function checkValues(value: unknown, kind: ProfileKind): void {
  const complaints = mistakesIn(kind.format, value).filter(({ path }) => !/\$\{\w+\}/.test(String(at(value, path))));
  if (complaints.length > 0)
    throw new UsageError(complaints.map((complaint) => `--set: ${lineFor(complaint)}`).join("\n"));
}

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value);

/** Checks a profile against its format, with the values of the environment put in; all that is wrong with it is reported at once. */
export function checkProfile<T>(
  value: unknown,
  kind: ProfileKind,
  environment: Environment = process.env,
  report: (complaints: readonly Complaint[]) => string[] = (complaints) =>
    complaints.map((complaint) => `profile: ${wordsOf(complaint)}`),
): T & ProfileSecrets {
  const [unset, taken]: [Complaint[], TakenVariable[]] = [[], []];
  const profile = putIn(value, { environment, unset, taken, verbatim: kind.verbatim });
  const first = [...unset, ...oddVariables(value), ...shownCredentials(taken)];
  const isNew = ({ path }: Complaint) => !first.some((other) => other.path.join() === path.join());
  const further = [...mistakesIn(kind.format, profile), ...kind.inspect((profile ?? {}) as Record<string, unknown>)];
  const complaints = [...first, ...further.filter(isNew)].map((complaint) =>
    isHidden(complaint, taken) ? withoutValue(complaint) : complaint,
  );
  if (complaints.length > 0) throw new UsageError(report(complaints).join("\n"));
  const secrets = secretsOfProfile(profile, taken);
  return { ...(dropNulls(profile) as T), ...(secrets.length > 0 ? { secrets } : {}) };
}

const lineFor = ({ path, what }: Complaint): string => (path.length > 0 ? `${path.join(".")}: ${what}` : what);

const withoutValue = (complaint: Complaint): Complaint => ({
  ...complaint,
  what: complaint.withoutValue ?? complaint.what,
});

/** True if a complaint is about a value that may be a secret. */
const isHidden = ({ path }: Complaint, taken: readonly TakenVariable[]): boolean =>
  // A file that is no profile at all may be one that was not to be seen.
  path.length === 0 || mayBeSecret(path) || taken.some((variable) => variable.path.join("/") === path.join("/"));

const wordsOf = ({ path, what }: Complaint): string => (path.length > 0 ? `${path.join(".")}: ${what}` : what);

/** The complaint, without anything that a message may quote of the text. */
const unquoted = (message: string): string =>
  message
    .split("\n", 1)[0]
    ?.replace(/ at line \d+.*$/, "")
    .replace(/:.*$/, "") ?? "";

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
  const filled = value.replace(/\$\{(\w+)\}/g, (written, name: string) => {
    const found = within.environment[name];
    if (found) {
      within.taken.push({ name, value: found, path });
      return found;
    }
    const what = `the environment variable ${name} is not set; set it, or write the value in its place`;
    within.unset.push({ path, what });
    return written;
  });
  const isPlain = filled === value || within.verbatim.includes(String(path[0]));
  return isPlain ? filled : scalarOf(filled);
}

/** A text as the number or the boolean that YAML would take it for. */
function scalarOf(text: string): unknown {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : text;
}

interface Within {
  environment: Environment;
  verbatim: readonly string[];
  /** Gets a complaint for each variable that is not set. */
  unset: Complaint[];
  /** Gets each variable that is. */
  taken: TakenVariable[];
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
