import type { OpenDocument } from "../documents/document.ts";
import type { DocumentOperation } from "../documents/operations.ts";
import { below, type DocumentPlace, fieldsAt, listBelow } from "../documents/place.ts";
import { schemesOf } from "../documents/security-schemes.ts";
import type { DocumentComparison } from "./document-comparison.ts";
import { compareScheme, isSameScheme } from "./security-schemes.ts";

/** One way to be let in: every scheme of it is needed, each with its scopes. Without schemes, anybody may call. */
type SecurityOption = ReadonlyMap<string, ReadonlySet<string>>;

/** The ways into an operation, of which one is enough, and where they stand. */
interface SecurityOptions {
  place: DocumentPlace;
  options: SecurityOption[];
}

type ReportSecurity = (rule: string, says: string) => void;

/** Compares who is let in. A partner goes on as before when some new option asks for no more than the one that it used. */
export function compareSecurity(
  comparison: DocumentComparison,
  old: DocumentOperation,
  fresh: DocumentOperation,
): void {
  const [before, after] = [optionsOf(comparison.old, old), optionsOf(comparison.new, fresh)];
  const newNames = schemeNames(comparison, before.options, after.options);
  const renamed = before.options.map(
    (option) => new Map([...option].map(([name, scopes]) => [newNames.get(name) ?? name, scopes])),
  );
  const report: ReportSecurity = (rule, says) =>
    comparison.differences.add({
      rule,
      about: fresh.label,
      says,
      old: before.place,
      new: after.place,
      operation: fresh.label,
    });
  for (const [oldName, newName] of newNames) compareScheme(comparison, oldName, newName, fresh.label);
  for (const [oldName, newName] of newNames)
    if (oldName !== newName) report("security-scheme-renamed", `renames the scheme ${oldName} to ${newName}`);
  if (fresh.kind === "webhook") compareWebhookOptions(renamed, after.options, report);
  else compareOptions(renamed, after.options, report);
}

/** The platform calls the partner: whatever the partner checked must still be there. */
function compareWebhookOptions(before: SecurityOption[], after: SecurityOption[], report: ReportSecurity): void {
  const says = `now comes with ${inWords(after)} instead of ${inWords(before)}`;
  if (!after.every((option) => before.some((known) => asksNoMore(known, option))))
    report("webhook-security-weakened", says);
  else if (!before.every((option) => after.some((known) => asksNoMore(known, option))))
    report("webhook-security-added", says);
}

function compareOptions(before: SecurityOption[], after: SecurityOption[], report: ReportSecurity): void {
  const [wasOpen, isOpen] = [isFree(before), isFree(after)];
  const says = `now needs ${inWords(after)} instead of ${inWords(before)}`;
  if (wasOpen && !isOpen) report("security-added", says);
  if (!wasOpen && isOpen) report("security-removed", `can now be called without ${inWords(before)}`);
  if (wasOpen || isOpen) return;
  for (const option of before)
    if (!after.some((candidate) => asksNoMore(candidate, option))) report(...refusalOf(option, after));
  for (const option of after) {
    if (before.some((known) => isEqual(known, option))) continue;
    const eased = before.find((known) => asksNoMore(option, known));
    if (eased && hasSameSchemes(eased, option)) report("security-scope-removed", `now needs only ${inWords([option])}`);
    else if (!before.some((known) => asksNoMore(known, option)))
      report("security-alternative-added", `now also takes ${inWords([option])}`);
  }
}

/** Why the holder of an old option is now refused, as exactly as the new options allow to say. */
function refusalOf(option: SecurityOption, after: SecurityOption[]): [rule: string, says: string] {
  const scoped = after.find((candidate) => hasSameSchemes(candidate, option));
  if (scoped) {
    const added = [...scoped].flatMap(([name, scopes]) => [...scopes].filter((scope) => !option.get(name)?.has(scope)));
    return ["security-scope-added", `now also needs the scope ${added.join(" and ")}`];
  }
  const grown = after.find((candidate) => [...option.keys()].every((name) => candidate.has(name)));
  if (grown) return ["security-combination-grew", `now needs ${inWords([grown])} instead of ${inWords([option])}`];
  return ["security-alternative-removed", `no longer takes ${inWords([option])}; it takes ${inWords(after)}`];
}

const isFree = (options: readonly SecurityOption[]): boolean => options.some((option) => option.size === 0);

const asksNoMore = (option: SecurityOption, than: SecurityOption): boolean =>
  [...option].every(([name, scopes]) => {
    const known = than.get(name);
    return known !== undefined && [...scopes].every((scope) => known.has(scope));
  });

const isEqual = (a: SecurityOption, b: SecurityOption): boolean => asksNoMore(a, b) && asksNoMore(b, a);

const hasSameSchemes = (a: SecurityOption, b: SecurityOption): boolean =>
  a.size === b.size && [...a.keys()].every((name) => b.has(name));

const inWords = (options: readonly SecurityOption[]): string =>
  isFree(options) ? "nothing" : options.map(optionInWords).join(" or ");

const optionInWords = (option: SecurityOption): string =>
  [...option].map(([name, scopes]) => (scopes.size > 0 ? `${name} (${[...scopes].join(", ")})` : name)).join(" and ");

/** The ways into an operation, as it says itself or else its document. */
export function optionsOf(document: OpenDocument, { place, kind }: DocumentOperation): SecurityOptions {
  const own = below(place, "security");
  // The document's demands on callers do not bind the platform when it calls the partner.
  const holder = own || kind === "webhook" ? place : document.root;
  const options = listBelow(holder, "security").map(
    (option): SecurityOption =>
      new Map(Object.entries(fieldsAt(option)).map(([name, scopes]) => [name, new Set(scopes as string[])])),
  );
  return { place: below(holder, "security") ?? place, options: options.length > 0 ? options : [new Map()] };
}

/** The new name of each old scheme: its own, or else that of the only new scheme that asks for the same. */
function schemeNames(
  comparison: DocumentComparison,
  before: SecurityOption[],
  after: SecurityOption[],
): Map<string, string> {
  const namesIn = (options: SecurityOption[]) => [...new Set(options.flatMap((option) => [...option.keys()]))];
  const [oldSchemes, newSchemes] = [new Map(schemesOf(comparison.old)), new Map(schemesOf(comparison.new))];
  const isSame = (oldName: string, newName: string) =>
    isSameScheme(comparison, oldSchemes.get(oldName), newSchemes.get(newName));
  return new Map(
    namesIn(before).map((name) => {
      if (isSame(name, name)) return [name, name];
      const [match, ...more] = namesIn(after).filter((newName) => !isSame(newName, newName) && isSame(name, newName));
      return [name, match !== undefined && more.length === 0 ? match : name];
    }),
  );
}
