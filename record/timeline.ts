import { groupBy } from "../base/group-by.ts";
import { counted } from "../base/text/wording.ts";
import { anyApplication, claimCovering } from "../specs/ledger/claims.ts";
import { type Entry, entriesOf } from "./journal.ts";
import { isBroken } from "./outcomes.ts";
import type { Results } from "./results.ts";

/** One thing that happened in a scenario: by the platform, by the application, or what was found wrong. */
export interface TimelineEvent {
  /** Milliseconds since the certification began; undefined for what was found at its end. */
  after: number | undefined;
  side: "platform" | "application" | "found";
  text: string;
  /** The exchange that it is, or that shows it. */
  exchange?: string;
}

/** The steps that were played of a scenario, in order. */
export interface PlayedTimeline {
  title: string;
  events: TimelineEvent[];
}

export interface ClaimTimeline {
  claim: string;
  scenarios: PlayedTimeline[];
  requests: number;
  /** The requirements that were found broken in its scenarios. */
  broken: string[];
}

/** The scenarios that were played for a claim, and those that could not be judged. */
export interface JudgedClaim extends ClaimTimeline {
  untestable: string[];
}

/** How much was played for a claim, in words. */
export const playedFor = ({ scenarios, requests }: ClaimTimeline): string =>
  scenarios.length === 0 ? "not tried" : `${counted(scenarios.length, "scenario")}, ${counted(requests, "request")}`;

/** The outcome of each claim: of those for which nothing was played, too. */
export function claimsIn({ requirements }: Results, entries: readonly Entry[]): JudgedClaim[] {
  const claimed = groupBy(
    requirements.filter(({ outcome }) => outcome !== "not-applicable"),
    ({ id }) => claimCovering(id) ?? "",
  );
  const played = new Map(timelinesOf(entries).map((timeline) => [timeline.claim, timeline]));
  const names = [...new Set([...played.keys(), ...claimed.keys()])].filter(
    (claim) => claim !== "" && claim !== anyApplication,
  );
  return names.map((claim) => {
    const timeline = played.get(claim) ?? { claim, scenarios: [], requests: 0, broken: [] };
    const own = claimed.get(claim) ?? [];
    const broken = [...new Set([...timeline.broken, ...own.filter(isBroken).map(({ id }) => id)])];
    return {
      ...timeline,
      broken,
      untestable: own.filter(({ outcome }) => outcome === "untestable").map(({ id }) => id),
    };
  });
}

/** The scenarios of a certification, by claim, as a timeline of both sides. */
export function timelinesOf(entries: readonly Entry[]): ClaimTimeline[] {
  const began = Date.parse(entriesOf(entries, "run")[0]?.started ?? "");
  const steps = entriesOf(entries, "step").filter(({ scenario, claim }) => scenario && claim);
  const claims = new Map<string, Set<string>>();
  for (const { claim = "", scenario = "" } of steps)
    claims.set(claim, (claims.get(claim) ?? new Set<string>()).add(scenario));
  const exchanges = entriesOf(entries, "exchange");
  const times = new Map(exchanges.map(({ id, at }) => [id, Date.parse(at) - began]));
  const scenarios = new Map(exchanges.map(({ id, scenario }) => [id, scenario]));
  // A finding in a request after the play belongs to the scenario that the request came of.
  const findings = entriesOf(entries, "finding").map((finding) => ({
    ...finding,
    scenario: finding.scenario ?? scenarios.get(finding.exchange ?? ""),
  }));
  const eventsOf = (title: string): TimelineEvent[] => [
    ...steps
      .filter(({ scenario }) => scenario === title)
      .map(({ at, text }): TimelineEvent => ({ after: Date.parse(at) - began, side: "platform", text })),
    ...exchanges
      .filter(({ scenario }) => scenario === title)
      .map(
        ({ id, at, request, response }): TimelineEvent => ({
          after: Date.parse(at) - began,
          side: "application",
          text: `${request.method} ${request.url} → ${response.status || "no answer"}`,
          exchange: id,
        }),
      ),
    ...findings
      .filter(({ scenario }) => scenario === title)
      .map(
        ({ requirement, found, expected, exchange }): TimelineEvent => ({
          after: times.get(exchange ?? ""),
          side: "found",
          text: `${requirement}: found ${found}, expected ${expected}`,
          ...(exchange ? { exchange } : {}),
        }),
      ),
  ];
  return [...claims].map(([claim, titles]) => ({
    claim,
    scenarios: [...titles].map((title) => ({ title, events: eventsOf(title).toSorted(byTime) })),
    requests: exchanges.filter(({ scenario }) => scenario && titles.has(scenario)).length,
    broken: [
      ...new Set(
        findings.filter(({ scenario }) => scenario && titles.has(scenario)).map(({ requirement }) => requirement),
      ),
    ],
  }));
}

const byTime = (a: TimelineEvent, b: TimelineEvent): number =>
  (a.after ?? Number.MAX_VALUE) - (b.after ?? Number.MAX_VALUE);
