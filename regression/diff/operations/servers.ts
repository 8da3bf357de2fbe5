import type { OpenDocument } from "../documents/document.ts";
import type { DocumentOperation } from "../documents/operations.ts";
import { below, type DocumentPlace, fieldsAt, listBelow } from "../documents/place.ts";
import type { DocumentComparison } from "./document-comparison.ts";
import { addressesOf, keyOf, urlOf, type Variable, variablesOf } from "./server-addresses.ts";

/** Compares the addresses that an operation is offered at. */
export function compareServers(comparison: DocumentComparison, old: DocumentOperation, fresh: DocumentOperation): void {
  const [before, after] = [serversOf(comparison.old, old), serversOf(comparison.new, fresh)];
  const report = (rule: string, url: string, says: string, oldServer?: DocumentPlace, newServer?: DocumentPlace) =>
    comparison.differences.add({
      rule,
      about: `The server ${url}`,
      says,
      old: oldServer ?? comparison.old.root,
      new: newServer ?? comparison.new.root,
      operation: fresh.label,
    });
  const allAddresses = (servers: Map<string, DocumentPlace>) => new Set([...servers.values()].flatMap(addressesOf));
  const [oldAddresses, newAddresses] = [allAddresses(before), allAddresses(after)];
  for (const [key, oldServer] of before) {
    const newServer = after.get(key);
    if (newServer)
      compareVariables(oldServer, newServer, (rule, says) =>
        report(rule, urlOf(newServer), says, oldServer, newServer),
      );
    else if (addressesOf(oldServer).every((address) => newAddresses.has(address))) continue;
    else if (after.size === 0) report("server-no-longer-told", urlOf(oldServer), "is no longer named", oldServer);
    else {
      const left = [...after.values()];
      const says = `is gone; there is ${left.map(urlOf).join(", ")}`;
      report("server-removed", urlOf(oldServer), says, oldServer, left[0]);
    }
  }
  for (const [key, newServer] of after) {
    if (before.has(key) || addressesOf(newServer).every((address) => oldAddresses.has(address))) continue;
    // Where no server is named, it is this one.
    if (before.size === 0 && key === "/") continue;
    report("server-added", urlOf(newServer), "is new", [...before.values()][0], newServer);
  }
}

/** The nearest list of servers, by address; empty where the document names none. */
function serversOf(document: OpenDocument, { place, item }: DocumentOperation): Map<string, DocumentPlace> {
  const holder = [place, item, document.root].find(
    (candidate) => below(candidate, "servers") && listBelow(candidate, "servers").length > 0,
  );
  const servers = holder ? listBelow(holder, "servers") : [];
  return new Map(servers.map((server) => [keyOf(server), server]));
}

function compareVariables(
  old: DocumentPlace,
  fresh: DocumentPlace,
  report: (rule: string, says: string) => void,
): void {
  const after = variablesOf(fresh);
  for (const [index, { place: oldPlace }] of variablesOf(old).entries()) {
    const { name, place: newPlace }: Partial<Variable> = after[index] ?? {};
    if (name === undefined || !oldPlace || !newPlace) continue;
    const [before, now] = [fieldsAt(oldPlace), fieldsAt(newPlace)];
    if (before.default !== now.default) {
      const says = `now uses ${String(now.default)} for ${name} by default instead of ${String(before.default)}`;
      report("server-variable-default-changed", says);
    }
    compareVariableValues(name, before.enum, now.enum, report);
  }
}

function compareVariableValues(
  name: string,
  oldList: unknown,
  newList: unknown,
  report: (rule: string, says: string) => void,
): void {
  const [before, after] = [oldList, newList].map((list) => (Array.isArray(list) ? new Set<unknown>(list) : undefined));
  if (after && !before) report("server-variable-value-removed", `now takes only ${[...after].join(", ")} for ${name}`);
  if (before && !after) report("server-variable-value-added", `now takes anything for ${name}`);
  if (!before || !after) return;
  for (const value of before)
    if (!after.has(value)) report("server-variable-value-removed", `no longer takes ${String(value)} for ${name}`);
  for (const value of after)
    if (!before.has(value)) report("server-variable-value-added", `now also takes ${String(value)} for ${name}`);
}
