import { describe, expect, test } from "vitest";
import type { Exchange } from "../../harness/exchange.ts";
import { loadOperations } from "../../specs/operations.ts";
import { agreeToSwap } from "./collation.ts";
import { rule } from "./rules.ts";

const roots: Record<string, string> = { base_url: "/api/v1", api_root: "/api", app_url: "", v3_base_url: "/v3" };

/** An exchange as it could have been, of which a rule looks at a little. */
function exchange(
  operation: string,
  asked: { query?: string; body?: object; path?: string },
  data: unknown,
  headers: Record<string, string> = {},
  status = 200,
): Exchange {
  const found = loadOperations().find(({ id }) => id === operation);
  if (!found) throw new Error(operation);
  const path = asked.path ?? found.path.replace(/\{\w+\}/g, "7");
  return {
    id: "e-1",
    at: "",
    took: 1,
    request: {
      operation: found,
      method: found.method,
      url: `http://127.0.0.1${roots[found.address]}${path}${asked.query ? `?${asked.query}` : ""}`,
      query: {},
      headers: [],
      ...(asked.body ? { body: JSON.stringify(asked.body) } : {}),
    },
    response: { status, headers, body: JSON.stringify({ data }) },
  };
}

const broken = (one: Exchange): string[] =>
  rule(one, JSON.parse(one.response.body)).flatMap(({ requirement, errors }) =>
    errors.length > 0 ? [requirement] : [],
  );
const call = { type: "incoming", status: "missed", call_date: "2026-02-10T10:30:00+00:00" };
const days = { date_from: "2026-02-10", date_to: "2026-02-12" };
const policy = { "ratelimit-policy": "10;w=60", "ratelimit-remaining": "4", "ratelimit-reset": "60" };

describe("one exchange breaks", () => {
  test.each<[string, Exchange]>([
    ["LOC-6", exchange("listConnectedLocations", { query: "page=1&count=1" }, [{ id: 1 }, { id: 2 }])],
    ["CALL-11", exchange("listCalls", { body: { ...days, limit: 1 } }, [call, call])],
    ["CALL-8", exchange("listCalls", { body: { ...days, types: ["outgoing"] } }, [call])],
    ["CALL-9", exchange("listCalls", { body: { ...days, statuses: ["busy"] } }, [call])],
    ["CALL-6", exchange("listCalls", { body: days }, [{ ...call, call_date: "2026-02-14T12:00:00+00:00" }])],
    ["CLI-6", exchange("listClients", { query: "fullname=ann" }, [{ name: "Bob" }])],
    ["CLI-7", exchange("listClients", { query: "paid_min=10" }, [{ spent: 9 }])],
    ["CLI-8", exchange("listClients", { query: "id%5B%5D=1&id%5B%5D=2" }, [{ id: 3 }])],
    [
      "CLI-9",
      exchange("listClients", { query: "changed_after=2026-02-10T00:00:00" }, [{ last_change_date: "2026-02-01" }]),
    ],
    ["SRV-4", exchange("readService", { path: "/v1/services/7/8" }, { id: 9 })],
    ["ACT-7", exchange("searchActivityDates", { query: "from=2026-02-10&till=2026-02-12" }, ["2026-02-13"])],
    ["RES-3", exchange("listResources", { query: "limit=1" }, [{ title: "a" }, { title: "b" }])],
    ["RES-6", exchange("listResources", {}, [{ title: "Room 2" }, { title: "Room 1" }])],
    [
      "RES-7",
      exchange("listResources", {}, [
        { title: "a", id: 10 },
        { title: "a", id: 9 },
      ]),
    ],
    ["RATE-6", exchange("listResources", {}, [], { ...policy, "ratelimit-reset": "12" })],
    ["RATE-7", exchange("listResources", {}, [], { ...policy, "ratelimit-remaining": "11" })],
    ["RATE-2", exchange("listResources", {}, null, { "retry-after": "3", "ratelimit-reset": "4" }, 429)],
  ])("%s", (requirement, one) => {
    expect(broken(one)).toEqual([requirement]);
  });
});

describe("no rule blames", () => {
  test.each<[string, Exchange]>([
    ["a filter that ignores case", exchange("listClients", { query: "fullname=ANN" }, [{ name: "Annika" }])],
    ["a number written with signs", exchange("listClients", { query: "phone=%2B371%2026" }, [{ phone: "371 26-1" }])],
    [
      "a day that is another elsewhere",
      exchange("listCalls", { body: days }, [{ ...call, call_date: "2026-02-09T23:00:00+00:00" }]),
    ],
    ["an empty list of types", exchange("listCalls", { body: { ...days, types: [] } }, [call])],
    ["a size that is none", exchange("listConnectedLocations", { query: "page=1&count=0" }, [{ id: 1 }])],
    [
      "ids of another length under one title",
      exchange("listResources", {}, [
        { title: "a", id: "10" },
        { title: "a", id: "9" },
      ]),
    ],
    [
      "an order that some collation gives",
      exchange("listResources", {}, [{ title: "a" }, { title: "B" }, { title: "Z" }, { title: "ä" }]),
    ],
    ["headers in order", exchange("listResources", {}, [], policy)],
    ["a refusal", exchange("listClients", { query: "paid_min=10" }, null, {}, 403)],
  ])("%s", (_, one) => {
    expect(broken(one)).toEqual([]);
  });
});

test.each([
  ["Room 2", "Room 1", true],
  ["Room 10", "Room 2", false],
  ["b", "A", true],
  ["B", "a", false],
  ["Änderung", "Zimmer", false],
  ["Zimmer", "Abend", true],
  ["same", "same", false],
])("%s before %s is wrong in every collation: %s", (before, after, isSo) => {
  expect(agreeToSwap(before, after)).toBe(isSo);
});
