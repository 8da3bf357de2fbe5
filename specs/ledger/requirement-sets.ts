import { UsageError } from "../../base/errors.ts";
import { digestOf } from "../digest.ts";
import { type Files, specificationFiles } from "../files.ts";
import { type Demands, partnerDemands, providerDemands } from "./demands.ts";

/** The requirements that scored at one revision of the specification: the musts that bind a partner, by claim, and those that bind a provider. A frozen set is never edited. */
export interface RequirementSet {
  format: "assay-requirements/1";
  revision: string;
  /** The day on which it was frozen. */
  frozen: string;
  digest: string;
  claims: Record<string, FrozenDemands>;
  /** Revisions of earlier versions do not have them. */
  provider?: FrozenDemands;
}

interface FrozenDemands {
  digest: string;
  requirements: Demands;
}

/** The folder of specs/ that keeps the frozen sets, a file for each revision. */
export const revisionsFolder = "revisions";

/** A set of what specs/ demands now, to be frozen as a revision. */
export function freezeSet(revision: string, frozen: string, files?: Files): RequirementSet {
  const claims = Object.fromEntries(
    Object.entries(partnerDemands(files)).map(([claim, requirements]) => [claim, frozenDemands(requirements)]),
  );
  const provider = frozenDemands(providerDemands(files));
  return { format: "assay-requirements/1", revision, frozen, digest: digestOfSet(revision, claims), claims, provider };
}

const frozenDemands = (requirements: Demands): FrozenDemands => ({ digest: digestOf(requirements), requirements });

/** The requirements of a set for a provider, or for a partner whatever it claims. */
export const demandsOf = ({ claims, provider }: RequirementSet, kind: "provider" | "partner"): Demands =>
  kind === "provider"
    ? (provider?.requirements ?? {})
    : Object.assign({}, ...Object.values(claims).map(({ requirements }) => requirements));

/** The digest of a set: of its revision, and of what each claim's requirements demand. */
export const digestOfSet = (revision: string, claims: RequirementSet["claims"]): string =>
  digestOf({
    revision,
    claims: Object.fromEntries(Object.entries(claims).map(([claim, { requirements }]) => [claim, requirements])),
  });

/** Every frozen set, the oldest revision first; the last one is the current. */
export const loadRequirementSets = (files: Files = specificationFiles()): RequirementSet[] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(`${revisionsFolder}/`))
    .map(([, set]) => set as RequirementSet)
    .toSorted((a, b) => compareRevisions(a.revision, b.revision));

/** The order of two revisions such as 1.0.1: below 0 where the first is older. */
export function compareRevisions(a: string, b: string): number {
  const [left, right] = [a, b].map((revision) => revision.split(".").map(Number)) as [number[], number[]];
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The requirements of a claim that another set adds, or drops. */
export interface ClaimChange {
  claim: string;
  added: string[];
  changed: string[];
  removed: string[];
}

/** How the requirements of some claims differ between two sets; claims without a difference are left out. */
export function compareSets(
  older: Pick<RequirementSet, "claims">,
  newer: Pick<RequirementSet, "claims">,
  claims: readonly string[] = [...new Set([...Object.keys(older.claims), ...Object.keys(newer.claims)])],
): ClaimChange[] {
  return claims
    .map((claim) =>
      compareDemands(claim, older.claims[claim]?.requirements ?? {}, newer.claims[claim]?.requirements ?? {}),
    )
    .filter(({ added, changed, removed }) => added.length + changed.length + removed.length > 0);
}

const compareDemands = (claim: string, before: Demands, after: Demands): ClaimChange => ({
  claim,
  added: Object.keys(after).filter((id) => !(id in before)),
  changed: Object.keys(after).filter((id) => id in before && digestOf(before[id]) !== digestOf(after[id])),
  removed: Object.keys(before).filter((id) => !(id in after)),
});

/** The current revision's set, under which certificates are issued. That specs/ demands something else is a mistake of that change. */
export function requireCurrentSet(files?: Files): RequirementSet {
  const current = loadRequirementSets(files).at(-1);
  if (!current || compareSets(current, { claims: freezeSet("", "", files).claims }).length > 0)
    throw new UsageError(
      `specs/: its must requirements for partners are not those of revision ${current?.revision ?? "0.0.0"}; freeze a new revision with \`npm run revision -- X.Y.Z\``,
    );
  return current;
}
