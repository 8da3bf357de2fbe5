import { beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../cli/testing/rows.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { access } from "../../sandbox/faults/changes/access.ts";
import { data, field, items } from "../../sandbox/faults/changes/data.ts";
import { all, type BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import { connection, log } from "../../sandbox/faults/changes/installation-status.ts";
import { statusReads } from "../../sandbox/faults/changes/operations.ts";
import { errorBody, header, patch, reply, replyIf, status } from "../../sandbox/faults/changes/replies.ts";
import { putting, refusingIf } from "../../sandbox/faults/changes/routes.ts";
import { savingElsewhere } from "../../sandbox/faults/changes/telephony.ts";
import { envelope, notice } from "../../sandbox/faults/changes/webhooks.ts";
import { filter, guard, order, policy, row } from "../../sandbox/faults/changes/world.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { loadOperations } from "../../specs/operations.ts";
import { unknownId } from "../../suites/model/unknown-id.ts";
import { unseen } from "../../suites/observations/unseen.ts";
import { judge, type SandboxRun } from "../../suites/testing/judging.ts";
import { baselineOf } from "./baseline.ts";
import { compareBaselines } from "./baseline-comparison.ts";

const openIds = loadLedger().flatMap((requirement) =>
  requirement.level === "open" && binds(requirement, "provider") ? [requirement.id] : [],
);

/** A time on the same day, five hours away. */
const fiveHoursOff = (time: string): string =>
  time.replace(/ (\d\d):/, (_, hour: string) => {
    const other = Number(hour) < 12 ? Number(hour) + 5 : Number(hour) - 5;
    return ` ${String(other).padStart(2, "0")}:`;
  });

/** A change of what the sandbox does in each open place; one change may show in several. */
const changes: Record<string, BehaviourChange> = {
  "ACT-10": items("searchActivities", (item) => ({ ...item, room: "A" })),
  "ACT-11": refusingIf("searchActivities", 422, ({ query }) => query.getAll("service_ids").length > 1),
  "ACT-12": data("searchActivityDateRange", (range: { min_date: unknown }) =>
    range.min_date === null ? { min_date: "", max_date: "" } : range,
  ),
  "LOC-9": data("listConnectedLocations", (list: { id: number }[], { world, path }) =>
    list.filter(({ id }) => world.link(id, Number(path.application_id))?.state !== "freezed"),
  ),
  "LOC-10": policy({ v1PageMaximum: 100 }),
  "LOC-12": refusingIf("listConnectedLocations", 422, ({ query }) => !query.has("page")),
  "CUR-7": () => (behaviour) => ({ ...behaviour, cursorRefusals: behaviour.cursorRefusals.toReversed() }),
  "CLI-13": filter(
    "clients",
    "changed_after",
    ({ last_change_date }, value) => Date.parse(String(last_change_date)) > Date.parse(`${value}Z`),
  ),
  "SRV-5": refusingIf("readService", 404, ({ query }) => query.get("staff_id") === String(unknownId)),
  "DICT-3": field("listCountries", "group_type", () => 7),
  "ERR-7": errorBody("listResources", [404], () => ({ title: "Not found" })),
  "INST-9": row("confirm freezed", { answers: 409 }),
  "INST-15": replyIf(
    statusReads,
    ({ status: code }, { world, path }) =>
      code === 200 && world.link(Number(path.location_id), Number(path.application_id))?.state === "uninstalled",
    () => ({ status: 404, body: { success: false, data: null, meta: { message: "Gone." } } }),
  ),
  "INST-16": row("grant again", { answers: 409 }),
  "INST-19": access({ dataStates: ["active", "freezed"] }),
  "INST-21": guard("fast install", ({ application }) => !application.isPublic || application.isDraft),
  "INST-23": patch("grantAccess", { data: {} }),
  "INST-24": patch("confirmInstallation", { data: {} }),
  "INST-25": row("confirm late", { answers: 409 }),
  "INST-28": items("listCompanies", (item) => ({ ...item, city: "Riga" })),
  "INST-42": row("confirm unasked", { answers: 409 }),
  "LIFE-4": envelope("freeze", (body) => ({ ...body, reason: "expired" })),
  "LIFE-10": row("uninstall freezed", { emits: "uninstall" }),
  "MKT-11": items("listTariffs", (item) => ({ ...item, currency: "EUR" })),
  "RATE-10": policy({ v3Limit: 90 }),
  "RATE-11": status("listCountries", 429, 403),
  "RES-12": putting("listResources", "limit", (value) => (value === "0" ? "1" : value)),
  "RES-19": order((a, b) => String(a.title).localeCompare(String(b.title), "en") || Number(a.id) - Number(b.id)),
  "STAT-8": log((entry) => ({ ...entry, source: "platform" })),
  "STAT-11": replyIf(
    statusReads,
    ({ status: code }, { world, path }) =>
      code === 404 && !world.link(Number(path.location_id), Number(path.application_id)),
    (answer) => ({ ...answer, status: 403 }),
  ),
  "STAT-12": connection(({ created_at }) => ({ created_at: fiveHoursOff(String(created_at)) })),
  "VER-7": header("listClients", 200, "sunset", () => "Sat, 31 Dec 2033 00:00:00 GMT"),
  "HOOK-13": envelope("*", (body) => (body.status === "create" ? { ...body, status: "created" } : body)),
  "HOOK-14": notice("*", (webhook) => ({ ...webhook, headers: { ...webhook.headers, "x-signature": "a1b2" } })),
  "VOIP-8": savingElsewhere(),
  // Places that bind in part: the rest of them is open.
  "AUTH-13": replyIf(
    "listResources",
    ({ status: code }, { caller }) => code === 403 && caller.credential?.scopes.length === 0,
    (answer) => ({ ...answer, status: 401 }),
  ),
  "CLI-14": reply("listClients", () => (answer, { world, path }) => {
    const { meta, ...rest } = (answer.body ?? {}) as { meta: object };
    const total_count = world.collection("clients", Number(path.location_id)).length;
    return answer.status === 200 ? { ...answer, body: { ...rest, meta: { ...meta, total_count } } } : answer;
  }),
  "ERR-6": errorBody("listCalls", [422], (body) => ({ ...body, meta: { message: "No.", code: "invalid" } })),
  "HOOK-12": envelope("GoodEvent", (body) => ({ ...body, data: { ...(body.data as object), brand: "x" } })),
  "RES-11": items("listResources", (item) => ({ ...item, colour: "red" })),
};

const baseline = ({ entries }: SandboxRun) => baselineOf(entries, loadOperations());

describe("open places", () => {
  let before: SandboxRun;
  let changedFacts: string[];

  beforeAll(async () => {
    before = await judge();
    const after = await judge({ behaviour: all(...Object.values(changes))()(specified()) });
    const compared = compareBaselines(baseline(before), baseline(after), []).changes;
    // A fact may be gone because a proof could not go on.
    changedFacts = compared.flatMap(({ fact, change }) => (change === "gone" ? [] : [fact]));
  });

  test("each leave an observation, unless there is a reason why nothing can be seen", () => {
    const seen = new Set(
      before.entries.flatMap((entry) => (entry.kind === "observation" ? [entry.topic.replace(/:.*/, "")] : [])),
    );
    expect(openIds.filter((id) => !seen.has(id) && !(id in unseen))).toEqual([]);
    expect(Object.keys(unseen).filter((id) => seen.has(id) || !openIds.includes(id))).toEqual([]);
  });

  test("each have a change in the table, or a test of their own", () => {
    expect(openIds.filter((id) => !(id in changes) && !(id in unseen))).toEqual(["VER-5"]);
  });

  test.each(rowsOf(Object.keys(changes)))("a change of %s is reported by a comparison", (id) => {
    expect(changedFacts.filter((fact) => fact.startsWith(`observed: ${id}: `))).not.toEqual([]);
  });

  test("that the preview surface is no longer live is reported by a comparison", async () => {
    const gone = reply("listResources", () => () => ({ status: 503 }))()(specified());
    const [live, after] = [await judge({ only: ["RES-1"] }), await judge({ only: ["RES-1"], behaviour: gone })];
    expect(compareBaselines(baseline(live), baseline(after), []).changes).toContainEqual({
      fact: "observed: VER-5: the v3 surface is live",
      change: "changed",
      before: ["true"],
      after: ["false"],
    });
  });

  test("say nothing of anybody: values are numbers, a few words, and shapes", () => {
    const facts = Object.entries(baseline(before).facts).filter(([name]) => name.startsWith("observed: "));
    const observed = before.entries.flatMap((entry) => (entry.kind === "observation" ? [entry.topic] : []));
    expect(new Set(facts.map(([name]) => name.replace("observed: ", "")))).toEqual(
      new Set(observed.filter((topic) => !topic.startsWith("refused for its rate"))),
    );
    for (const person of ["Anna", "Bob", "mail.example", "3712600", "Riga"])
      expect(JSON.stringify(facts)).not.toContain(person);
  });
});

test("a line of a shape whose name may be someone's is left out, and so is a word that may be a name", () => {
  const line = (value: unknown) => ({ kind: "observation", topic: "LIFE-4: body", value }) as const;
  const { facts } = baselineOf([line([".data.Anna string", ".data.id number", "[].id number", "Anna"])], []);
  expect(facts).toEqual({ "observed: LIFE-4: body": [".data.id number", "[].id number"] });
});
