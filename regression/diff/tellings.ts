import type { Findings, Users } from "./findings.ts";
import type { Area } from "./rules.ts";
import type { Subject } from "./scene.ts";
import { createChangedness, pairsIn, type SchemaPair, stepped } from "./schema-pairs.ts";
import { createUsage } from "./usage.ts";

/** Tells every change in and below a pair of schemas, which a subject uses. */
export type Tellings = (top: SchemaPair, subject: Subject) => void;

/** Tells the changes of one area: each once, however many operations reach it and on however many ways. */
export function createTellings(area: Area, findings: Findings): Tellings {
  const isChanged = createChangedness();
  const branches = new Map<SchemaPair, SchemaPair["children"]>();
  /** The pairs inside of a pair that contain changed ones in their turn. */
  const branchesOf = (pair: SchemaPair): SchemaPair["children"] => {
    const known = branches.get(pair) ?? pair.children.filter(([, child]) => isBranch(child));
    branches.set(pair, known);
    return known;
  };
  const isBranch = ({ children }: SchemaPair): boolean => children.some(([, child]) => isChanged(child));
  const usage = createUsage(branchesOf);
  const told = new Set<SchemaPair>();

  const tell = ({ changes }: SchemaPair, path: string, about: string, users: Users): void => {
    for (const { change, ...rest } of changes)
      findings.tell({ rule: `${area}-${change}`, about: path ? `${about}: ${path}` : about, ...rest, users });
  };
  // What contains nothing more is shared by whoever shares what it stands in; most pairs are such.
  const tellWithin = (pair: SchemaPair, path: string, about: string): void => {
    const users = () => usage.operationsOf(pair);
    told.add(pair);
    tell(pair, path, about, users);
    const inner = new Set(branchesOf(pair).map(([, child]) => child));
    for (const [step, child] of pair.children) if (!inner.has(child)) tell(child, stepped(path, step), about, users);
  };
  const untold = (pair: SchemaPair) => branchesOf(pair).filter(([, child]) => !told.has(child));

  return (top, { about, operation }) => {
    if (!isChanged(top)) return;
    if (!told.has(top)) for (const [path, pair] of pairsIn(top, untold)) tellWithin(pair, path, about);
    usage.add(top, operation);
  };
}
