import { fieldsOf, parseJson, recordsOf } from "../../base/json.ts";
import { counted } from "../../base/text/wording.ts";
import { anyApplication } from "../../specs/ledger/claims.ts";
import { type ClaimChange, compareSets, type RequirementSet } from "../../specs/ledger/requirement-sets.ts";
import { type CertificateRefusal, refuse } from "./refusal.ts";
import { revisionOf, type Statement, type Waiver } from "./statement.ts";

/** Under which revision a certificate was issued, and what the current one asks of its claims besides. */
export interface RevisionCheck {
  issued: string;
  current: string;
  changes: ClaimChange[];
}

/** Holds a certificate and its results against the requirements that it was issued under, not against today's. */
export function checkRevision(
  statement: Statement,
  results: string | undefined,
  sets: readonly RequirementSet[],
): RevisionCheck | CertificateRefusal {
  const revision = revisionOf(statement);
  const [set, current] = [sets.find((candidate) => candidate.revision === revision), sets.at(-1)];
  if (!set || !current)
    return refuse(
      "unknown-revision",
      `it was issued under revision ${revision}, which is unknown here (known: ${sets.map((known) => known.revision).join(", ")}); use an assay that knows it`,
    );
  const { claims, passedTests } = statement.predicate;
  return (
    objectionToSet(statement, set) ??
    (results === undefined
      ? objectionToClaims(claims, set, passedTests)
      : objectionToResults(results, set, statement.predicate)) ?? {
      issued: revision,
      current: current.revision,
      changes: compareSets(set, current, [...claims, anyApplication]),
    }
  );
}

function objectionToSet({ predicate }: Statement, set: RequirementSet): CertificateRefusal | undefined {
  const [, requirements] = predicate.configuration;
  if (predicate.revision !== undefined && `sha256:${requirements?.digest.sha256}` !== set.digest)
    return refuse(
      "other-requirements",
      `it was issued under other requirements than those of revision ${set.revision} here`,
    );
  const unknown = predicate.claims.find((claim) => claim === anyApplication || !Object.hasOwn(set.claims, claim));
  return unknown === undefined
    ? undefined
    : refuse("other-requirements", `it claims ${unknown}, which revision ${set.revision} does not know`);
}

/** Why results do not show what is claimed: every must has to have passed, to be waived, or to have had nothing to judge; and of each claim, something was judged. */
export function objectionToResults(
  text: string,
  set: RequirementSet,
  { claims, waivers = [] }: { claims: readonly string[]; waivers?: readonly Waiver[] },
): CertificateRefusal | undefined {
  const { kind, verdict, complete, requirements } = fieldsOf(parseJson(text));
  if (kind !== "partner" || verdict !== "pass" || complete === false)
    return refuse("not-passed", "results.json does not say that an application passed");
  const tolerated = recordsOf(requirements).find(
    ({ id, known }) => known !== undefined && !waivers.some((waiver) => waiver.id === id),
  );
  if (tolerated)
    return refuse("not-passed", `${String(tolerated.id)} fails; that a failure is known does not make it pass`);
  const outcomes = new Map(recordsOf(requirements).map(({ id, outcome }) => [id, outcome]));
  for (const claim of [...claims, anyApplication])
    for (const id of mustsOf(claim, set)) {
      const outcome = outcomes.get(id) ?? "not there";
      // A must that warns is flaky: it held when it was tried again.
      if (outcome !== "pass" && outcome !== "warn" && outcome !== "not-applicable")
        return refuse(
          "not-passed",
          `${id}, which revision ${set.revision} asks of ${nameOf(claim)}, is ${String(outcome)} in results.json`,
        );
    }
  return objectionToClaims(
    claims,
    set,
    [...outcomes].flatMap(([id, outcome]) => (outcome === "pass" || outcome === "warn" ? [id] : [])),
  );
}

const mustsOf = (claim: string, { claims }: RequirementSet): string[] =>
  Object.hasOwn(claims, claim) ? Object.keys(claims[claim]?.requirements ?? {}) : [];

/** Refuses a claim of which no requirement passed. */
function objectionToClaims(
  claims: readonly string[],
  set: RequirementSet,
  passed: readonly unknown[],
): CertificateRefusal | undefined {
  const unjudged = claims.find(
    (claim) => claim === anyApplication || !mustsOf(claim, set).some((id) => passed.includes(id)),
  );
  return unjudged === undefined
    ? undefined
    : refuse("not-judged", `it claims ${unjudged}, of which no requirement was judged`);
}

const nameOf = (claim: string): string => (claim === anyApplication ? "every application" : claim);

/** The further demands of the current revision, in a sentence. */
export function describeRevision({ issued, current, changes }: RevisionCheck): string {
  if (issued === current) return `issued under revision ${issued}, which is the current one`;
  const stated = changes.flatMap(({ claim, added, changed, removed }) => [
    list(added, claim, "new"),
    list(changed, claim, "changed"),
    list(removed, claim, "gone"),
  ]);
  const news = stated.filter((text) => text !== "").join(", ");
  return `issued under ${issued}, current is ${current}: ${news || "nothing that it claims has changed"}`;
}

const list = (ids: readonly string[], claim: string, what: string): string =>
  ids.length === 0
    ? ""
    : `${counted(ids.length, "requirement")} of ${nameOf(claim)} ${ids.length === 1 ? "is" : "are"} ${what} (${ids.join(", ")})`;
