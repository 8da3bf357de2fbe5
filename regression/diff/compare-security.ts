import { below, fieldsOf, listBelow, type Place } from "../../base/place.ts";
import type { Operation } from "./operations.ts";
import type { Scene } from "./scene.ts";
import { compareScheme, isSameScheme, schemesOf } from "./security-schemes.ts";
import type { Sources } from "./sources.ts";

/** One way to be let in: every scheme of it is needed, each with its scopes. Without schemes, nobody is asked. */
type Way = ReadonlyMap<string, ReadonlySet<string>>;

/** The ways into an operation, of which one is enough, and where they stand. */
interface Ways {
  place: Place;
  ways: Way[];
}

/** Compares who is let in. A partner goes on as before when some new way asks for no more than the way that it used. */
export function compareSecurity(scene: Scene, old: Operation, fresh: Operation): void {
  const [before, after] = [waysInto(scene.old, old), waysInto(scene.new, fresh)];
  const names = schemeNames(scene, before.ways, after.ways);
  const renamed = before.ways.map(
    (way) => new Map([...way].map(([name, scopes]) => [names.get(name) ?? name, scopes])),
  );
  const tell = (rule: string, says: string) =>
    scene.findings.tell({
      rule,
      about: fresh.label,
      says,
      old: before.place,
      new: after.place,
      operation: fresh.label,
    });
  for (const [name, its] of names) compareScheme(scene, name, its, fresh.label);
  for (const [name, its] of names)
    if (name !== its) tell("security-scheme-renamed", `calls the scheme ${name} ${its} now`);

  if (fresh.kind === "webhook") {
    // The platform lets itself in: whatever the partner checked must still be there.
    if (!after.ways.every((way) => renamed.some((used) => asksNoMore(used, way)))) {
      tell("webhook-security-weakened", `comes with ${inWords(after.ways)}, and before with ${inWords(renamed)}`);
    } else if (!renamed.every((way) => after.ways.some((used) => asksNoMore(used, way)))) {
      tell("webhook-security-added", `comes with ${inWords(after.ways)}, and before with ${inWords(renamed)}`);
    }
    return;
  }
  const [wasOpen, isOpen] = [isFree(renamed), isFree(after.ways)];
  if (wasOpen && !isOpen) tell("security-added", `needs ${inWords(after.ways)} now, and before nothing`);
  if (!wasOpen && isOpen) tell("security-removed", `needs nothing now, and before ${inWords(renamed)}`);
  if (wasOpen || isOpen) return;
  for (const way of renamed) {
    if (after.ways.some((other) => asksNoMore(other, way))) continue;
    tell(...refusal(way, after.ways));
  }
  for (const way of after.ways) {
    if (renamed.some((other) => isEqual(other, way))) continue;
    const eased = renamed.find((other) => asksNoMore(way, other));
    if (eased && sameSchemes(eased, way)) tell("security-scope-removed", `needs only ${inWords([way])} now`);
    else if (!renamed.some((other) => asksNoMore(other, way)))
      tell("security-alternative-added", `also takes ${inWords([way])} now`);
  }
}

/** Why the holder of an old way is refused now, as near as the new ways let tell. */
function refusal(way: Way, others: Way[]): [rule: string, says: string] {
  const scoped = others.find((other) => sameSchemes(other, way));
  if (scoped) {
    const added = [...scoped].flatMap(([name, scopes]) => [...scopes].filter((one) => !way.get(name)?.has(one)));
    return ["security-scope-added", `also needs the scope ${added.join(" and ")} now`];
  }
  const grown = others.find((other) => [...way.keys()].every((name) => other.has(name)));
  if (grown) return ["security-combination-grew", `needs ${inWords([grown])} now, and before ${inWords([way])}`];
  return ["security-alternative-removed", `no longer takes ${inWords([way])}; it takes ${inWords(others)}`];
}

const isFree = (ways: readonly Way[]): boolean => ways.some((way) => way.size === 0);
const asksNoMore = (way: Way, than: Way): boolean =>
  [...way].every(([name, scopes]) => {
    const had = than.get(name);
    return had !== undefined && [...scopes].every((scope) => had.has(scope));
  });
const isEqual = (one: Way, other: Way): boolean => asksNoMore(one, other) && asksNoMore(other, one);
const sameSchemes = (one: Way, other: Way): boolean =>
  one.size === other.size && [...one.keys()].every((name) => other.has(name));

const inWords = (ways: readonly Way[]): string =>
  isFree(ways)
    ? "nothing"
    : ways
        .map((way) =>
          [...way]
            .map(([name, scopes]) => (scopes.size > 0 ? `${name} (${[...scopes].join(", ")})` : name))
            .join(" and "),
        )
        .join(" or ");

function waysInto(sources: Sources, { place, kind }: Operation): Ways {
  const own = below(place, "security");
  // What the document asks of callers does not bind the platform when it calls the partner.
  const holder = own || kind === "webhook" ? place : sources.root;
  const ways = listBelow(holder, "security").map(
    (way): Way => new Map(Object.entries(fieldsOf(way)).map(([name, scopes]) => [name, new Set(scopes as string[])])),
  );
  return { place: below(holder, "security") ?? place, ways: ways.length > 0 ? ways : [new Map()] };
}

/** Which new scheme each old one is: of the same name, or else the only new one that asks for the same. */
function schemeNames(scene: Scene, before: Way[], after: Way[]): Map<string, string> {
  const used = (ways: Way[]) => [...new Set(ways.flatMap((way) => [...way.keys()]))];
  const known = new Map(schemesOf(scene.new));
  const old = new Map(schemesOf(scene.old));
  return new Map(
    used(before).map((name) => {
      const isKept = (other: string) => isSameScheme(scene, old.get(other), known.get(other));
      if (isKept(name)) return [name, name];
      const alike = used(after).filter(
        (other) => !isKept(other) && isSameScheme(scene, old.get(name), known.get(other)),
      );
      return [name, alike.length === 1 ? (alike[0] as string) : name];
    }),
  );
}
