import type { Requirement } from "../specs/ledger.ts";
import type { Entry, RecordedFinding } from "./journal.ts";
import type { Evidence, RequirementResult, Results } from "./results.ts";
import { resultOf, type Saying } from "./results.ts";

/** How many places of one requirement are shown with their evidence; the rest is counted. */
const shownPlaces = 10;

/** What a run's journal tells: the part of the results that does not depend on how it was started. */
export type Told = Pick<Results, "subject" | "requests" | "requirements" | "observations" | "spent" | "machine">;

/** Reads the results out of a journal. */
export function assemble(
  entries: readonly Entry[],
  ledger: readonly Requirement[],
  { only, skip = [] }: { only?: readonly string[]; skip?: readonly string[] } = {},
): Told {
  const of = <K extends Entry["kind"]>(kind: K) =>
    entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind);
  const exchanges = of("exchange");
  const judged = new Set(of("judged").flatMap(({ ids }) => ids));
  const findings = grouped(of("finding"), ({ requirement }) => requirement);
  const lacks = grouped(
    of("untestable").flatMap((entry) => entry.ids.map((id) => ({ ...entry, id }))),
    ({ id }) => id,
  );
  const isPart = of("run").some(({ shard }) => shard);

  const saying = (id: string): Saying => {
    if (only && !only.includes(id)) return { unjudged: "left out by --only" };
    if (skip.includes(id)) return { unjudged: "left out by --skip" };
    const own = findings.get(id);
    if (own) return broken(own);
    const failure = lacks.get(id)?.find(({ isOurFault }) => isOurFault);
    if (failure) return { unjudged: failure.why };
    if (judged.has(id)) return { held: true };
    // Whichever proof came last: one that could have judged it, had it been able to, says that it applies.
    const lack = lacks.get(id)?.find(({ applies }) => applies) ?? lacks.get(id)?.[0];
    if (lack && !lack.applies) return { inapplicable: lack.why };
    return { unjudged: lack?.why ?? silence(exchanges.length, isPart) };
  };

  const target = of("target").at(-1);
  return {
    subject: { name: target?.name ?? "", urls: target?.urls ?? {} },
    requests: exchanges.length,
    requirements: ledger.map((requirement): RequirementResult => resultOf(requirement, saying(requirement.id))),
    observations: unique(of("observation").map(({ topic, value }) => ({ topic, value }))),
    spent: counts(exchanges.map(({ operation }) => operation)),
    ...machineOf(of("transition")),
  };
}

/** Why nothing is known of a requirement that no proof was kept from judging. */
function silence(exchanges: number, isPart: boolean): string {
  if (exchanges === 0) return "no request could be sent";
  return isPart ? "nothing in this part of the run shows it" : "nothing in this run shows it";
}

/** One sentence about the first place, how often it was seen there, and in how many more places. */
function broken(findings: readonly [RecordedFinding, ...RecordedFinding[]]): Saying {
  const places = placesOf(findings);
  const [first] = findings;
  const { found, expected, where = "", pointer, example } = first;
  const [times, more] = [places[0]?.length ?? 1, places.length - 1];
  return {
    broken: [
      `found ${found}, expected ${expected}`,
      where && `: ${where}`,
      pointer && ` at ${pointer}`,
      times > 1 && `, ${times} times`,
      more > 0 && `, and in ${more} more ${more > 1 ? "places" : "place"}`,
      example &&
        `; example: ${example.shrunk} (seed ${example.seed}, path ${example.path}${replay(example.replayPath)})`,
    ]
      .filter(Boolean)
      .join(""),
    evidence: places.slice(0, shownPlaces).flatMap(([one]) => evidence(one)),
  };
}

const replay = (path: string | undefined): string => (path ? `, replayPath ${path}` : "");

/** Findings by place, so that what is wrong everywhere is told once. */
export const placesOf = (findings: readonly RecordedFinding[]): [RecordedFinding, ...RecordedFinding[]][] => [
  ...grouped(findings, placeOf).values(),
];

/** Findings of one call and status at one pointer are one place, whichever item of a list they are in. */
const placeOf = ({ where, pointer, expected }: RecordedFinding): string =>
  [where, pointer.replace(/\/\d+(?=\/|$)/g, "/*"), expected].join("\n");

const evidence = (finding: RecordedFinding): Evidence[] =>
  finding.exchange
    ? [
        {
          exchange: finding.exchange,
          ...(finding.curl ? { curl: finding.curl } : {}),
          ...(finding.pointer ? { pointer: finding.pointer } : {}),
        },
      ]
    : [];

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

const unique = <T>(values: T[]): T[] => [...new Map(values.map((one) => [JSON.stringify(one), one])).values()];

function counts(names: readonly string[]): Record<string, number> {
  const counted = [...grouped(names, (name) => name)].map(([name, all]): [string, number] => [name, all.length]);
  return Object.fromEntries(counted.toSorted(([, one], [, other]) => other - one));
}

function machineOf(taken: readonly { id: string; after: string | null }[]): Pick<Results, "machine"> {
  if (taken.length === 0) return {};
  const pairs = taken.filter(({ after }) => after !== null).map(({ id, after }) => `${after} → ${id}`);
  return { machine: { transitions: counts(taken.map(({ id }) => id)), pairs: counts(pairs) } };
}
