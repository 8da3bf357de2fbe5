import { type Files, specificationFiles } from "../files.ts";
import { type Oracle, oracleKinds } from "../ledger/oracles.ts";
import { loadReadings } from "../ledger/readings.ts";
import { binds, loadLedger, type Requirement } from "../ledger.ts";
import { type OracleRow, oracleRows } from "../schemas/field-rows.ts";
import { heldNames } from "./held-names.ts";
import { entriesOf, loadOutline, type Outline, type OutlineNames, placeKinds } from "./outline.ts";

/** Everything that is compared to find gaps. */
export interface Parts {
  outline: Outline;
  ledger: readonly Requirement[];
  held: Record<keyof OutlineNames, string[]>;
  /** The requirements that documents and the install machine cite. */
  cited: string[];
  /** The oracle of each field. */
  oracles: OracleRow[];
  /** The numbers of the readings. */
  readings: number[];
}

export const loadParts = (files: Files = specificationFiles()): Parts => ({
  outline: loadOutline(files),
  ledger: loadLedger(files),
  held: heldNames(files),
  cited: [...JSON.stringify(files).matchAll(/"(?:x-)?requirement":"([A-Z]+-\d+)"/g)].map((match) => match[1] ?? ""),
  oracles: oracleRows(files),
  readings: [...loadReadings().keys()],
});

/** The gaps of a specification, a sentence each; a complete one has none. */
export function findGaps({ outline, ledger, held, cited, oracles, readings }: Parts = loadParts()): string[] {
  const known = new Map(ledger.map((requirement) => [requirement.id, requirement]));
  return [
    ...countGaps(outline),
    ...ledgerGaps(outline, known),
    ...nameGaps(outline.names, held),
    ...readingGaps(ledger, readings),
    ...oracleGaps(ledger, oracles),
    ...[...new Set(cited)].filter((id) => !known.has(id)).map((id) => `${id} is cited, but is not in the ledger`),
  ];
}

/** The outline says how many entries it has, so that none goes missing unnoticed. */
function countGaps({ counts, sections }: Outline): string[] {
  const found: Record<string, number> = { headings: sections.length };
  for (const kind of placeKinds)
    found[kind] = sections.reduce((sum, section) => sum + Object.keys(section[kind] ?? {}).length, 0);
  return Object.entries(counts)
    .filter(([kind, count]) => found[kind] !== count)
    .map(([kind, count]) => `the outline has ${found[kind]} ${kind}, but says ${count}`);
}

/** Whatever a provider sends has an oracle, and so has every statement about a provider: its own, or those of the fields that show it. */
function oracleGaps(ledger: readonly Requirement[], rows: readonly OracleRow[]): string[] {
  const shown = new Set(rows.flatMap(({ requirements }) => requirements));
  const judged = ledger.filter((requirement) => requirement.level !== "open" && binds(requirement, "provider"));
  const own = judged.map(({ id, oracle }) => ({ name: id, oracle: oracle ?? (shown.has(id) ? undefined : {}) }));
  return [...rows, ...own].flatMap(({ name, oracle }) => {
    const gap = oracle && oracleGap(oracle);
    return gap ? [`${name} ${gap}`] : [];
  });
}

/** Every reading is cited by a requirement, and no other is. */
function readingGaps(ledger: readonly Requirement[], readings: readonly number[]): string[] {
  const cited = ledger.flatMap(({ id, readings: own }) => own.map((number) => ({ id, number })));
  return [
    ...cited
      .filter(({ number }) => !readings.includes(number))
      .map(({ id, number }) => `${id} cites reading ${number}, which does not exist`),
    ...readings
      .filter((number) => !cited.some((citation) => citation.number === number))
      .map((number) => `no requirement cites reading ${number}`),
  ];
}

/** Double entry: the outline names the requirements of each place, the ledger the places of each requirement. */
function ledgerGaps(outline: Outline, ledger: Map<string, Requirement>): string[] {
  const places = entriesOf(outline);
  const empty = outline.sections
    .filter((section) => !section.informative && placeKinds.every((kind) => !section[kind]))
    .map((section) => `heading "${section.heading}" has neither entries nor a reason`);
  const unanswered = [...places].flatMap(([source, entry]) => {
    if (!Array.isArray(entry)) return entry.informative ? [] : [`"${source}" gives no reason`];
    if (entry.length === 0) return [`"${source}" has neither a requirement nor a reason`];
    return entry
      .filter((id) => !ledger.get(id)?.sources.includes(source))
      .map((id) => `"${source}" names ${id}, which ${ledger.has(id) ? "has no such source" : "is not in the ledger"}`);
  });
  const requirementsAt = (source: string): readonly string[] => {
    const entry = places.get(source);
    return Array.isArray(entry) ? entry : [];
  };
  const unsourced = [...ledger.values()].flatMap(({ id, sources }) =>
    (sources.length > 0 ? sources : [""])
      .filter((source) => !requirementsAt(source).includes(id))
      .map((source) => `${id} has the source "${source}", which the outline does not give it`),
  );
  return [...empty, ...unanswered, ...unsourced];
}

/** Names that the outline has and no document holds, and the reverse. */
export function nameGaps(names: OutlineNames, held: Parts["held"]): string[] {
  return (Object.keys(names) as (keyof OutlineNames)[]).flatMap((kind) => {
    const listed = new Set(listedNames(names, kind));
    const found = new Set(held[kind]);
    const extra = openKinds.has(kind) ? [] : [...found].filter((name) => !listed.has(name));
    return [
      ...[...listed].filter((name) => !found.has(name)).map((name) => `${kind}: ${name} is in no document`),
      ...extra.map((name) => `${kind}: ${name} is in a document, but not in the outline`),
    ];
  });
}

/** The kinds of names of which documents may hold more: fields inside fields, headers and statuses that hold generally. */
const openKinds = new Set(["fields", "parameters", "statuses"]);

/** The names of a kind that the outline lists, such as `Country.title` among the fields. */
export function listedNames(names: OutlineNames, kind: keyof OutlineNames): string[] {
  const listed = names[kind];
  if (Array.isArray(listed)) return listed;
  return Object.entries(listed).flatMap(([owner, members]) =>
    [members].flat().map((member) => `${owner}.${String(member)}`),
  );
}

/** The gap of an oracle; undefined for a whole one. */
function oracleGap(oracle: Oracle): string | undefined {
  const kinds = Object.keys(oracle);
  const unknown = kinds.find((kind) => !oracleKinds.some((known) => known === kind));
  if (unknown !== undefined) return `has the oracle "${unknown}", which is none of ${oracleKinds.join(", ")}`;
  if (kinds.length === 0) return "has no oracle";
  return "type only" in oracle && !oracle["type only"] ? "is judged by its type alone, without a reason" : undefined;
}
