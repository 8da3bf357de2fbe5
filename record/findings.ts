import { groupBy } from "../base/group-by.ts";
import type { RecordedFinding } from "./journal.ts";
import type { Evidence } from "./results.ts";

export const shownPlaces = 10;

/** FindingGroup that belong together; there is at least one. */
export type FindingGroup = readonly [RecordedFinding, ...RecordedFinding[]];

/** FindingGroup by place, so that what is wrong everywhere is reported once. */
export const placesOf = (findings: readonly RecordedFinding[]): FindingGroup[] => [
  ...groupBy(findings, placeOf).values(),
];

/** FindingGroup of one call and status at one pointer are in one place, whichever item of a list they are in. */
export const placeOf = ({ where, pointer, expected }: RecordedFinding): string =>
  [where, pointer.replace(/\/\d+(?=\/|$)/g, "/*"), expected].join("\n");

/** A finding in a sentence: what was found, what was expected, and where. */
export const sentenceOf = ({ found, expected, where, pointer }: RecordedFinding): string =>
  [`found ${found}, expected ${expected}`, where && `: ${where}`, pointer && ` at ${pointer}`].filter(Boolean).join("");

/**
 * A sentence that says how to fix a finding. Where one message is wrong in itself, that message: where, and what to give instead. Elsewhere it only shows what
 * went wrong before it, and the requirement says how to behave.
 */
export function fixOf(finding: RecordedFinding, says: string, isMessageWrong: boolean): string {
  const { found, expected, where, pointer, promised } = finding;
  if (!isMessageWrong)
    return `change the behaviour so that ${asClause(says)}${promised ? `; answer ${expected} here, not ${found}` : ""}`;
  return [
    where && `in ${where}`,
    pointer && ` at ${pointer}`,
    where ? ": " : "",
    `give ${expected} instead of ${found}`,
  ]
    .filter(Boolean)
    .join("");
}

/** A sentence as part of another. */
const asClause = (sentence: string): string =>
  sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** FindingGroup of one requirement in a sentence: the first, how often it was seen there, and in how many more places. */
export function reasonOf(findings: FindingGroup): string {
  const [first] = findings;
  const places = placesOf(findings);
  const times = timesOf(places[0] ?? [first]);
  const more = places.length - 1;
  return [
    sentenceOf(first),
    times > 1 && `, ${times} times`,
    more > 0 && `, and in ${more} more ${more > 1 ? "places" : "place"}`,
    first.example && !first.example.isSequence && `; example: ${first.example.text}`,
  ]
    .filter(Boolean)
    .join("");
}

/** The number of times that something was found, counting those findings that stand for several. */
export const timesOf = (findings: readonly RecordedFinding[]): number =>
  findings.reduce((sum, { times = 1 }) => sum + times, 0);

/** The number of findings of one place that are written down one by one, and of how many places, where one exchange shows more than that in all. */
const maxOf = { place: 10, places: 50 };

/** Findings of one exchange, as they are written down: a list of thousands of wrong items needs no thousands of lines. */
export function condense(findings: readonly RecordedFinding[]): readonly RecordedFinding[] {
  if (findings.length <= maxOf.places) return findings;
  return placesOf(findings)
    .slice(0, maxOf.places)
    .flatMap((group) => {
      const [shown, rest] = [group.slice(0, maxOf.place - 1), group.slice(maxOf.place - 1)];
      const [last] = rest;
      return last ? [...shown, { ...last, ...(rest.length > 1 ? { times: rest.length } : {}) }] : shown;
    });
}

/** The evidence of findings: the first of each place. */
export const evidenceOf = (findings: readonly RecordedFinding[]): Evidence[] =>
  placesOf(findings)
    .slice(0, shownPlaces)
    .flatMap(([{ exchange, curl, pointer }]) =>
      exchange ? [{ exchange, ...(curl ? { curl } : {}), ...(pointer ? { pointer } : {}) }] : [],
    );
