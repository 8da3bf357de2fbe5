import { below, fieldsOf, listBelow, namedBelow, type Place } from "../../base/place.ts";
import type { Operation } from "./operations.ts";
import type { Scene } from "./scene.ts";
import type { Sources } from "./sources.ts";

/** Compares the addresses that an operation is offered at. */
export function compareServers(scene: Scene, old: Operation, fresh: Operation): void {
  const [before, after] = [serversOf(scene.old, old), serversOf(scene.new, fresh)];
  const tell = (rule: string, url: string, says: string, one?: Place, other?: Place) =>
    scene.findings.tell({
      rule,
      about: `The server ${url}`,
      says,
      old: one ?? scene.old.root,
      new: other ?? scene.new.root,
      operation: fresh.label,
    });
  const [had, has] = [before, after].map((servers) => new Set([...servers.values()].flatMap(addressesOf)));
  for (const [key, one] of before) {
    const other = after.get(key);
    const url = urlOf(one);
    if (addressesOf(one).every((address) => has?.has(address)) && !other) continue;
    if (other) compareVariables(one, other, (rule, says) => tell(rule, urlOf(other), says, one, other));
    else if (after.size === 0) tell("server-no-longer-told", url, "is no longer told", one);
    else {
      const left = [...after.values()];
      tell("server-removed", url, `is gone; there is ${left.map(urlOf).join(", ")}`, one, left[0]);
    }
  }
  for (const [key, other] of after) {
    if (before.has(key) || addressesOf(other).every((address) => had?.has(address))) continue;
    // Where no server is told, it is this one.
    if (before.size === 0 && key === "/") continue;
    tell("server-added", urlOf(other), "is new", [...before.values()][0], other);
  }
}

const urlOf = (server: Place): string => String(fieldsOf(server).url).replace(/(?<=.)\/$/, "");

/** What a server is recognised by: variables that list their values go by their position, others by their name, which is all that is told of them. */
function keyOf(server: Place): string {
  const isListed = (variable: Place | undefined) => variable !== undefined && Array.isArray(fieldsOf(variable).enum);
  return variablesOf(server).reduce(
    (url, [name, variable]) => (isListed(variable) ? url.replace(`{${name}}`, "{}") : url),
    normal(urlOf(server)),
  );
}

/** An address as all write it: hosts have no case, and the usual port needs no name. */
const normal = (url: string): string =>
  url
    .replace(/^[a-z]+:\/\/[^/]*/i, (origin) => origin.replace(/[^{}]+(?![^{]*\})/g, (text) => text.toLowerCase()))
    .replace(/^(http:\/\/[^/]*):80(?=\/|$)|^(https:\/\/[^/]*):443(?=\/|$)/, "$1$2");

/** As many addresses as variables are written out to. */
const mostAddresses = 100;

/** Every address that a server stands for; one whose variable takes anything stands for itself. */
function addressesOf(server: Place): string[] {
  const variables = new Map(namedBelow(server, "variables"));
  let urls = [urlOf(server)];
  for (const [name, variable] of variables) {
    const { enum: values } = fieldsOf(variable);
    const written = Array.isArray(values) ? (values as unknown[]).map(String) : [`{${name}}`];
    urls = urls.flatMap((url) => written.map((value) => url.replaceAll(`{${name}}`, value))).slice(0, mostAddresses);
  }
  return urls.map(normal);
}

/** The nearest list of servers, by address; an empty one where the document tells none. */
function serversOf(sources: Sources, { place, item }: Operation): Map<string, Place> {
  const holder = [place, item, sources.root].find(
    (one) => below(one, "servers") && listBelow(one, "servers").length > 0,
  );
  const servers = holder ? listBelow(holder, "servers") : [];
  return new Map(servers.map((server) => [keyOf(server), server]));
}

type Variable = [name: string, variable: Place | undefined];

/** The variables of a server in the order of its address. */
function variablesOf(server: Place): Variable[] {
  const known = new Map(namedBelow(server, "variables"));
  return [...urlOf(server).matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => [name, known.get(name)]);
}

function compareVariables(old: Place, fresh: Place, tell: (rule: string, says: string) => void): void {
  const [before, after] = [old, fresh].map((server) => variablesOf(server)) as [Variable[], Variable[]];
  for (const [index, [, variable]] of before.entries()) {
    const [name = "", other] = after[index] ?? [];
    if (!variable || !other) continue;
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
