import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../../base/group-by.ts";
import { counted } from "../../base/text/wording.ts";
import type { CellId } from "../../specs/cells.ts";
import type { Clause } from "./clause.ts";
import type { Constants, Zone } from "./constants.ts";
import { everyState, isLinkedState, type Link, type LinkChange, type StatusReading, saysNoLink } from "./link.ts";
import { describeMoment, learnZone, namesMoment } from "./moments.ts";
import { sameMoment } from "./time-limits.ts";

const places = {
  state: "/data/connection_status/status",
  created: "/data/connection_status/created_at",
  logs: "/data/logs",
  payments: "/data/payments",
};

/** A reading of a link, in words. */
const describeReading = ({ status, state }: StatusReading): string =>
  state === undefined ? `the status ${status}` : `a link that is ${JSON.stringify(state)}`;

/** The changes that a log names, in words. */
const changesIn = ({ logs }: StatusReading): string[] =>
  logs.map(({ status_from, status_to }) => `${String(status_from)} → ${String(status_to)}`);

/** The clauses of a reading of the status, by the known link: its state, its log, its age, and that both addresses agree. */
export function judgeStatus(link: Link, operation: string, reading: StatusReading, constants: Constants): Clause[] {
  const zone = constants.zoneAt(link.id.location);
  return [
    ...stateClauses(link, operation, reading),
    ...listedClauses(link, reading),
    ...agreement(link, operation, reading),
    ...(link.onlyState && isLinkedState(link.onlyState) && reading.state === link.onlyState
      ? [...logClauses(link, reading, zone), ...ageClauses(link, reading, zone)]
      : []),
  ];
}

/** The rows of the install machine that lead through an installation. */
const installingRows = new Set(["connect", "reconnect", "confirm", "fast-install", "repeat-callback"]);

function stateClauses(link: Link, operation: string, reading: StatusReading): Clause[] {
  if (link.states.size === everyState.length) return [];
  const allowed = [...link.states].map((state) => (state === "uninstalled" ? "not linked" : `"${state}"`));
  const { state } = reading;
  const { cell, also, provided } = link.blamed;
  // Where the other address has just said what is right, it is the two that do not agree.
  const isOther = [...link.readings].some(([known, before]) => known !== operation && isJustRead(before, reading));
  const own: Clause = {
    cell: isOther ? "INST-26" : cell,
    ...(provided && !isOther ? { provided } : {}),
    holds: link.statesReadAs(reading).length > 0,
    found: describeReading(reading),
    expected: `a link that is ${allowed.join(" or ")}`,
    ...(state === undefined ? {} : { pointer: places.state }),
  };
  // Whether an installation is complete is shown by the steps of one, and by what leaves it alone.
  const isKnown = isLinkedState(link.onlyState) && state !== undefined && installingRows.has(link.lastRow ?? "");
  const complete: Clause = {
    cell: "STAT-9",
    holds: (state === "active") === (link.onlyState === "active"),
    found: describeReading(reading),
    expected: link.onlyState === "active" ? "active after the confirmation" : "anything but active",
    pointer: places.state,
  };
  // That the other address says no more than the first, or that nothing has become of a link to which nothing was done, shows nothing.
  const showsNothing = isOther ? !isLinkedState(state) : link.lastRow === null;
  const both = also && !isOther ? [own, { ...own, cell: also }] : [own];
  const shown = own.holds && showsNothing ? [] : both;
  return isKnown ? [...shown, complete] : shown;
}

/** A Location that is listed as connected has a link. */
function listedClauses({ listedBy }: Link, reading: StatusReading): Clause[] {
  if (!listedBy || (reading.status !== 404 && reading.state !== "uninstalled")) return [];
  return [
    {
      cell: "LOC-8",
      holds: false,
      found: describeReading(reading),
      expected: "a link, since the list of connected Locations names this one",
      reads: [listedBy],
    },
  ];
}

const isJustRead = (before: StatusReading, now: StatusReading): boolean => now.at - before.at <= sameMoment;

/** Either address repeats an earlier reading while nothing has changed. */
function agreement(link: Link, operation: string, reading: StatusReading): Clause[] {
  return [...link.readings].flatMap(([address, before]) => {
    if (before.status !== 200 && reading.status !== 200) return [];
    const isOther = address !== operation;
    // After a while, time itself may have changed what one address says; that is judged by what it said before.
    if (isOther && !isJustRead(before, reading)) return [];
    const where = isOther ? "as at the other address" : "as before";
    const same = (cell: CellId, pointer: string, part: (of: StatusReading) => unknown): Clause => {
      const [found, expected] = [part(reading), part(before)];
      return {
        cell: isOther ? "INST-26" : cell,
        holds: isDeepStrictEqual(found, expected),
        found: shorten(found),
        expected: `${shorten(expected)}, ${where}`,
        pointer,
        reads: [before.request],
      };
    };
    const clauses = [
      ...(isOther
        ? [same("INST-26", "", ({ status }) => status), same("INST-26", places.state, ({ state }) => state)]
        : []),
      same("STAT-3", places.created, ({ createdAt }) => createdAt),
      same("STAT-6/active", places.logs, ({ logs }) => inOrder(logs)),
      ...(before.at < link.paymentsOpenUntil
        ? []
        : [same("STAT-4", places.payments, ({ payments }) => inOrder(payments))]),
    ];
    // That two addresses agree shows something of a link that both name; that one says the same twice shows nothing by itself.
    const isConclusive = isOther && isLinkedState(reading.state);
    return isConclusive ? clauses : clauses.filter(({ holds }) => !holds);
  });
}

/** The number of characters of a value that a sentence repeats. */
const longest = 200;

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Entries in one order, whichever they came in: the order of the log is open. */
const inOrder = (entries: readonly Record<string, unknown>[]): Record<string, unknown>[] =>
  entries.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** True if an entry of a log is about a change; a state without a link may have any name, and a fast install may pass pending. */
function isAbout({ from, to }: LinkChange, { status_from, status_to }: Record<string, unknown>): boolean {
  if (status_to !== to) return false;
  return from === "uninstalled" ? to === "active" || !isLinkedState(status_from) : status_from === from;
}

function logClauses(link: Link, reading: StatusReading, zone: Zone): Clause[] {
  const { logs } = reading;
  const found = changesIn(reading).join(", ") || "nothing";
  const creations = link.changes.filter(({ from }) => from === "uninstalled");
  const [last] = creations.slice(-1);
  // Whether a log keeps what was before the present installation is open; one that has an earlier creation does.
  const isStored = last !== undefined && logs.filter((entry) => isAbout(last, entry)).length > 1 + link.reconnects;
  const since = isStored ? link.changes : link.changes.slice(last ? link.changes.lastIndexOf(last) : 0);
  const required = since.filter(({ to }) => isLinkedState(to));
  const clauses = [...groupBy(required, ({ from, to }) => `${from} → ${to}`)].flatMap(
    ([change, [first, ...more]]): Clause[] => {
      if (!first) return [];
      const entries = logs.filter((entry) => isAbout(first, entry));
      const times = more.length + 1;
      const written: Clause = {
        cell: `STAT-6/${first.to}`,
        holds: entries.length >= times,
        found,
        expected: `an entry ${change}${times > 1 ? `, ${times} times` : ""}`,
        pointer: places.logs,
      };
      const named = entries.length === 1 && times === 1 ? namesMoment(entries[0]?.changed_at, first, zone) : undefined;
      if (named === undefined) return [written];
      const timed: Clause = {
        cell: `STAT-6/${first.to}`,
        holds: named,
        found: `${change} at ${String(entries[0]?.changed_at)}`,
        expected: describeMoment(first, zone),
        pointer: places.logs,
      };
      return [written, timed];
    },
  );
  return [...clauses, ...firstEntry(link, reading, found), ...untrueEntries(link, reading)];
}

/** A first installation is said to come from `uninstalled`. */
function firstEntry({ logBefore, changes }: Link, { logs }: StatusReading, found: string): Clause[] {
  const [first] = changes;
  if (
    logBefore?.length !== 0 ||
    first?.from !== "uninstalled" ||
    changes.slice(1).some(({ from }) => from === "uninstalled")
  )
    return [];
  return [
    {
      cell: "STAT-7",
      holds: logs.some(({ status_from, status_to }) => status_from === "uninstalled" && isLinkedState(status_to)),
      found,
      expected: "an entry from uninstalled",
      pointer: places.logs,
    },
  ];
}

/** No entry is about a change between documented states that did not happen. */
function untrueEntries(link: Link, reading: StatusReading): Clause[] {
  const { logBefore } = link;
  if (!logBefore) return [];
  const allowed = new Map<string, number>();
  const allow = (change: string, times = 1): void => void allowed.set(change, (allowed.get(change) ?? 0) + times);
  for (const change of logBefore) allow(change);
  for (const { from, to } of link.changes) {
    allow(`${from} → ${to}`);
    // A fast install may pass pending.
    if (from === "uninstalled" && to === "active")
      for (const step of ["uninstalled → pending", "pending → active"]) allow(step);
  }
  // A reconnect may stand in the log as a connection, or as a change from pending to pending.
  for (const change of ["uninstalled → pending", "pending → pending"]) allow(change, link.reconnects);
  const documented: readonly unknown[] = everyState;
  const entries = reading.logs.filter(
    ({ status_from, status_to }) => documented.includes(status_from) && documented.includes(status_to),
  );
  const counts = [...groupBy(changesIn({ ...reading, logs: entries }), (change) => change)];
  const untrue = counts.filter(([change, all]) => all.length > (allowed.get(change) ?? 0));
  const [first] = untrue;
  return [
    {
      cell: first ? `STAT-6/${first[0].split(" → ")[1] ?? ""}` : `STAT-6/${link.onlyState ?? ""}`,
      holds: untrue.length === 0,
      found: untrue.map(([change, all]) => `${change}, ${counted(all.length, "time")}`).join("; ") || "no other entry",
      expected: "each change of this link as often as it happened",
      pointer: places.logs,
    },
  ];
}

function ageClauses({ created, createdText }: Link, { createdAt, request }: StatusReading, zone: Zone): Clause[] {
  const named = created ? namesMoment(createdAt, created, zone) : undefined;
  return [
    ...(created && named !== undefined
      ? [
          {
            cell: "STAT-3" as const,
            holds: named,
            found: String(createdAt),
            expected: describeMoment(created, zone),
            pointer: places.created,
          },
        ]
      : []),
    ...(createdText && createdAt !== createdText.text
      ? [
          {
            cell: "STAT-3" as const,
            holds: false,
            found: String(createdAt),
            expected: `${String(createdText.text)}, as before`,
            pointer: places.created,
            reads: createdText.request.url === request.url ? [] : [createdText.request],
          },
        ]
      : []),
  ];
}

/** Rules out every state that does not read like this; after a surprise the link is taken as it reads, so that one fault is not found again and again. */
export function learnStatus(link: Link, operation: string, reading: StatusReading, constants: Constants): void {
  const fitting = link.statesReadAs(reading);
  const wasCertain = link.onlyState !== undefined;
  const seen = fitting.length > 0 ? fitting : everyState.filter((state) => state === reading.state);
  if (fitting.length === 0) {
    link.forget();
    link.granted = undefined;
  }
  link.states = new Set(seen.length > 0 ? seen : everyState);
  if (link.is("active")) link.wasActive = true;
  // Where the status says that there is no link any more, a grant makes a first one.
  if ((link.hasEnded || !wasCertain) && saysNoLink(reading)) {
    link.states = new Set(["uninstalled"]);
    if (link.ending) link.changes.push(link.ending);
    link.ending = undefined;
    link.hasEnded = false;
    link.granted = undefined;
  }
  if (link.stateBefore && link.onlyState !== link.stateBefore) link.forget();
  link.stateBefore = undefined;
  link.readings.set(operation, reading);
  if (reading.status !== 200 || !isLinkedState(link.onlyState)) return;
  link.logBefore ??= link.changes.length === 0 ? changesIn(reading) : undefined;
  link.createdText ??=
    reading.createdAt === undefined ? undefined : { text: reading.createdAt, request: reading.request };
  const zone = constants.zoneAt(link.id.location);
  if (link.created) learnZone(reading.createdAt, link.created, zone);
  for (const change of link.changes)
    for (const { changed_at } of reading.logs.filter((entry) => isAbout(change, entry)).slice(0, 1))
      learnZone(changed_at, change, zone);
}
