// A second reader of journals, which shares no code with the judge: it confirms each finding by its evidence alone.
// node build/lab/confirm-findings.js assay-report/journal.jsonl
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One line of a journal, as far as it is read here. */
export interface JournalLine {
  kind: string;
  id?: string;
  requirement?: string;
  pointer?: string;
  found?: string;
  expected?: string;
  exchange?: string;
  where?: string;
  promised?: readonly number[];
  response?: { status: number; headers: Readonly<Record<string, string>>; body: string };
  body?: unknown;
  url?: string;
}

/** The word of the evidence on a finding: it shows what was found, and that this is not what was expected; only the first; or something else. */
export type Confirmation = "confirmed" | "seen" | "contradicted";

/** A finding, and what its evidence says of it. */
export interface ConfirmedFinding {
  finding: JournalLine;
  confirmation: Confirmation;
  why: string;
}

/** The value that a finding points to. */
interface Shown {
  status: number;
  /** Where a webhook arrived. */
  url: string | undefined;
  value: unknown;
  /** The body as text, with escapes undone where it is JSON, and the headers. */
  text: string;
  /** The items of the list that it points into, or to. */
  items: readonly unknown[];
}

type Check = (shown: Shown, groups: readonly string[], expected: string, finding: JournalLine) => Confirmation;

const when = (holds: boolean, otherwise: Confirmation = "confirmed"): Confirmation =>
  holds ? otherwise : "contradicted";

const kindOf = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The texts of a list in a sentence, such as `3: id 1, id 2, …` or `2: A, B`; an ellipsis says that there are more. */
function listed(text: string): string[] {
  const ids = text.match(/(?<=\()id \w+(?=\)(?:, |$))/g);
  if (ids) return ids;
  const names = text.replace(/^\d+: /, "");
  const between = /^(?:id |\d{4}-)/.test(names) ? /, (?=id |\d{4}-|…)/ : ", ";
  return names.split(between).filter((each) => each !== "…" && !each.endsWith("…"));
}

/** True if an item is the one that a sentence names: by its id, or by its text. */
const isNamed = (item: unknown, name: string): boolean => {
  const [, id] = /^id (\S+)$/.exec(name) ?? [];
  return id === undefined ? item === name || field(item, "title") === name : String(field(item, "id")) === id;
};

const hasItem = (items: readonly unknown[], name: string): boolean => items.some((item) => isNamed(item, name));

/** True if a sentence quotes a text: whole, or its beginning before an ellipsis. */
const isQuoted = (own: string, quoted: string): boolean =>
  own === quoted || (/…"?$/.test(quoted) && own.startsWith(quoted.replace(/…"?$/, "")));

/** The changes of a status that a sentence lists, such as `pending → active, 2 times`. */
const changesIn = (text: string): string[] => text.match(/\w+ → \w+/g) ?? [];

const changeOf = (item: unknown): string =>
  `${String(field(item, "status_from"))} → ${String(field(item, "status_to"))}`;

/** True if the sentence of what was expected allows a value. */
const allows = (expected: string, value: unknown): boolean => {
  const [literal] = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)(?=$|,)/.exec(expected) ?? [];
  if (literal !== undefined) return JSON.stringify(value) === literal || String(value) === literal;
  const [, choices] = /^one of (.+)$/.exec(expected) ?? [];
  if (choices !== undefined) return choices.split(", ").includes(JSON.stringify(value));
  const kinds: Readonly<Record<string, string>> = {
    "a string": "string",
    "a number": "number",
    "a whole number": "number",
    "an object": "object",
    "an array": "array",
    "a boolean": "boolean",
  };
  const kind = kinds[expected];
  return kind !== undefined && kindOf(value) === kind;
};

const differs = (expected: string, value: unknown): Confirmation =>
  allows(expected, value) ? "contradicted" : "confirmed";

/** How each form of a finding is confirmed: the first form that fits decides. */
const checks: readonly (readonly [form: RegExp, check: Check])[] = [
  [
    /^the status (\d+)/,
    ({ status }, [code], expected, { promised }) => {
      if (status !== Number(code)) return "contradicted";
      const named = promised ?? (expected.match(/\b[2-5]\d\d\b/g) ?? []).map(Number);
      if (expected === "a refusal") return when(status < 400);
      if (expected === "success") return when(status >= 300);
      const [, bound] = /^a status below (\d+)$/.exec(expected) ?? [];
      if (bound !== undefined) return when(status >= Number(bound));
      return named.length > 0 ? when(!named.includes(status)) : "seen";
    },
  ],
  [
    /^(\d{3}) with (?:no code|([a-z]\w+))$/,
    ({ status, text }, [code, name], expected) =>
      when(
        status === Number(code) &&
          (name === undefined || text.includes(name)) &&
          !expected.startsWith(`${code} with ${name}`),
      ),
  ],
  [
    /^(-?\d[\d.]*|".*") with \w+ .+$/s,
    ({ value }, [stated]) => when([String(value), JSON.stringify(value)].includes(stated ?? ""), "seen"),
  ],
  [
    /^nothing$/,
    // A list without the entry that was expected has nothing, too.
    ({ value }, _, expected) => {
      const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
      return isEmpty ? differs(expected, value) : "contradicted";
    },
  ],
  [
    /^(null|an? (?:empty )?(?:object|array))$/,
    ({ value }, [what = ""], expected) =>
      kindOf(value) === what.split(" ").at(-1) ? differs(expected, value) : "contradicted",
  ],
  [
    /^the (?:string|number|boolean) (.+)$/,
    ({ value }, [text = ""], expected) =>
      [JSON.stringify(value), String(value)].some((own) => isQuoted(own, text))
        ? differs(expected, value)
        : "contradicted",
  ],
  [
    /^a link that is "(\w+)"$/,
    ({ value }, [state], expected) => {
      if (value !== state) return "contradicted";
      const [, refused] = /^anything but (\w+)$/.exec(expected) ?? [];
      return when(refused === undefined ? !expected.includes(`"${state}"`) : refused === state);
    },
  ],
  [
    /^a (?:page|list) of (\d+)$/,
    ({ items }, [count], expected) => {
      const [, most] = /^at most (\d+)/.exec(expected) ?? [];
      const [, exactly] = /^(\d+)\b/.exec(expected) ?? [];
      if (items.length !== Number(count)) return "contradicted";
      if (most !== undefined) return when(items.length > Number(most));
      return exactly === undefined ? "seen" : when(items.length !== Number(exactly));
    },
  ],
  [
    /^an array of (\d+)$/,
    ({ value }, [count], expected) =>
      Array.isArray(value) && value.length === Number(count) ? differs(expected, value) : "contradicted",
  ],
  [/^nothing on page \d+ of \d+$/, ({ items }) => (items.length === 0 ? "seen" : "contradicted")],
  [
    /^(\w+) (.+) of (\w+)$/,
    ({ items, value }, [name = "", stated = "", id], expected) => {
      const item = items.find((each) => String(field(each, "id")) === id);
      const own = item === undefined ? value : field(item, name);
      return [String(own), JSON.stringify(own)].some((text) => isQuoted(text, stated))
        ? differs(expected, own)
        : "contradicted";
    },
  ],
  [/^not \d+: (.+)$/s, ({ items }, [names = ""]) => when(listed(names).every((name) => !hasItem(items, name)))],
  [
    /^also \d+: (.+)$/s,
    ({ items }, [names = ""]) => {
      const also = listed(names);
      if (also.every((name) => hasItem(items, name))) return "confirmed";
      // The others stand on pages before.
      return when(
        also.some((name) => hasItem(items, name)),
        "seen",
      );
    },
  ],
  [
    /^on page \d+ of \d+ (\d+: .+)$/s,
    ({ items }, [names = ""], expected) =>
      listed(names).every((name, index) => isNamed(items[index], name)) ? when(expected !== names) : "contradicted",
  ],
  [
    /^from item (\d+) on (\d+: .+|none)$/s,
    ({ items }, [first, names = ""], expected) =>
      names === "none" || listed(names).every((name, index) => isNamed(items[Number(first) - 1 + index], name))
        ? when(expected !== names)
        : "contradicted",
  ],
  [
    /^on two pages \d+: (.+)$/s,
    ({ items }, [names = ""]) => (listed(names).some((name) => hasItem(items, name)) ? "seen" : "contradicted"),
  ],
  [
    /^.*\(id (\w+)\) before .*\(id (\w+)\)$/s,
    ({ items }, [first, second]) => {
      const [before = -1, after = -1] = [first, second].map((id) =>
        items.findIndex((item) => isNamed(item, `id ${id}`)),
      );
      // The first may stand at the end of the page before.
      return after === 0 ? "seen" : when(before !== -1 && before < after);
    },
  ],
  [
    /→/,
    ({ items }, _, expected, { found = "" }) => {
      const logged = items.map(changeOf);
      if (!changesIn(found).every((change) => logged.includes(change))) return "contradicted";
      const [missing] = changesIn(expected);
      if (missing === undefined || !expected.startsWith("an entry")) return "seen";
      const [, times = "1"] = /, (\d+) times$/.exec(expected) ?? [];
      return when(logged.filter((change) => change === missing).length < Number(times));
    },
  ],
  [
    /^(\d{4}-\d\d-\d\d[ T][\d:.+Z-]+)$/,
    ({ value }, [text = ""], expected) => when(value === text && !expected.startsWith(text)),
  ],
  [
    /^(\d+: .+)$/s,
    ({ items }, [names = ""], expected) => {
      if (!listed(names).every((name) => hasItem(items, name))) return "contradicted";
      if (expected === "none") return when(items.length > 0);
      return /^\d+: /.test(expected) ? when(expected !== names) : "seen";
    },
  ],
  [
    /^"((?:[^"\\]|\\.)*)"$/s,
    ({ value }, [text = ""], expected) =>
      value === undefined || JSON.stringify(value) === `"${text}"` ? differs(expected, text) : "contradicted",
  ],
  [
    /^([\w-]+) (-?\d+(?:\.\d+)?|".*")$/s,
    ({ value, text, items }, [name = "", stated = ""], expected) => {
      const isShown =
        JSON.stringify(value) === stated ||
        items.some((item) => JSON.stringify(field(item, name)) === stated) ||
        text.toLowerCase().includes(`${name.toLowerCase()}: ${stated}`);
      return isShown ? differs(expected, JSON.parse(stated)) : "contradicted";
    },
  ],
  [
    /^a (?:webhook to|lifecycle event at) (\S+)/,
    ({ url }, [address = ""], expected) => when(url === address && !expected.includes(address)),
  ],
];

/** The value at a JSON Pointer; of a header, where the body has none. */
function valueAt(body: unknown, headers: Readonly<Record<string, string>>, pointer: string): unknown {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const own = names.reduce<unknown>((value, name) => field(value, name), body);
  return own ?? (names.length === 1 ? headers[names[0] ?? ""] : undefined) ?? own;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Confirms one finding by the exchange or the webhook that it names. */
function confirm(finding: JournalLine, evidence: ReadonlyMap<string, JournalLine>): Omit<ConfirmedFinding, "finding"> {
  const { exchange, expected = "", pointer = "", where = "" } = finding;
  // Of a webhook, the event is named first.
  const found = (finding.found ?? "").replace(/^\w+Event: /, "");
  if (exchange === undefined) return { confirmation: "seen", why: "it names no exchange" };
  const shown = evidence.get(exchange);
  if (!shown) return { confirmation: "contradicted", why: `${exchange} is not in the journal` };
  const { status, headers, body: text } = shown.response ?? { status: 0, headers: {}, body: String(shown.body) };
  const [, said] = /\((\d{3})\)$/.exec(where) ?? [];
  if (shown.response && said !== undefined && Number(said) !== status)
    return { confirmation: "contradicted", why: `${where}, and ${exchange} has the status ${status}` };
  const body = parsed(text);
  const value = valueAt(body, headers, pointer);
  const list = [value, field(body, "data"), Object.values(value ?? {})].find(Array.isArray) as unknown[] | undefined;
  const written = `${text}\n${Object.entries(headers)
    .map(([name, own]) => `${name}: ${own}`)
    .join("\n")}`;
  for (const [form, check] of checks) {
    const match = form.exec(found);
    if (!match) continue;
    const confirmation = check(
      { status, url: shown.url, value, text: written, items: list ?? [] },
      match.slice(1),
      expected,
      finding,
    );
    return {
      confirmation,
      why: `${found} (${form.source}); there is ${(JSON.stringify(value) ?? "nothing").slice(0, 100)}, status ${status}`,
    };
  }
  return { confirmation: "seen", why: `no form fits ${JSON.stringify(found)}` };
}

/** Confirms every finding of a journal by its evidence alone. */
export function confirmFindings(lines: readonly JournalLine[]): ConfirmedFinding[] {
  const evidence = new Map(
    lines.flatMap((line) =>
      line.kind === "exchange" || line.kind === "arrival" ? [[line.id ?? "", line] as const] : [],
    ),
  );
  return lines.filter(({ kind }) => kind === "finding").map((finding) => ({ finding, ...confirm(finding, evidence) }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file = "assay-report/journal.jsonl"] = process.argv.slice(2);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const confirmed = confirmFindings(lines.map((line) => JSON.parse(line) as JournalLine));
  const count = (confirmation: Confirmation) => confirmed.filter((each) => each.confirmation === confirmation);
  for (const { finding, why } of count("contradicted")) console.log(`${finding.requirement}: ${why}`);
  console.log(
    `${confirmed.length} findings: ${count("confirmed").length} confirmed, ${count("seen").length} seen, ${count("contradicted").length} contradicted`,
  );
  process.exitCode = count("contradicted").length > 0 ? 1 : 0;
}
