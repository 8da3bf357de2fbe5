import { expect, test } from "vitest";
import type { Entry, ExchangeEntry } from "./journal.ts";
import { exchange, finding, runOf } from "./testing/runs.ts";

const proof: Entry = { kind: "proof", title: "a proof", ids: [] };
const reset: Entry = { kind: "control", path: "/reset", body: { seed: 1 } };
const wait = (seconds: number): Entry => ({ kind: "control", path: "/clock/advance", body: { seconds } });

const paths: Record<string, string> = {
  grantAccess: "/company/100/marketplace/applications/200/grant_access",
  confirmInstallation: "/marketplace/partner/callback",
  readInstallationStatus: "/marketplace/salon/100/application/200",
};

const sent = (id: string, operation: string, status = 201): Entry => {
  const entry = exchange(id, "{}", status) as ExchangeEntry;
  const token = operation === "grantAccess" ? "Bearer $PARTNER_TOKEN, User $OWNER_USER_TOKEN" : "Bearer $PARTNER_TOKEN";
  const method = operation.startsWith("read") || operation.startsWith("list") ? "GET" : "POST";
  const url = `http://h${paths[operation] ?? "/countries"}`;
  return { ...entry, operation, request: { method, url, headers: [["Authorization", token]] } };
};

/** A proof that finds a requirement broken after some steps. */
const world = (requirement: string, ...steps: Entry[]): Entry[] => {
  const shown = steps.at(-1) as ExchangeEntry;
  return [proof, reset, ...steps, { ...finding(requirement, shown.id, requirement), pointer: "" } as Entry];
};

const hours = (count: number): Entry => wait(count * 3600);
const late = (id: string) => [sent(`${id}-1`, "grantAccess"), hours(13), sent(`${id}-2`, "confirmInstallation")];

test("what was found after the acts that left a link in a wrong state probably has the same cause", () => {
  const { results } = runOf(
    ...world("INST-17", ...late("a"), sent("a-3", "listCalls", 200)),
    ...world("STAT-9", ...late("b"), sent("b-3", "grantAccess"), sent("b-4", "readInstallationStatus", 200)),
    ...world("INST-4", ...late("c"), sent("c-3", "readInstallationStatus", 200)),
  );
  expect(results.causes).toEqual([{ id: "INST-4", also: ["INST-17", "STAT-9"] }]);
});

test("acts with less time between them, with another answer, or of which nothing is wrong are no cause", () => {
  const { results } = runOf(
    ...world("INST-4", ...late("a"), sent("a-3", "readInstallationStatus", 200)),
    ...world("INST-18", sent("b-1", "grantAccess"), sent("b-2", "confirmInstallation"), sent("b-3", "listCalls", 403)),
    ...world(
      "STAT-6",
      sent("c-1", "grantAccess"),
      hours(13),
      sent("c-2", "confirmInstallation", 422),
      sent("c-3", "readInstallationStatus", 200),
    ),
    ...world("DICT-1", sent("d-1", "listCountries", 200)),
  );
  expect(results.causes?.map(({ id, also }) => [id, ...also])).toEqual([
    ["INST-4"],
    ["INST-18"],
    ["STAT-6"],
    ["DICT-1"],
  ]);
});

test("an answer of another status of the same class is no cause of what comes after it", () => {
  const promised = { ...finding("INST-1", "a-1", "200"), pointer: "", promised: [201] } as Entry;
  const { results } = runOf(
    proof,
    reset,
    sent("a-1", "grantAccess", 200),
    promised,
    ...world("STAT-6", sent("b-1", "grantAccess", 200), sent("b-2", "readInstallationStatus", 200)),
  );
  expect(results.causes).toEqual([
    { id: "INST-1", also: [] },
    { id: "STAT-6", also: [] },
  ]);
});

test("a story in one line leaves out what it took to settle, and names who and where, if that is unusual", () => {
  const callback = sent("a-2", "confirmInstallation") as ExchangeEntry;
  const status = sent("a-4", "readInstallationStatus", 200) as ExchangeEntry;
  const { results } = runOf(
    proof,
    reset,
    sent("a-1", "grantAccess"),
    wait(2),
    { ...callback, request: { ...callback.request, body: '{"salon_id":100,"application_id":201}' } },
    sent("a-3", "readInstallationStatus", 200),
    wait(1),
    { ...status, response: { ...status.response, body: '{"data":{"status":"active"}}' } },
    { ...finding("INST-5", "a-4"), pointer: "/data/status" } as Entry,
  );
  expect(results.requirements.find(({ id }) => id === "INST-5")?.brief).toBe(
    "granted → confirmed (application 201) 201 → status active",
  );
});
