import { type Files, specificationFiles } from "./files.ts";
import { heldNames } from "./held-names.ts";
import { loadLedger, type Requirement } from "./ledger.ts";
import { entries, kinds, loadOutline, type Names, type Outline } from "./outline.ts";

/** What completeness is judged by. */
export interface Parts {
  outline: Outline;
  ledger: Requirement[];
  held: Record<keyof Names, string[]>;
  /** The requirements that documents and the install machine cite. */
  cited: string[];
}

export const loadParts = (files: Files = specificationFiles()): Parts => ({
  outline: loadOutline(files),
  ledger: loadLedger(files),
  held: heldNames(files),
  cited: [...JSON.stringify(files).matchAll(/"(?:x-)?requirement":"([A-Z]+-\d+)"/g)].map((match) => match[1] ?? ""),
});

/** What a specification lacks, one sentence each; an empty list is completeness. */
export function gaps({ outline, ledger, held, cited }: Parts = loadParts()): string[] {
  const known = new Map(ledger.map((requirement) => [requirement.id, requirement]));
  return [
    ...countGaps(outline),
    ...ledgerGaps(outline, known),
    ...nameGaps(outline.names, held),
    ...[...new Set(cited)].filter((id) => !known.has(id)).map((id) => `${id} is cited, and not in the ledger`),
  ];
}

/** The outline tells how many entries it has, so that none goes missing unnoticed. */
function countGaps({ counts, sections }: Outline): string[] {
  const found: Record<string, number> = { headings: sections.length };
  for (const kind of kinds)
    found[kind] = sections.reduce((sum, section) => sum + Object.keys(section[kind] ?? {}).length, 0);
  return Object.entries(counts)
    .filter(([kind, count]) => found[kind] !== count)
    .map(([kind, count]) => `the outline has ${found[kind]} ${kind}, and says ${count}`);
}

/** Double entry: the outline names the requirements of each place, the ledger the places of each requirement. */
function ledgerGaps(outline: Outline, ledger: Map<string, Requirement>): string[] {
  const places = entries(outline);
  const empty = outline.sections
    .filter((section) => !section.informative && kinds.every((kind) => !section[kind]))
    .map((section) => `heading "${section.heading}" has neither entries nor a reason`);
  const unled = [...places].flatMap(([source, entry]) => {
    if (!Array.isArray(entry)) return entry.informative ? [] : [`"${source}" gives no reason`];
    if (entry.length === 0) return [`"${source}" has neither a requirement nor a reason`];
    return entry
      .filter((id) => !ledger.get(id)?.sources.includes(source))
      .map((id) => `"${source}" names ${id}, which ${ledger.has(id) ? "has no such source" : "is not in the ledger"}`);
  });
  const unsourced = [...ledger.values()].flatMap(({ id, sources }) =>
    (sources.length > 0 ? sources : [""])
      .filter((source) => ![places.get(source)].flat().includes(id))
      .map((source) => `${id} has the source "${source}", which the outline does not give it`),
  );
  return [...empty, ...unled, ...unsourced];
}

/** What the specification names and no document holds, and what a document holds that it does not name. */
function nameGaps(names: Names, held: Parts["held"]): string[] {
  return Object.entries(names).flatMap(([kind, listed]) => {
    const told = new Set(Array.isArray(listed) ? listed : pairs(listed));
    const have = new Set(held[kind as keyof Names]);
    const extra = invented.has(kind) ? [] : [...have].filter((name) => !told.has(name));
    return [
      ...[...told].filter((name) => !have.has(name)).map((name) => `${kind}: ${name} is in no document`),
      ...extra.map((name) => `${kind}: ${name} is in a document and not in the outline`),
    ];
  });
}

/** The kinds of names of which documents may hold more: fields inside fields, headers and statuses that hold generally. */
const invented = new Set(["fields", "parameters", "statuses"]);

const pairs = (lists: object): string[] =>
  Object.entries(lists).flatMap(([owner, members]) => [members].flat().map((member) => `${owner}.${String(member)}`));
