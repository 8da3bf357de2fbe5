import { expect, test } from "vitest";
import type { InstallState } from "../../specs/install-machine.ts";
import { viewOf } from "../rules/exchange-view.ts";
import { exchange } from "../testing/exchanges.ts";
import { Collection } from "./lists/collection.ts";
import { Zones } from "./lists/possible-times.ts";
import { Model } from "./model.ts";
import type { Seen } from "./operation.ts";

const token = "v3-secret";
const modelWith = (credentials: Model["target"]["credentials"], fixtures: Model["target"]["fixtures"] = {}) =>
  new Model({ credentials, fixtures }, true);

const resources = (from: number, till: number) =>
  Array.from({ length: till - from }, (_, index) => ({ id: 100 + from + index, title: `Room ${100 + from + index}` }));

/** A page of the v3 list, as it was asked for and as it came. */
function page(query: string, data: object[], next: string | null): Seen {
  const body = JSON.stringify({ object: "list", data, has_more: next !== null, next_cursor: next });
  const sent = exchange("listResources", { query, body });
  const request = { ...sent.request, headers: [["Authorization", `Bearer ${token}`]] as [string, string][] };
  return { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
}

const broken = (model: Model, seen: Seen) => model.judge(seen).flatMap(({ cell, holds }) => (holds ? [] : [cell]));

test("a v3 page with a limit that is clamped is not the page without a limit", () => {
  const model = modelWith({ v3_token: token });
  model.learn(page("", resources(0, 25), "next"));
  model.learn(page("limit=1000", resources(0, 30), null));
  expect(broken(model, page("cursor=next", resources(25, 30), null))).toEqual([]);
});

test("a token that serves both surfaces is judged on v3 too", () => {
  const model = modelWith({ partner_token: token, v3_token: token });
  expect(broken(model, page("limit=3", resources(0, 2), "next"))).toEqual(["RES-3"]);
});

test("seeded items without ids that are alike are counted", () => {
  const collection = new Collection(new Zones());
  collection.seed([{ title: "Yoga" }, { title: "Yoga" }, { title: "Yoga" }]);
  expect(collection.total).toBe(3);
});

/** A response to the right caller's request for the connected Locations. */
function locations(query: string, status: number, accept = "application/vnd.api.v2+json"): Seen {
  const sent = exchange("listConnectedLocations", { query, status, body: "{}" });
  const headers: [string, string][] = [
    ["Authorization", `Bearer ${token}`],
    ["Accept", accept],
    ["Content-Type", "application/json"],
  ];
  const request = { ...sent.request, headers };
  return { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
}

test.each([
  ["page=0&count=10", ["ENV-7", "AUTH-7", "VER-3"]],
  ["count=10", []],
  ["page=0&count=0", []],
  ["page=0&count=10&forBooking=2", []],
])("a refusal of the connected Locations with %s breaks only what is documented", (query, cells) => {
  const model = modelWith({ partner_token: token }, { application_id: 7 });
  expect(broken(model, locations(query, 400))).toEqual(cells);
});

test.each([
  [406, []],
  [401, ["ENV-7", "AUTH-7", "VER-3"]],
])("a refusal with %i of another Accept may be for that", (status, cells) => {
  const model = modelWith({ partner_token: token }, { application_id: 7 });
  expect(broken(model, locations("page=0&count=10", status, "text/plain"))).toEqual(cells);
});

test("the status of an application that is not connected may be denied, though another is active there", () => {
  const sent = exchange("readInstallationStatus", { status: 403, body: "{}" });
  const { location_id, application_id } = viewOf(sent).path;
  const request = { ...sent.request, headers: [["Authorization", `Bearer ${token}`]] as [string, string][] };
  const seen = { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
  const own = Number(application_id) + 1;
  const model = modelWith({ partner_token: token }, { location_id: Number(location_id), application_id: own });
  model.links.of({ location: Number(location_id), application: own }).states = new Set(["active"]);
  expect(broken(model, seen)).toEqual([]);
});

test.each([
  [1, ["INST-20", "AUTH-8/grantAccess"]],
  [2, []],
])("a draft that is refused at Location %i, of which the first is a test Location", (location, cells) => {
  const sent = exchange("grantAccess", {
    status: 403,
    path: `/company/${location}/marketplace/applications/9/grant_access`,
  });
  const headers: [string, string][] = [["Authorization", `Bearer ${token}, User owner`]];
  const request = { ...sent.request, headers };
  const seen = { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
  const fixtures = { location_id: 1, second_location_id: 2, application_id: 7, draft_application_id: 9 };
  const model = modelWith({ partner_token: token, owner_user_token: "owner" }, fixtures);
  model.links.of({ location, application: 9 }).states = new Set(["uninstalled"]);
  expect(broken(model, seen)).toEqual(cells);
});

test("the v3 list need not be served to another tenant's token", () => {
  const seen = page("", [], null);
  const location_id = Number(seen.view.path.location_id);
  const model = modelWith({ v3_token: token, v3_other_token: "other" }, { location_id, application_id: 1 });
  model.links.of({ location: location_id, application: 1 }).states = new Set(["active"]);
  const refused = { ...seen, view: { ...seen.view, status: 404 } };
  const other = { ...seen.request, headers: [["Authorization", "Bearer other"]] as [string, string][] };
  expect(broken(model, refused)).toContain("AUTH-11");
  expect(broken(model, { ...refused, request: other })).toEqual([]);
});

test("what is left falls from page to page, but not of pages that were asked for at once", () => {
  const model = modelWith({ v3_token: token });
  const seen = page("", [], null);
  const brokenBy = (left: number) => {
    const headers = { "ratelimit-policy": "120;w=60", "ratelimit-remaining": String(left) };
    const clauses = model.judgeEach({ ...seen, view: { ...seen.view, headers } });
    return clauses.flatMap(({ cell, holds }) => (holds ? [] : [cell]));
  };
  model.beginRace();
  expect([118, 119].flatMap(brokenBy)).toEqual([]);
  model.endRace();
  expect(brokenBy(117)).toEqual([]);
  expect(brokenBy(117)).toEqual(["RATE-7"]);
});

/** A v3 response at a second of the target's clock. */
function answered(second: number, status: number, headers: Record<string, string> = {}): Seen {
  const body = status === 200 ? JSON.stringify({ object: "list", data: [], has_more: false, next_cursor: null }) : "{}";
  const sent = exchange("listResources", { status, headers, body });
  const request = { ...sent.request, headers: [["Authorization", `Bearer ${token}`]] as [string, string][] };
  const at = second * 1000;
  return { request, view: viewOf({ ...sent, request }), moment: { earliest: at, latest: at }, isPaced: false };
}

const refusal = { "retry-after": "10", "ratelimit-reset": "10" };
const policy = { "ratelimit-policy": "5;w=8", "ratelimit-remaining": "4", "ratelimit-reset": "8" };

test.each<[what: string, responses: Seen[], cells: string[]]>([
  ["served at its end", [answered(0, 429, refusal), answered(10, 200)], []],
  ["refused at its end", [answered(0, 429, refusal), answered(10, 429, refusal)], ["RATE-9"]],
  ["served four seconds before its end", [answered(0, 429, refusal), answered(6, 200)], ["RATE-16"]],
  ["served half a second before its end", [answered(0, 429, refusal), answered(9.5, 200)], []],
  [
    "refused anew after something that is not found",
    [answered(0, 429, refusal), answered(10, 404), answered(10, 429, refusal)],
    [],
  ],
  [
    "longer than the window that another response named",
    [answered(0, 200, policy), answered(1, 429, refusal)],
    ["RATE-9"],
  ],
])("a wait that a 429 names: %s", (_, responses, cells) => {
  const model = modelWith({ v3_token: token });
  const found = responses.flatMap((seen) => model.judgeEach(seen).filter(({ holds }) => !holds));
  expect(found.map(({ cell }) => cell).filter((cell) => cell !== "RATE-7")).toEqual(cells);
});

test.each<[what: string, worlds: string[][], cells: string[]]>([
  ["comes twice in a world", [["a", "b", "a"]], ["RES-13"]],
  [
    "comes as early in another world",
    [
      ["1", "2"],
      ["1", "2"],
    ],
    [],
  ],
  ["comes at once in another world, after hundreds in the first", [numbered(600), ["600"]], ["RES-13"]],
])("an X-Request-Id that %s", (_, worlds, cells) => {
  const model = modelWith({ v3_token: token });
  const found = worlds.flatMap((ids) => {
    model.openWorld(model.target, true);
    return ids.flatMap((id, second) => model.judgeEach(answered(second, 200, { "x-request-id": id })));
  });
  expect(found.filter(({ holds }) => !holds).map(({ cell }) => cell)).toEqual(cells);
});

test("an X-Request-Id that counts the calls of control, too, may come again in another world", () => {
  const model = modelWith({ v3_token: token });
  const cells = [400, 0].flatMap((calls, second) => {
    model.openWorld(model.target, true);
    const moment = { earliest: 0, latest: 0 };
    for (let call = 0; call < calls; call++) model.learnControl({ path: "/clock/advance", body: {} }, {}, moment);
    const requests = 401 - calls;
    return Array.from({ length: requests }, (_, index) =>
      model.judgeEach(answered(second, 200, { "x-request-id": String(calls + index + 1) })),
    ).flat();
  });
  expect(cells.filter(({ cell, holds }) => cell === "RES-13" && !holds)).toEqual([]);
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

test.each<[what: string, locations: object[], cells: string[]]>([
  ["the id of another city", [{ country_id: 90, city: "İstanbul", city_id: 35 + 1000 }], ["LOC-14"]],
  ["cities that the dictionary has", [{ country_id: 90, city: "İstanbul", city_id: 34 }], []],
  [
    "a city that the dictionary does not name, so that it is not whole",
    [
      { country_id: 90, city: "Kasaba", city_id: 1006 },
      { country_id: 90, city: "İstanbul", city_id: 1007 },
    ],
    [],
  ],
  ["the name of a city of another country", [{ country_id: 49, city: "İstanbul", city_id: 1006 }], []],
])("connected Locations with %s", (_, items, cells) => {
  const model = modelWith({ partner_token: token }, { application_id: 7 });
  const seen = (operation: string, data: object[]): Seen => {
    const sent = exchange(operation, { query: "page=1&count=10" }, data);
    const request = { ...sent.request, headers: [["Authorization", `Bearer ${token}`]] as [string, string][] };
    return { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
  };
  model.learn(seen("listCities", [{ id: 34, title: "İstanbul", country_id: 90 }]));
  const found = broken(
    model,
    seen(
      "listConnectedLocations",
      items.map((item, index) => ({ id: index + 1, ...item })),
    ),
  );
  expect(found.filter((cell) => cell === "LOC-14")).toEqual(cells);
});

/** What is broken by a refusal of a client that is known, to a user, while the link is in a state. */
function refusedClient(query: string, status: number, user: string, state: InstallState): string[] {
  const sent = exchange("listClients", { query, status, body: "{}" });
  const headers: [string, string][] = [["Authorization", `Bearer ${token}, User ${user}`]];
  const request = { ...sent.request, headers };
  const view = viewOf({ ...sent, request });
  const location = Number(view.path.location_id);
  const credentials = { partner_token: token, system_user_token: "system", owner_user_token: "owner" };
  const model = modelWith(credentials, { location_id: location, application_id: 1 });
  model.links.of({ location, application: 1 }).states = new Set([state]);
  model.collections.of("clients", location).seed([{ id: 5, name: "Anna" }]);
  return broken(model, { request, view, moment: { earliest: 0, latest: 0 }, isPaced: true });
}

test.each<[what: string, query: string, user: string, state: InstallState, cells: string[]]>([
  ["a client that exists", "id=5", "system", "active", ["CLI-8/id"]],
  ["one that does not", "id=6", "system", "active", []],
  ["a page that may be beyond the last", "fullname=Anna&page=1&count=10", "system", "active", []],
  ["while the link is frozen", "id=5", "system", "freezed", []],
  ["to a user whose rights are not known", "id=5", "owner", "active", []],
])("404 says that something does not exist: %s", (_, query, user, state, cells) => {
  expect(refusedClient(query, 404, user, state)).toEqual(cells);
});
