import { describe, expect, test } from "vitest";
import type { Exchange } from "../../harness/exchange.ts";
import { limit } from "../../specs/limits.ts";
import { exchange } from "../testing/exchanges.ts";
import { viewOf } from "./exchange-view.ts";
import { judgeExchange } from "./judge-exchange.ts";
import { rules, rulesFor } from "./rules.ts";

const brokenRules = (broken: Exchange): string[] => {
  const view = viewOf(broken);
  const ids = rulesFor(view.operation.id).flatMap(({ id, check }) => (check(view)?.length ? [id] : []));
  return [...new Set(ids)];
};

const call = { type: "incoming", status: "missed", call_date: "2026-02-10T10:30:00+00:00" };
const days = { date_from: "2026-02-10", date_to: "2026-02-12" };
const policy = { "ratelimit-policy": "10;w=60", "ratelimit-remaining": "4", "ratelimit-reset": "60" };
const resources = (count: number) => Array.from({ length: count }, (_, id) => ({ id, title: "Room" }));
const titled = (...titles: string[]) => titles.map((title, id) => ({ id, title }));

/** A page of resources whose rate headers agree, but for some. */
const rated = (changed: Record<string, string | undefined>): Exchange => {
  const headers = Object.entries({ ...policy, ...changed }).filter(([, value]) => value !== undefined);
  return exchange("listResources", { headers: Object.fromEntries(headers) }, []);
};

const breaches: [id: string, broken: Exchange][] = [
  ["ENV-5", exchange("listCountries", { status: 500 })],
  ["ENV-6", exchange("listCountries", { body: "<html>" })],
  ["ENV-6", exchange("grantAccess", { status: 403, body: "<html>" })],
  ["ENV-7", exchange("listCountries", { status: 202 })],
  ["ENV-7", exchange("listCountries", { status: 299 })],
  ["DICT-6", exchange("listCountries", {}, [{ id: 1, iso_code: "LV", phone_code: "+370", is_eu: true }])],
  ["DICT-6", exchange("listCountries", {}, [{ id: 1, iso_code: "LV", phone_code: "371", is_eu: false }])],
  [
    "DICT-6",
    exchange("listCountries", {}, [
      { id: 1, iso_code: "LV" },
      { id: 2, iso_code: "LV" },
    ]),
  ],
  ["LOC-13", exchange("listConnectedLocations", {}, [{ timezone: 1, timezone_name: "Europe/Riga" }])],
  ["SRV-6", exchange("readService", { path: "/v1/services/7/8" }, { id: 8, price_min: 3, price_max: 2 })],
  ["ENV-8", exchange("listCountries", { headers: { "content-type": "text/html" } })],
  ["ERR-6", exchange("listCalls", { status: 422, body: '{"success":false,"data":null,"meta":{}}' })],
  ["ERR-6", exchange("listCountries", { status: 400, body: '{"error":"x"}' })],
  ["LOC-6", exchange("listConnectedLocations", { query: "page=1&count=1" }, [{ id: 1 }, { id: 2 }])],
  ["CALL-6", exchange("listCalls", { input: days }, [{ ...call, call_date: "2026-02-14T12:00:00+00:00" }])],
  ["CALL-8", exchange("listCalls", { input: { ...days, types: ["outgoing"] } }, [call])],
  ["CALL-9", exchange("listCalls", { input: { ...days, statuses: ["busy"] } }, [call])],
  ["CALL-11", exchange("listCalls", { input: { ...days, limit: 1 } }, [call, call])],
  ["CLI-6", exchange("listClients", { query: "fullname=ann" }, [{ name: "Bob" }])],
  ["CLI-6", exchange("listClients", { query: "email=ann%40h" }, [{ email: "bob@h" }])],
  ["CLI-6", exchange("listClients", { query: "card=12" }, [{ card: "33" }])],
  ["CLI-6", exchange("listClients", { query: "phone=371" }, [{ phone: "555" }])],
  ["CLI-7", exchange("listClients", { query: "paid_min=10" }, [{ spent: 9 }])],
  ["CLI-7", exchange("listClients", { query: "paid_max=10" }, [{ spent: 11 }])],
  ["CLI-8", exchange("listClients", { query: "id=1" }, [{ id: 3 }])],
  ["CLI-8", exchange("listClients", { query: "id%5B%5D=1&id%5B%5D=2" }, [{ id: 3 }])],
  [
    "CLI-9",
    exchange("listClients", { query: "changed_after=2026-02-10T00:00:00" }, [{ last_change_date: "2026-02-01" }]),
  ],
  [
    "CLI-9",
    exchange("listClients", { query: "changed_before=2026-02-10T00:00:00" }, [{ last_change_date: "2026-02-20" }]),
  ],
  ["CLI-11", exchange("listClients", { query: "page=1&count=1" }, [{ id: 1 }, { id: 2 }])],
  ["SRV-4", exchange("readService", { path: "/v1/services/7/8" }, { id: 9 })],
  ["ACT-5", exchange("searchActivities", { query: "page=1&count=1" }, [{ id: 1 }, { id: 2 }])],
  ["ACT-7", exchange("searchActivityDates", { query: "from=2026-02-10&till=2026-02-12" }, ["2026-02-13"])],
  ["ACT-7", exchange("searchActivityDates", { query: "from=2026-02-10" }, ["2026-02-09"])],
  ["ACT-7", exchange("searchActivityDates", { query: "till=2026-02-12" }, ["2026-02-13"])],
  ["RES-3", exchange("listResources", { query: "limit=1" }, titled("a", "b"))],
  ["RES-3", exchange("listResources", { query: "limit=99" }, resources(100))],
  ["RES-4", exchange("listResources", {}, resources(limit("page_size.default") + 1))],
  ["RES-6", exchange("listResources", {}, titled("Room 2", "Room 1"))],
  [
    "RES-7",
    exchange("listResources", {}, [
      { title: "a", id: 10 },
      { title: "a", id: 9 },
    ]),
  ],
  ["RES-11", exchange("listResources", {}, [{ title: "a" }])],
  ["RES-11", exchange("listResources", {}, [...titled("a"), { id: "1", title: "b" }])],
  ["RES-18", exchange("listResources", { query: "limit=1000" }, resources(limit("page_size.maximum") + 1))],
  ["RATE-2", exchange("listResources", { status: 429, headers: { "retry-after": "3", "ratelimit-reset": "4" } })],
  ["RATE-6", exchange("listResources", { headers: { ...policy, "ratelimit-reset": "12" } }, [])],
  ["RATE-7", exchange("listResources", { headers: { ...policy, "ratelimit-remaining": "11" } }, [])],
];

describe("one exchange breaks", () => {
  test.each(breaches)("%s", (id, broken) => {
    expect(brokenRules(broken)).toEqual([id]);
    expect(judgeExchange(broken).findings.map(({ requirement }) => requirement)).toContain(id);
  });

  test("every rule, among these examples", () => {
    expect(new Set(breaches.map(([id]) => id))).toEqual(new Set(rules.map(({ id }) => id)));
  });
});

describe("an exchange shows nothing of", () => {
  test.each<[string, string, Exchange]>([
    ["LOC-6", "a page that is not full", exchange("listConnectedLocations", { query: "page=1&count=9" }, [{ id: 1 }])],
    ["CALL-6", "a range of days that may have left nothing out", exchange("listCalls", { input: days }, [call])],
    ["CLI-6", "a filter that everybody may fit", exchange("listClients", { query: "fullname=a" }, [{ name: "Ann" }])],
    ["ACT-2", "a count beside one page", exchange("searchActivities", {}, [{ id: 1 }])],
    [
      "ACT-7",
      "dates within a range that may be all there are",
      exchange("searchActivityDates", { query: "from=2026-02-10&till=2026-02-12" }, ["2026-02-11"]),
    ],
    ["RES-6", "titles that are the same", exchange("listResources", {}, resources(2))],
    [
      "RES-7",
      "titles that are different",
      exchange("listResources", {}, [
        { title: "a", id: 1 },
        { title: "b", id: 2 },
      ]),
    ],
    [
      "CUR-2",
      "a 422 that may be for something else than a cursor",
      exchange("listResources", { status: 422, body: '{"error":"x"}' }),
    ],
    ["STAT-4", "a status without payments", exchange("readInstallationStatus", {}, { payments: [], logs: [] })],
  ])("%s: %s", (id, _, fine) => {
    expect([...judgeExchange(fine).judged]).not.toContain(id);
  });
});

describe("no rule blames", () => {
  test.each<[string, Exchange]>([
    ["somebody who paid exactly the least", exchange("listClients", { query: "paid_min=10" }, [{ spent: 10 }])],
    ["somebody who paid exactly the most", exchange("listClients", { query: "paid_max=10" }, [{ spent: 10 }])],
    ["a success that is documented", exchange("listCountries", { body: '{"success":true,"data":[],"meta":{}}' })],
    ["a redirect", exchange("listCountries", { status: 300, body: "" })],
    ["a page as large as may be", exchange("listResources", { query: "limit=2" }, titled("a", "b"))],
    ["a limit that is none", exchange("listResources", { query: "limit=1.5" }, titled("a", "b"))],
    ["a limit of nothing", exchange("listResources", { query: "limit=0" }, titled("a", "b"))],
    ["a limit beyond the maximum", exchange("listResources", { query: "limit=101" }, resources(100))],
    ["a remainder as large as the limit", rated({ "ratelimit-remaining": "10" })],
    ["a policy that cannot be read", rated({ "ratelimit-policy": "many", "ratelimit-reset": "12" })],
    [
      "an error of v3 as text",
      exchange("listResources", { status: 422, body: "expired_cursor", headers: { "content-type": "text/plain" } }),
    ],
    ["a policy without a reset", rated({ "ratelimit-reset": undefined })],
    ["a policy without a remainder", rated({ "ratelimit-remaining": undefined })],
    ["a refusal without a reset", exchange("listResources", { status: 429, headers: { "retry-after": "3" } })],
    [
      "dates on the first and the last day",
      exchange("searchActivityDates", { query: "from=2026-02-10&till=2026-02-12" }, ["2026-02-10", "2026-02-12"]),
    ],
    ["dates without a range", exchange("searchActivityDates", {}, ["2026-02-10"])],
    ["a filter that ignores case", exchange("listClients", { query: "fullname=ANN" }, [{ name: "Annika" }])],
    ["a filter that ignores accents", exchange("listClients", { query: "fullname=zoe" }, [{ name: "Zoë" }])],
    ["a card written with signs", exchange("listClients", { query: "card=0011" }, [{ card: "0000-1111" }])],
    ["a number written with signs", exchange("listClients", { query: "phone=%2B371%2026" }, [{ phone: "371 26-1" }])],
    [
      "a day that is another day elsewhere",
      exchange("listCalls", { input: days }, [{ ...call, call_date: "2026-02-09T23:00:00+00:00" }]),
    ],
    ["an empty list of types", exchange("listCalls", { input: { ...days, types: [] } }, [call])],
    [
      "a day that is not in the calendar",
      exchange("listCalls", { input: { ...days, date_from: "2026-13-01" } }, [call]),
    ],
    ["a page size of zero", exchange("listConnectedLocations", { query: "page=1&count=0" }, [{ id: 1 }])],
    [
      "ids of another length under one title",
      exchange("listResources", {}, [
        { title: "a", id: "10" },
        { title: "a", id: "9" },
      ]),
    ],
    ["an order that some collation gives", exchange("listResources", {}, titled("a", "B", "Z", "ä"))],
    ["rate headers that agree", exchange("listResources", { headers: policy }, [])],
    ["an invalid limit of v3", exchange("listResources", { status: 422, body: '{"error":"x"}' })],
    ["a late callback", exchange("confirmInstallation", { status: 422, body: "" })],
    [
      "an invalid input whose meta is a list",
      exchange("listCalls", { status: 400, body: '{"success":false,"data":null,"meta":[]}' }),
    ],
    ["a refusal", exchange("listClients", { query: "paid_min=10", status: 403 })],
  ])("%s", (_, fine) => {
    expect(brokenRules(fine)).toEqual([]);
  });
});

test.each([
  ["cannot be decoded", "/%ff/%E9%", ""],
  ["is very long", "/0", `?page=${"9".repeat(7000)}`],
])("of a refusal of an address that %s nothing is judged but that the server did not fail", (_, segment, query) => {
  const findingsOf = (status: number) => {
    const broken = exchange("listCountries", { status, body: "<html>" });
    const url = broken.request.url.replace(/\/[^/]*$/, "") + segment + query;
    const { findings } = judgeExchange({ ...broken, request: { ...broken.request, url } });
    return findings.map(({ requirement }) => requirement);
  };
  expect([404, 400, 500].flatMap(findingsOf)).toEqual(["ENV-5"]);
});
