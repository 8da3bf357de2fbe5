import { expect, test } from "vitest";
import type { ReportedRequest } from "../../../harness/control/control.ts";
import type { Urls } from "../../../harness/target.ts";
import type { ActingClock } from "../../../harness/time/acting-clock.ts";
import { noNetwork } from "../context.ts";
import type { PartnerFinding } from "../recorder.ts";
import { Links } from "../requests/links.ts";
import { type PartnerRequest, readRequest } from "../requests/partner-request.ts";
import { historyChecks } from "./history.ts";
import type { History } from "./history-check.ts";

const urls: Urls = {
  base_url: "http://127.0.0.1:1/api/v1",
  api_root: "http://127.0.0.1:1/api",
  app_url: "http://127.0.0.1:2",
  v3_base_url: "http://127.0.0.1:3/v3",
};
const begin = Date.parse("2026-01-01T00:00:00Z");
const [location, seconds] = [100, 1000];

/** A request, so many milliseconds after the beginning. */
const sent = (
  after: number,
  surface: ReportedRequest["surface"],
  line: string,
  body: object = {},
  status = 200,
): PartnerRequest => {
  const [method = "", url = ""] = line.split(" ");
  const at = new Date(begin + after).toISOString();
  const headers: [string, string][] = [["Authorization", "Bearer P, User S"]];
  return readRequest({ n: after, at, surface, method, url, headers, body: JSON.stringify(body), status }, urls);
};
const status = (after: number) => sent(after, "app", "GET /marketplace/salon/100/application/200");
const history = (after: number) => sent(after, "base", "GET /api/v1/voip/integration/calls", { salon_id: location });
const record = (after: number) => sent(after, "base", "GET /api/v1/record/100/7");
const resources = (after: number) => sent(after, "v3", "GET /v3/locations/100/resources");
const callback = (after: number, answer = 201) =>
  sent(after, "app", "POST /marketplace/partner/callback", { salon_id: location }, answer);
const telephony = (body: object) => sent(1, "base", "POST /api/v1/voip/integration", body);

/** The requirements that requests break, given what became of links and how long this process was late. */
function broken(
  requests: PartnerRequest[],
  change: (links: Links) => void = () => undefined,
  late: number | ActingClock["lostWithin"] = 0,
  isRemote = false,
  answers: readonly (readonly [n: number, next_cursor: string])[] = [],
): string {
  const links = new Links();
  change(links);
  const ids = new Set<string>();
  const everything = {
    requests:
      typeof late === "number" ? requests.map((request) => ({ ...request, earliest: request.at - late })) : requests,
    strays: new Set(),
    links,
    context: {
      clock: { lostWithin: typeof late === "number" ? () => late : late },
      locations: [location],
      urls,
      network: { roundTrip: 0, jitter: 0, isRemote },
      answers: new Map(answers.map(([n, next_cursor]) => [n, { body: JSON.stringify({ next_cursor }) }])),
    },
    recorder: {
      judged: () => undefined,
      untestable: () => undefined,
      observe: () => undefined,
      finding: (id: string) => ids.add(id),
    },
  } as unknown as History;
  for (const { judge } of historyChecks) judge(everything);
  return [...ids].join(", ") || "nothing";
}

test.each([
  ["seven", 17, "the history"],
  ["thirteen", 23, undefined],
])("a data call %s seconds after a freeze is tried again, or beyond doubt", (_, after, expected) => {
  const links = new Links();
  ended("freezed")(links);
  const found: unknown[] = [];
  const everything = {
    requests: [history(after * seconds)],
    strays: new Set(),
    links,
    context: { clock: { lostWithin: () => 0 }, locations: [location], urls, network: noNetwork },
    recorder: {
      judged: () => undefined,
      untestable: () => undefined,
      observe: () => undefined,
      finding: (_id: string, { again }: PartnerFinding) => void found.push(again),
    },
  } as unknown as History;
  for (const { judge } of historyChecks) judge(everything);
  expect(found).toEqual([expected]);
});

const page = (n: number, cursor?: string, answer = 200, of = location) =>
  sent(n, "v3", `GET /v3/locations/${of}/resources${cursor ? `?cursor=${cursor}` : ""}`, {}, answer);

test.each<[what: string, requests: PartnerRequest[], expected: string]>([
  ["that a page gave, and that expired since", [page(1), page(2, "Aa%2B1"), page(3, "Aa%2B1", 422)], "nothing"],
  ["in small letters", [page(1), page(2, "aa%2B1", 422)], "CUR-8"],
  ["of another Location", [page(1), page(2, "Aa%2B1", 422, 101)], "CUR-8"],
  ["whose plus sign is not escaped", [page(1), page(2, "Aa+1", 422)], "nothing"],
])("a refused cursor %s is judged by what pages gave", (_, requests, expected) => {
  expect(broken(requests, undefined, 0, false, [[1, "Aa+1"]])).toBe(expected);
});

const every = (milliseconds: number, count: number) =>
  Array.from({ length: count }, (_, index) => status(index * milliseconds + (index % 2) * 20));

const fiveAt = (after: number) => Array.from({ length: 5 }, () => status(after));

test.each<[rate: string, breaks: string, requests: PartnerRequest[], late: number]>([
  ["five a second, unevenly,", "nothing", every(200, 60), 0],
  ["six a second", "RATE-13", every(160, 20), 0],
  ["six that came together while nobody could look", "nothing", every(10, 6), 1000],
  ["ten of two seconds that came together after a stall", "nothing", [0, 900].flatMap(fiveAt), 100],
  ["seven at once beside a stall", "RATE-13", every(1, 7), 600],
  ["eleven at once", "RATE-12, RATE-13", every(1, 11), 0],
  ["seven a second for six seconds", "RATE-12, RATE-13", every(140, 43), 0],
  ["four a second for a minute", "RATE-12, RATE-13", every(250, 239), 0],
  ["three a second for two minutes", "nothing", every(334, 360), 0],
])("of rates, %s breaks %s", (_, breaks, requests, late) => {
  expect(broken(requests, undefined, late)).toBe(breaks);
});

test.each<[rate: string, breaks: string, requests: PartnerRequest[]]>([
  ["six in a second, one of which was held up,", "nothing", every(160, 6)],
  ["eight in a second", "RATE-13", every(100, 8)],
])("of rates over a network, %s breaks %s", (_, breaks, requests) => {
  expect(broken(requests, undefined, 0, true)).toBe(breaks);
});

const active = (links: Links) => {
  links.granted(location, begin);
  links.callback(callback(1 * seconds));
};
const ended = (state: "freezed" | "uninstalled") => (links: Links) => {
  active(links);
  links.ended(location, begin + 10 * seconds, state);
};
const grantedAnew = (links: Links) => {
  ended("uninstalled")(links);
  links.granted(location, begin + 11 * seconds);
};

/** The application uninstalls itself, which the platform answers with a status. */
const leaves = (answer: number) => (links: Links) => {
  active(links);
  const path = "/api/v1/marketplace/salon/100/application/200/uninstall";
  links.uninstalledByPartner(sent(10 * seconds, "base", `POST ${path}`, {}, answer));
};
/** It does so when it hears of a freeze, and the answer to that is seen later. */
const leavesWhenFrozen = (links: Links) => {
  leaves(200)(links);
  links.ended(location, begin + 11 * seconds, "freezed");
};

test.each<[when: string, breaks: string, requests: PartnerRequest[], change: (links: Links) => void]>([
  ["before any link", "INST-36", [history(0)], () => undefined],
  ["between grant and callback", "INST-36", [history(500)], active],
  ["while the link is active", "nothing", [history(2 * seconds), record(3 * seconds)], active],
  [
    "that an event of another Location may match",
    "nothing",
    [sent(1, "base", "GET /api/v1/record/7/7")],
    () => undefined,
  ],
  [
    "of a Location that nobody connected",
    "INST-36",
    [sent(1, "base", "GET /api/v1/voip/integration/calls", { salon_id: 7 })],
    () => undefined,
  ],
  ["five seconds after a freeze", "nothing", [history(15 * seconds)], ended("freezed")],
  ["seven seconds after a freeze", "LIFE-6", [history(17 * seconds)], ended("freezed")],
  ["of a record, seven seconds after a freeze,", "LIFE-6", [record(17 * seconds)], ended("freezed")],
  ["seven seconds after an uninstall", "LIFE-7", [history(17 * seconds)], ended("uninstalled")],
  ["seven seconds after it uninstalled itself", "LIFE-7", [history(17 * seconds)], leaves(200)],
  ["after it was refused to uninstall itself", "nothing", [history(17 * seconds)], leaves(403)],
  ["after it uninstalled itself where it was frozen", "LIFE-7", [history(20 * seconds)], leavesWhenFrozen],
  ["that only reads the status then", "nothing", [status(17 * seconds)], ended("uninstalled")],
  [
    "that ends a walk just after an uninstall, although the owner is back already,",
    "nothing",
    [history(9 * seconds), history(12 * seconds)],
    grantedAnew,
  ],
  ["that begins when the owner is back, before it is confirmed,", "INST-36", [history(12 * seconds)], grantedAnew],
  ["by v3, seven seconds after a freeze,", "LIFE-11", [resources(17 * seconds)], ended("freezed")],
  ["by v3, seven seconds after an uninstall,", "LIFE-11", [resources(17 * seconds)], ended("uninstalled")],
  ["by v3, five seconds after a freeze,", "nothing", [resources(15 * seconds)], ended("freezed")],
  ["by v3 before any link", "nothing", [resources(0)], () => undefined],
])("a data call %s breaks %s", (_, breaks, requests, change) => {
  expect(broken(requests, change)).toBe(breaks);
});

test.each<[how: string, breaks: string, requests: PartnerRequest[], grants: number[]]>([
  ["once", "nothing", [callback(0)], [0]],
  ["twice", "nothing", [callback(1), callback(900)], [0]],
  ["three times", "INST-41", [callback(1), callback(900), callback(1800)], [0]],
  ["four times, at last refused,", "INST-41", [callback(1), callback(2), callback(3), callback(4, 409)], [0]],
  ["again after a new grant", "nothing", [callback(1), callback(9 * seconds)], [0, 5 * seconds]],
  [
    "three times after a grant, and was refused before it,",
    "INST-41",
    [callback(1, 503), callback(2), callback(6 * seconds), callback(6 * seconds + 1), callback(6 * seconds + 2)],
    [0, 5 * seconds],
  ],
  ["again since the first was not answered well", "nothing", [callback(1, 503), callback(2), callback(3)], [0]],
])("a callback that comes %s breaks %s", (_, breaks, requests, grants) => {
  const grant = (links: Links) => grants.forEach((at) => links.granted(location, begin + at));
  expect(broken(requests, grant)).toBe(breaks);
});

test("time in which this process could not look is no time in which an application went on", () => {
  expect(broken([history(17 * seconds)], ended("freezed"), 5 * seconds)).toBe("nothing");
});

test.each([
  ["half of the time, and it goes on for three seconds", 19, "LIFE-6"],
  ["half of the time, and it goes on for one", 17, "nothing"],
])(
  "where this process was kept from running %s, a data call %s seconds after the start breaks %s",
  (_, after, breaks) => {
    const half: ActingClock["lostWithin"] = (from, to) => (to - from) / 2;
    expect(broken([history(after * seconds)], ended("freezed"), half)).toBe(breaks);
  },
);

/** A call for the history that was read at a second, and not sent before another one. */
const readLate = (at: number, earliest: number): PartnerRequest => ({
  ...history(at * seconds),
  earliest: begin + earliest * seconds,
});

test.each<[calls: string, breaks: string, requests: PartnerRequest[]]>([
  ["two calls that were sent one after the other, seconds after it,", "LIFE-6", [readLate(17, 16.5), readLate(19, 18)]],
  ["two calls that may have been sent together", "nothing", [readLate(18, 16.5), readLate(19, 17.5)]],
  ["two calls of which one may have been sent in time", "nothing", [readLate(17, 15), readLate(19, 18)]],
  ["a single call", "nothing", [readLate(19, 18)]],
])(
  "where this process was kept from running most of the time, %s break %s once a Location had to be left alone",
  (_, breaks, requests) => {
    const most: ActingClock["lostWithin"] = (from, to) => 0.9 * (to - from);
    expect(broken(requests, ended("freezed"), most)).toBe(breaks);
  },
);

const callbacksEvery = (milliseconds: number, count: number) =>
  Array.from({ length: count }, (_, index) => callback(1 + index * milliseconds));

test.each<[how: string, breaks: string, requests: PartnerRequest[]]>([
  ["eight times, up to the end", "INST-41, INST-43", callbacksEvery(2 * seconds, 8)],
  ["eight times, and then no more", "INST-41", [...callbacksEvery(2 * seconds, 8), status(60 * seconds)]],
  ["forty times, and then no more", "INST-41, INST-43", [...callbacksEvery(100, 40), status(60 * seconds)]],
])("a callback that was accepted and comes %s breaks %s", (_, breaks, requests) => {
  const ids = broken(requests, (links) => links.granted(location, begin));
  expect(ids.replace(/, RATE.*|RATE-\d+, /g, "")).toBe(breaks);
});

test.each<[when: string, breaks: string, requests: PartnerRequest[], change: (links: Links) => void]>([
  ["at once", "INST-44", [callback(1 * seconds), callback(10_200, 404)], ended("uninstalled")],
  ["much later, and is accepted,", "INST-44", [callback(1 * seconds), callback(30 * seconds)], ended("uninstalled")],
  ["since the owner is back", "nothing", [callback(1 * seconds), callback(12 * seconds)], grantedAnew],
  ["as the one that crosses it", "nothing", [callback(9 * seconds), callback(10_200, 404)], ended("uninstalled")],
  [
    "that it asked for itself beside the owner",
    "nothing",
    [callback(1 * seconds), callback(12 * seconds)],
    leaves(200),
  ],
  [
    "as a retry of a refused one",
    "nothing",
    [callback(1 * seconds, 503), callback(30 * seconds)],
    ended("uninstalled"),
  ],
])("a callback that comes after an uninstall, %s breaks %s", (_, breaks, requests, change) => {
  expect(broken(requests, change)).toBe(breaks);
});

test.each<[how: string, breaks: string, requests: PartnerRequest[], grants: number[]]>([
  ["twice, as if an answer was lost,", "nothing", [callback(1), callback(900)], [0]],
  [
    "three times whenever the Location comes back",
    "INST-41",
    [1, 11, 12, 13, 21, 22, 23].map((after) => callback(after * seconds)),
    [0, 10 * seconds, 20 * seconds],
  ],
  [
    "twice the first time it comes back",
    "nothing",
    [callback(1), callback(11), callback(12), callback(21)],
    [0, 10, 20],
  ],
  [
    "three times once, and twice another time, of many",
    "nothing",
    [1, 2, 3, 11, 21, 22, 31, 41, 51, 61, 71].map((after) => callback(after * seconds)),
    [0, 10, 20, 30, 40, 50, 60, 70].map((after) => after * seconds),
  ],
  ["four times", "INST-41", [callback(1), callback(2), callback(3), callback(4)], [0]],
])("a callback over a network that comes %s breaks %s", (_, breaks, requests, grants) => {
  const grant = (links: Links) => grants.forEach((at) => links.granted(location, begin + at));
  expect(broken(requests, grant, 0, true)).toBe(breaks);
});

test.each<[what: string, breaks: string, body: object]>([
  ["enables", "nothing", { command: "enable" }],
  ["does not say what it is", "nothing", { command: "setup", salon_id: 1 }],
  ["carries a call's type", "VOIP-5", { command: "x", type: "incoming" }],
])("a first telephony event that %s breaks %s", (_, breaks, body) => {
  expect(broken([telephony(body)])).toBe(breaks);
});

test("a telephony event after one that does not say what it is breaks nothing", () => {
  expect(broken([telephony({ action: "setup" }), telephony({ command: "x", type: "incoming" })])).toBe("nothing");
});
