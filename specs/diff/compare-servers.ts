import type { Operation } from "./operations.ts";
import { below, fieldsOf, listBelow, namedBelow, type Place } from "./place.ts";
import type { Scene } from "./scene.ts";
import type { Sources } from "./sources.ts";

/** Compares the addresses that an operation is offered at. */
export function compareServers(scene: Scene, old: Operation, fresh: Operation): void {
  const [before, after] = [serversOf(scene.old, old), serversOf(scene.new, fresh)];
  const tell = (rule: string, url: string, says: string, one?: Place, other?: Place) =>
    scene.findings.tell({ rule, about: `The server ${url}`, says, old: one, new: other, operation: fresh.label });
  for (const [url, one] of before) {
    const other = after.get(url);
    if (other) compareVariables(one, other, (rule, says) => tell(rule, url, says, one, other));
    else if (after.size === 0) tell("server-no-longer-told", url, "is no longer told", one);
    else tell("server-removed", url, `is gone; there is ${[...after.keys()].join(", ")}`, one, [...after.values()][0]);
  }
  for (const [url, other] of after) {
    if (!before.has(url)) tell("server-added", url, "is new", [...before.values()][0], other);
  }
}

/** The nearest list of servers, by address; an empty one where the document tells none. */
function serversOf(sources: Sources, { place, item }: Operation): Map<string, Place> {
  const holder = [place, item, sources.root].find(
    (one) => below(one, "servers") && listBelow(one, "servers").length > 0,
  );
  const servers = holder ? listBelow(holder, "servers") : [];
  return new Map(servers.map((server) => [String(fieldsOf(server).url).replace(/(?<=.)\/$/, ""), server]));
}

function compareVariables(old: Place, fresh: Place, tell: (rule: string, says: string) => void): void {
  const after = new Map(namedBelow(fresh, "variables"));
  for (const [name, variable] of namedBelow(old, "variables")) {
    const other = after.get(name);
    if (!other) continue;
    const [one, its] = [fieldsOf(variable), fieldsOf(other)];
    if (one.default !== its.default) {
      tell(
        "server-variable-default-changed",
        `has ${String(its.default)} for ${name} unless told otherwise, and before ${String(one.default)}`,
      );
    }
    const [had, has] = [one.enum, its.enum].map((list) => (Array.isArray(list) ? new Set<unknown>(list) : undefined));
    if (has && !had) tell("server-variable-value-removed", `takes only ${[...has].join(", ")} for ${name} now`);
    if (had && !has) tell("server-variable-value-added", `takes anything for ${name} now`);
    if (!had || !has) continue;
    for (const value of had)
      if (!has.has(value)) tell("server-variable-value-removed", `no longer takes ${String(value)} for ${name}`);
    for (const value of has)
      if (!had.has(value)) tell("server-variable-value-added", `also takes ${String(value)} for ${name} now`);
  }
}
