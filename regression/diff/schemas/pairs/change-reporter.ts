import type { SharedOperations } from "../../differences/difference.ts";
import type { Differences } from "../../differences/differences.ts";
import type { ExchangePart } from "../../differences/rules.ts";
import { createChangeCheck } from "./changed-pairs.ts";
import { extendPath, pairsIn, type SchemaPair, type SchemaPairChild, stepsOf, type ValuePath } from "./schema-pair.ts";
import { createUsage } from "./usage.ts";

/** The value whose schemas were compared. */
interface ReportedValue {
  /** Its name, as sentences begin with it. */
  about: string;
  names: readonly string[];
  operation: string;
}

/** Reports every change in and below a pair of schemas as a difference. */
export type ChangeReporter = (top: SchemaPair, value: ReportedValue) => void;

/** Reports the changes of one part of exchanges: each once, however many operations reach it and in however many ways. */
export function createChangeReporter(part: ExchangePart, differences: Differences): ChangeReporter {
  const isChanged = createChangeCheck();
  const branches = new Map<SchemaPair, SchemaPairChild[]>();
  /** The pairs inside a pair that contain changed pairs in their turn. */
  const branchesOf = (pair: SchemaPair): SchemaPairChild[] => {
    const known = branches.get(pair) ?? pair.children.filter(([, child]) => isBranch(child));
    branches.set(pair, known);
    return known;
  };
  const isBranch = ({ children }: SchemaPair): boolean => children.some(([, child]) => isChanged(child));
  const usage = createUsage(branchesOf);
  const reported = new Set<SchemaPair>();

  const report = (
    { changes }: SchemaPair,
    path: ValuePath | undefined,
    { about, names }: ReportedValue,
    sharedBy: SharedOperations,
  ): void => {
    if (changes.length === 0) return;
    const steps = stepsOf(path);
    const fullName = steps.length > 0 ? `${about}: /${steps.join("/")}` : about;
    for (const { name, names: own, ...change } of changes)
      differences.add({
        ...change,
        rule: `${part}-${name}`,
        about: fullName,
        names: [...names, ...steps, ...own],
        sharedBy,
      });
  };
  // A pair that contains nothing more is shared by all that share its parent; most pairs are like that.
  const reportWithin = (pair: SchemaPair, path: ValuePath | undefined, value: ReportedValue): void => {
    const sharedBy = () => usage.operationsOf(pair);
    reported.add(pair);
    report(pair, path, value, sharedBy);
    const inner = new Set(branchesOf(pair).map(([, child]) => child));
    for (const [step, child] of pair.children)
      if (!inner.has(child)) report(child, extendPath(path, step), value, sharedBy);
  };
  const unreported = (pair: SchemaPair) => branchesOf(pair).filter(([, child]) => !reported.has(child));

  return (top, value) => {
    if (!isChanged(top)) return;
    if (!reported.has(top)) for (const [path, pair] of pairsIn(top, unreported)) reportWithin(pair, path, value);
    usage.add(top, value.operation);
  };
}
