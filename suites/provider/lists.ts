import type { Item } from "../../harness/control.ts";
import type { Choices } from "../../harness/requests.ts";
import { ensureInstalled, grant, install, place } from "./installing.ts";
import { installs } from "./needs.ts";
import { holdsExactly, itemsOf, walk } from "./pages.ts";
import { type Proof, proof } from "./proof.ts";
import type { Stage } from "./stage.ts";

const asSystem = ["installed", "control.seed", "credentials.system_user_token"];

/** Moments whose date is the same in every zone that could be meant. */
const noon = (day: string): string => `${day}T12:00:00+00:00`;
const days = Array.from({ length: 8 }, (_, index) => `2026-02-${String(index + 10).padStart(2, "0")}`);
const [firstDay = "", lastDay = ""] = [days[0], days.at(-1)];

const statuses = ["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"];
const types = ["incoming", "outgoing", "internal"];

/** Calls of every status, type and day, of a few numbers, with and without a client and a recording. */
const calls = Array.from({ length: 56 }, (_, index) => ({
  id: 500_001 + index,
  client_id: index % 3 === 0 ? 0 : index,
  caller_phone: `+3712610${String(index % 5)}555`,
  record_link: index % 2 === 0 ? "" : `https://records.example/${index}.mp3`,
  duration: index,
  status: statuses[index % statuses.length] ?? "",
  type: types[index % types.length] ?? "",
  call_date: noon(days[index % days.length] ?? firstDay),
}));

const history = (stage: Stage, more: object = {}, location = stage.fixture("location_id")) =>
  stage.ask("listCalls", {
    body: { salon_id: location, date_from: firstDay, date_to: lastDay, ...more },
    authorization: stage.as("system_user_token"),
  });

async function beginCalls(stage: Stage): Promise<Item[]> {
  return stage.control.seed(stage.fixture("location_id"), "calls", calls);
}

const idsWhere = (items: readonly Item[], holds: (item: Item) => boolean): unknown[] =>
  items.filter(holds).map(({ id }) => id);
const dayOf = (item: Item, field: string): string => String(item[field]).slice(0, 10);

/** Proofs of the call history. */
const callProofs: Proof[] = [
  proof("CALL-6", "the history holds the days asked for, both included", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    for (const [from, to] of [
      [days[2], days[5]],
      [days[3], days[3]],
      [firstDay, lastDay],
      ["2026-03-10", "2026-03-20"],
    ]) {
      const found = await history(stage, { date_from: from, date_to: to });
      holdsExactly(
        stage,
        "CALL-6",
        found,
        idsWhere(items, (item) => dayOf(item, "call_date") >= (from ?? "") && dayOf(item, "call_date") <= (to ?? "")),
      );
    }
  }),

  proof("CALL-5 CALL-17", "what a call lacks is told as documented", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    const found = await history(stage);
    const byId = new Map((itemsOf(found) ?? []).map((item) => [String(item.id), item]));
    for (const item of items) {
      const told = byId.get(String(item.id));
      if (!told) continue;
      if (item.client_id === 0)
        stage.holds("CALL-5", found, told.client_id === 0, `client_id ${String(told.client_id)}`, "0");
      if (item.record_link === "")
        stage.holds(
          "CALL-17",
          found,
          told.record_link === "",
          `record_link ${JSON.stringify(told.record_link)}`,
          "an empty string",
        );
    }
  }),

  proof("CALL-7", "the history holds the calls of a number", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    for (const phone of new Set(items.map((item) => String(item.caller_phone)))) {
      holdsExactly(
        stage,
        "CALL-7",
        await history(stage, { phone }),
        idsWhere(items, (item) => item.caller_phone === phone),
      );
    }
  }),

  proof("CALL-8", "the history holds the calls of each type, alone and together", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    for (const asked of [...types.map((type) => [type]), ["incoming", "internal"], ["internal", "outgoing"], types]) {
      holdsExactly(
        stage,
        "CALL-8",
        await history(stage, { types: asked }),
        idsWhere(items, (item) => asked.includes(String(item.type))),
      );
    }
  }),

  proof("CALL-9", "the history holds the calls of each status, alone and together", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    for (const asked of [
      ...statuses.map((status) => [status]),
      ["success", "busy"],
      ["missed", "notfound", "cancel"],
      statuses,
    ]) {
      holdsExactly(
        stage,
        "CALL-9",
        await history(stage, { statuses: asked }),
        idsWhere(items, (item) => asked.includes(String(item.status))),
      );
    }
  }),

  proof("CALL-10", "several filters of the history hold at once", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    const [sample] = items;
    const cases = [
      { types: ["incoming"], statuses: ["success", "missed", "busy"] },
      { types: ["internal", "outgoing"], phone: String(sample?.caller_phone) },
      { statuses: ["success", "cancel"], phone: String(sample?.caller_phone), date_from: days[1], date_to: days[6] },
    ];
    for (const asked of cases) {
      const holds = (item: Item) =>
        (!asked.types || asked.types.includes(String(item.type))) &&
        (!asked.statuses || asked.statuses.includes(String(item.status))) &&
        (!asked.phone || item.caller_phone === asked.phone) &&
        dayOf(item, "call_date") >= (asked.date_from ?? firstDay) &&
        dayOf(item, "call_date") <= (asked.date_to ?? lastDay);
      holdsExactly(stage, "CALL-10", await history(stage, asked), idsWhere(items, holds));
    }
  }),

  proof("CALL-11", "the pages of the history hold each call once", asSystem, async (stage) => {
    const items = await beginCalls(stage);
    const expected = items.map(({ id }) => id);
    await walk(stage, {
      page: (page, limit) => history(stage, { page, limit }),
      expected,
      size: 10,
      ofSize: "CALL-11",
      ofWhole: "CALL-11",
    });
  }),

  proof(
    "CALL-12 ENV-2",
    "the history is the Location's own",
    [...asSystem, "fixtures.second_location_id"],
    async (stage) => {
      const here = place(stage);
      const there = place(stage, { location: stage.fixture("second_location_id") });
      await ensureInstalled(stage, there);
      const mine = await stage.control.seed(here.location, "calls", calls.slice(0, 7));
      await stage.control.seed(
        there.location,
        "calls",
        calls.slice(7, 20).map((call) => ({ ...call, id: call.id + 1000 })),
      );
      holdsExactly(
        stage,
        "CALL-12",
        await history(stage),
        mine.map(({ id }) => id),
      );
      await stage.control.seed(here.location, "calls", []);
      holdsExactly(stage, "CALL-12", await history(stage), []);
    },
  ),
];

/** Days so far apart that a moment between two of them is between them in every time zone. */
const turns = ["2026-01-05", "2026-01-10", "2026-01-15", "2026-01-20", "2026-01-25", "2026-01-30"];
const between = (index: number): string =>
  `${turns[index]?.slice(0, 8)}${String(Number(turns[index]?.slice(8)) + 3).padStart(2, "0")}T00:00:00`;

/** Clients with parts to find, of several scripts, whose numbers, cards and sums differ. */
const clients = Array.from({ length: 23 }, (_, index) => ({
  id: 700_001 + index,
  name: ["Anna Kalniņa", "Иван Петров", "山田 太郎", "Zane Ozola", "Bob"][index % 5] ?? "",
  phone: `3712${String(6_000_000 + index * 1117)}`,
  email: index % 4 === 0 ? "" : `person${index}@${index % 3 === 0 ? "mail" : "post"}.example`,
  card: index % 3 === 0 ? "" : 880_000 + index * 7,
  spent: index * 50,
  last_change_date: noon(turns[index % turns.length] ?? firstDay),
}));

const listClients = (stage: Stage, query: Choices["query"] = {}, location_id = stage.fixture("location_id")) =>
  stage.ask("listClients", {
    path: { location_id },
    query: Array.isArray(query) ? query : { page: 1, count: 50, ...query },
    authorization: stage.as("system_user_token"),
  });

async function beginClients(stage: Stage): Promise<Item[]> {
  return stage.control.seed(stage.fixture("location_id"), "clients", clients);
}

const has = (field: string, part: string) => (item: Item) => String(item[field]).includes(part);

/** A filter of the clients list, what it finds, and the requirement that says so. */
const clientFilters: [requirement: string, query: Record<string, string | number>, holds: (item: Item) => boolean][] = [
  ["CLI-6", { fullname: "nna Kal" }, has("name", "nna Kal")],
  ["CLI-6", { fullname: "Петров" }, has("name", "Петров")],
  ["CLI-6", { fullname: "Kaln" }, has("name", "Kaln")],
  ["CLI-6", { phone: "6001117" }, has("phone", "6001117")],
  ["CLI-6", { phone: "37126" }, has("phone", "37126")],
  ["CLI-6", { phone: "011" }, has("phone", "011")],
  ["CLI-6", { email: "@mail" }, has("email", "@mail")],
  ["CLI-6", { email: "person1" }, has("email", "person1")],
  ["CLI-6", { card: "8800" }, has("card", "8800")],
  ["CLI-6", { card: "0007" }, has("card", "0007")],
  ["CLI-7", { paid_min: 500 }, (item) => Number(item.spent) >= 500],
  ["CLI-7", { paid_max: 250 }, (item) => Number(item.spent) <= 250],
  ["CLI-7", { paid_min: 300, paid_max: 600 }, (item) => Number(item.spent) >= 300 && Number(item.spent) <= 600],
  ["CLI-8", { id: 700_005 }, (item) => item.id === 700_005],
  ["CLI-9", { changed_after: between(2) }, (item) => turns.indexOf(dayOf(item, "last_change_date")) > 2],
  ["CLI-9", { changed_before: between(3) }, (item) => turns.indexOf(dayOf(item, "last_change_date")) <= 3],
  [
    "CLI-9",
    { changed_after: between(0), changed_before: between(4) },
    (item) => turns.indexOf(dayOf(item, "last_change_date")) > 0 && turns.indexOf(dayOf(item, "last_change_date")) <= 4,
  ],
  ["CLI-10", { fullname: "Kaln", email: "@post" }, (item) => has("name", "Kaln")(item) && has("email", "@post")(item)],
  ["CLI-10", { fullname: "Bob", paid_min: 400 }, (item) => has("name", "Bob")(item) && Number(item.spent) >= 400],
];

/** Proofs of the clients list. */
const clientProofs: Proof[] = [
  ...clientFilters.map(([requirement, query, holds]) =>
    proof(requirement, `clients are found by ${Object.keys(query).join(" and ")}`, asSystem, async (stage) => {
      const items = await beginClients(stage);
      holdsExactly(stage, requirement, await listClients(stage, query), idsWhere(items, holds));
    }),
  ),

  proof("CLI-8", "clients are found by several ids", asSystem, async (stage) => {
    await beginClients(stage);
    const ids = [700_002, 700_009, 700_020];
    const several = ids.map((id): [string, string] => ["id[]", String(id)]);
    holdsExactly(stage, "CLI-8", await listClients(stage, [["page", "1"], ["count", "50"], ...several]), ids);
  }),

  proof(
    "CLI-11 CLI-5 CLI-4",
    "the pages of the clients list hold each client once, and count them",
    asSystem,
    async (stage) => {
      const items = await beginClients(stage);
      const expected = items.map(({ id }) => id);
      await walk(stage, {
        page: async (page, count) => {
          const found = await listClients(stage, { page, count });
          const meta = (JSON.parse(found.response.body || "{}") as { meta?: { page?: unknown; total_count?: unknown } })
            .meta;
          if (page > 0 && (itemsOf(found)?.length ?? 0) > 0) {
            stage.holds(
              "CLI-5",
              found,
              meta?.total_count === expected.length,
              `total_count ${String(meta?.total_count)}`,
              String(expected.length),
              "/meta/total_count",
            );
            stage.holds("CLI-5", found, meta?.page === page, `page ${String(meta?.page)}`, String(page), "/meta/page");
          }
          return found;
        },
        expected,
        size: 5,
        ofSize: "CLI-11",
        ofWhole: "CLI-11",
      });
    },
  ),

  proof(
    "CLI-12",
    "the clients list is the Location's own",
    [...asSystem, "fixtures.second_location_id"],
    async (stage) => {
      const there = place(stage, { location: stage.fixture("second_location_id") });
      const items = await beginClients(stage);
      await ensureInstalled(stage, there);
      await stage.control.seed(
        there.location,
        "clients",
        clients.slice(0, 4).map((client) => ({ ...client, id: client.id + 1000 })),
      );
      holdsExactly(
        stage,
        "CLI-12",
        await listClients(stage),
        items.map(({ id }) => id),
      );
    },
  ),

  proof(
    "SRV-4",
    "the service that is read is the one asked for",
    ["urls.api_root", "credentials.partner_token", "fixtures.location_id", "fixtures.service_id"],
    async (stage) => {
      const path = { location_id: stage.fixture("location_id"), service_id: stage.fixture("service_id") };
      const read = await stage.ask("readService", { path, authorization: stage.as("partner") });
      stage.needs(read, 200);
      const { id } = (JSON.parse(read.response.body) as { data?: { id?: unknown } }).data ?? {};
      stage.holds(
        "SRV-4",
        read,
        id === path.service_id,
        `the service ${String(id)}`,
        `the service ${path.service_id}`,
        "/data/id",
      );
    },
  ),
];

/** Events of several days, services, team members and resources. */
const activities = Array.from({ length: 24 }, (_, index) => ({
  id: 900_001 + index,
  date: noon(days[index % days.length] ?? firstDay),
  service_id: 40 + (index % 3),
  staff_id: 60 + (index % 4),
  resource_ids: index % 5 === 0 ? [] : [80 + (index % 2), 90 + (index % 3)],
}));

const search = (stage: Stage, operation: string, query: Choices["query"] = {}) =>
  stage.ask(operation, {
    path: { location_id: stage.fixture("location_id") },
    query,
    authorization: stage.as("partner"),
  });

const range = { from: firstDay, till: lastDay };
const activitySearch = ["control.seed", "urls.base_url", "credentials.partner_token", "fixtures.location_id"];

/** A filter by one id, and what it finds. */
const activityFilters: [query: Record<string, string | number>, holds: (item: Item) => boolean][] = [
  [{ service_ids: 41 }, (item) => item.service_id === 41],
  [{ staff_ids: 62 }, (item) => item.staff_id === 62],
  [{ resource_ids: 81 }, (item) => (item.resource_ids as number[]).includes(81)],
  [{ resource_ids: 92 }, (item) => (item.resource_ids as number[]).includes(92)],
  [{ service_ids: 40, staff_ids: 60 }, (item) => item.service_id === 40 && item.staff_id === 60],
];

const datesWhere = (items: readonly Item[], holds: (item: Item) => boolean): string[] =>
  [...new Set(items.filter(holds).map((item) => dayOf(item, "date")))].toSorted();

/** Proofs of the activity searches. */
const activityProofs: Proof[] = [
  proof("ACT-3", "the search finds the days asked for, both included", activitySearch, async (stage) => {
    const items = await stage.control.seed(stage.fixture("location_id"), "activities", activities);
    for (const [from = "", till = ""] of [
      [days[2], days[5]],
      [days[4], days[4]],
      [firstDay, lastDay],
    ]) {
      holdsExactly(
        stage,
        "ACT-3",
        await search(stage, "searchActivities", { from, till, page: 1, count: 50 }),
        idsWhere(items, (item) => dayOf(item, "date") >= from && dayOf(item, "date") <= till),
      );
    }
    stage.observe(
      "status of a range that ends before it begins",
      (await search(stage, "searchActivities", { from: lastDay, till: firstDay, page: 1, count: 5 })).response.status,
    );
  }),

  proof("ACT-4", "the search finds by service, team member and resource", activitySearch, async (stage) => {
    const items = await stage.control.seed(stage.fixture("location_id"), "activities", activities);
    for (const [query, holds] of activityFilters)
      holdsExactly(
        stage,
        "ACT-4",
        await search(stage, "searchActivities", { ...range, ...query, page: 1, count: 50 }),
        idsWhere(items, holds),
      );
  }),

  proof("ACT-5", "the pages of the search hold each Event once", activitySearch, async (stage) => {
    const items = await stage.control.seed(stage.fixture("location_id"), "activities", activities);
    const expected = items.map(({ id }) => id);
    await walk(stage, {
      page: (page, count) => search(stage, "searchActivities", { ...range, page, count }),
      expected,
      size: 7,
      ofSize: "ACT-5",
      ofWhole: "ACT-5",
    });
  }),

  proof("ACT-7", "the dates are those on which Events match", activitySearch, async (stage) => {
    const items = await stage.control.seed(stage.fixture("location_id"), "activities", activities);
    for (const [query, holds] of [[{}, () => true] as (typeof activityFilters)[number], ...activityFilters]) {
      const found = await search(stage, "searchActivityDates", { ...range, ...query });
      const told = (JSON.parse(found.response.body || "{}") as { data?: unknown }).data;
      const dates = Array.isArray(told) ? [...new Set(told.map(String))].toSorted() : [];
      stage.holds(
        "ACT-7",
        found,
        dates.join() === datesWhere(items, holds).join(),
        dates.join(", ") || "none",
        datesWhere(items, holds).join(", "),
        "/data",
      );
    }
  }),

  proof("ACT-8 ACT-9", "the range is from the first to the last date that matches", activitySearch, async (stage) => {
    const items = await stage.control.seed(
      stage.fixture("location_id"),
      "activities",
      activities.slice(3, 19).filter((one) => one.service_id !== 41 || one.date > noon(days[3] ?? "")),
    );
    for (const [query, holds] of [[{}, () => true] as (typeof activityFilters)[number], ...activityFilters]) {
      const dates = datesWhere(items, holds);
      if (dates.length === 0) continue;
      const found = await search(stage, "searchActivityDateRange", query);
      const told = (JSON.parse(found.response.body || "{}") as { data?: { min_date?: unknown; max_date?: unknown } })
        .data;
      for (const name of ["min_date", "max_date"] as const) {
        const value = told?.[name];
        stage.holds(
          "ACT-8",
          found,
          typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
          JSON.stringify(value) ?? "nothing",
          "a date in the form YYYY-MM-DD",
          `/data/${name}`,
        );
      }
      const seen = `${String(told?.min_date)} to ${String(told?.max_date)}`;
      stage.holds(
        "ACT-9",
        found,
        seen === `${dates[0]} to ${dates.at(-1)}`,
        seen,
        `${dates[0]} to ${dates.at(-1)}`,
        "/data",
      );
    }
  }),
];

const listed = [
  "control.seed",
  "urls.base_url",
  "credentials.partner_token",
  "fixtures.application_id",
];
const locations = (stage: Stage, query: Choices["query"] = {}) =>
  stage.ask("listConnectedLocations", {
    path: { application_id: stage.fixture("application_id") },
    query: { page: 1, count: 10, ...query },
    authorization: stage.as("partner"),
  });

/** Proofs of the list of connected Locations. */
const locationProofs: Proof[] = [
  proof(
    "LOC-6 LOC-7 ENV-1 ENV-2 LOC-1 LOC-2",
    "the pages of connected Locations hold each of them once",
    listed,
    async (stage) => {
      const items = await stage.control.seedConnected(
        stage.fixture("application_id"),
        Array.from({ length: 23 }, (_, index) => ({ title: `Salon ${index}` })),
      );
      await walk(stage, {
        page: (page, count) => locations(stage, { page, count }),
        expected: items.map(({ id }) => id),
        size: 5,
        ofSize: "LOC-6",
        ofWhole: "LOC-7",
      });
    },
  ),

  proof("ENV-2", "a list of no connected Locations is a list", listed, async (stage) => {
    await stage.control.seedConnected(stage.fixture("application_id"), []);
    await locations(stage);
  }),

  proof(
    "LOC-3 LOC-4",
    "next_slot is there on every page when it is asked for, and on none otherwise",
    listed,
    async (stage) => {
      await stage.control.seedConnected(
        stage.fixture("application_id"),
        Array.from({ length: 7 }, (_, index) => ({ title: `Salon ${index}` })),
      );
      for (const page of [1, 2, 3]) {
        await locations(stage, { page, count: 3, forBooking: 1 });
        await locations(stage, { page, count: 3 });
      }
    },
  ),

  proof(
    "LOC-8",
    "the list holds a Location once it is active, and none that never connected",
    [...installs, ...listed, "fresh", "fixtures.second_location_id"],
    async (stage) => {
      const here = place(stage);
      const others = await stage.control.seedConnected(here.application, [{ title: "Elsewhere" }]);
      await install(stage, here);
      const expected = [here.location, ...others.map(({ id }) => id)];
      holdsExactly(stage, "LOC-8", await locations(stage), expected);
    },
  ),

  proof(
    "INST-1",
    "a second application can be connected to a Location",
    [...installs, "fresh", "fixtures.fast_application_id"],
    async (stage) => {
      stage.needs(await grant(stage, place(stage)), 201);
      stage.answers(
        "INST-1",
        await grant(stage, place(stage, { application: stage.fixture("fast_application_id") })),
        201,
      );
    },
  ),

  proof(
    "ENV-5",
    "input that is not described is answered without a server error",
    [...installs, "fresh"],
    async (stage) => {
      const path = { application_id: stage.fixture("application_id") };
      stage.observe(
        "status of a list without its page",
        (await stage.ask("listConnectedLocations", { path, authorization: stage.as("partner") })).response.status,
      );
      stage.observe(
        "status of an empty callback",
        (await stage.ask("confirmInstallation", { authorization: stage.as("partner") })).response.status,
      );
    },
  ),
];

export const listProofs: Proof[] = [...locationProofs, ...callProofs, ...clientProofs, ...activityProofs];
