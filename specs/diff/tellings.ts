import type { Findings } from "./findings.ts";
import type { Area } from "./rules.ts";
import type { Subject } from "./scene.ts";
import { createChangedness, pairsIn, type SchemaPair } from "./schema-pairs.ts";

/** Tells every change in and below a pair of schemas, which a subject uses. */
export type Tellings = (top: SchemaPair, subject: Subject) => void;

/** Tells the changes of one area: each once, however many operations reach it and on however many ways. */
export function createTellings(area: Area, findings: Findings): Tellings {
  const isChanged = createChangedness();
  const branches = new WeakMap<SchemaPair, boolean>();
  const isBranch = (pair: SchemaPair): boolean => {
    const known = branches.get(pair) ?? pair.children.some(([, child]) => isChanged(child));
    branches.set(pair, known);
    return known;
  };
  const users = new Map<SchemaPair, Set<string>>();
  const reached = new Map<SchemaPair, Set<string>[]>();

  const tell = ({ changes }: SchemaPair, path: string, about: string, own: ReadonlySet<string>): void => {
    for (const { change, ...rest } of changes)
      findings.tell({ rule: `${area}-${change}`, about: path ? `${about}: ${path}` : about, ...rest, users: own });
  };
  /** The users of all that a pair contains. What contains nothing more has the users of what it stands in, since most pairs are such. */
  const reach = (top: SchemaPair, about: string): Set<string>[] => {
    const found: Set<string>[] = [];
    for (const [path, pair] of pairsIn(top, (one) => one === top || isBranch(one))) {
      const known = users.get(pair);
      const own = known ?? new Set<string>();
      found.push(own);
      if (known) continue;
      users.set(pair, own);
      tell(pair, path, about, own);
      for (const [step, child] of pair.children)
        if (!isBranch(child)) tell(child, step === "" ? path : `${path}/${step}`, about, own);
    }
    return found;
  };

  return (top, { about, operation }) => {
    const known = reached.get(top) ?? reach(top, about);
    reached.set(top, known);
    for (const own of known) own.add(operation);
  };
}
