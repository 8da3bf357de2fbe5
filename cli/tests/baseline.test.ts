import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Depth } from "../../record/depth.ts";
import { type Entry, fileJournal } from "../../record/journal.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-baseline-"));
const file = join(folder, "assay-baseline.yaml");

/** A run's folder, with one answer of the clients list in its journal. */
function runWith(
  name: string,
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
  status = 200,
  depth: Depth = "standard",
  target = "staging",
): string {
  const out = mkdtempSync(join(folder, name));
  const journal = fileJournal(join(out, "journal.jsonl"));
  const entries: Entry[] = [
    { kind: "run", name: target, seed: 42, depth, started: "2026-03-02T09:00:00.000Z" },
    { kind: "target", name: target, urls: {} },
    { kind: "observation", topic: "status of a late callback", value: 422 },
    {
      kind: "exchange",
      id: "e-1",
      at: "",
      took: 1,
      operation: "listClients",
      request: { method: "GET", url: "http://127.0.0.1/v1/clients/1", headers: [] },
      response: { status, headers, body: JSON.stringify(body) },
    },
  ];
  for (const entry of entries) journal.write(entry);
  return out;
}

const client = {
  id: 1,
  name: "Anna Kalniņa",
  phone: "37126000000",
  email: "anna@mail.example",
  vip: true,
  status: "regular",
  custom_fields: { allergy: "nuts" },
};
const envelope = (data: unknown[]) => ({ success: true, data, meta: { page: 1, total_count: 1 } });
const compare = (from: string, ...more: string[]) =>
  assay(["baseline", "compare", "--file", file, "--from", from, ...more]);

beforeAll(async () => {
  await assay(["baseline", "record", "--file", file, "--from", runWith("first-", envelope([client]))]);
});

describe("a baseline", () => {
  test("holds shapes and words of the API, and no one's data", () => {
    const text = readFileSync(file, "utf8");
    expect(text).toContain('"listClients 200: field .data[].vip": [boolean]');
    expect(text).toContain('"listClients 200: value .data[].status": [regular]');
    expect(text).toContain('"observed: status of a late callback": ["422"]');
    for (const secret of ["Anna", "3712600", "mail.example", "nuts", "allergy"]) expect(text).not.toContain(secret);
  });

  test("is the same for the same provider, regardless of its clients", async () => {
    const other = { ...client, id: 2, name: "Bob", phone: "4915112345678", email: "bob@post.example" };
    const { code, stdout } = await compare(runWith("same-", envelope([other])));
    expect([code, stdout]).toEqual([0, "0 changed, 0 accepted, 0 stale\n"]);
  });

  test("says so where the other run went less far", async () => {
    const { code, stderr } = await compare(runWith("quick-", envelope([client]), undefined, 200, "quick"));
    expect([code, stderr]).toEqual([
      0,
      `assay: ${file} was recorded by a run of depth standard, and this one is quick: differences may come from that; compare with --depth standard\n`,
    ]);
  });

  test("says so where the other run is of another target", async () => {
    const { code, stderr } = await compare(runWith("other-", envelope([client]), undefined, 200, "standard", "live"));
    expect([code, stderr]).toEqual([
      0,
      `assay: ${file} was recorded of staging, and this run is of live: differences may come from that\n`,
    ]);
  });

  test("has no facts of requests that a rate limit refused, which is chance", async () => {
    const refused = runWith("limited-", { success: false, data: null, meta: { message: "Too many" } }, {}, 429);
    const other = join(folder, "limited.yaml");
    await assay(["baseline", "record", "--file", other, "--from", refused]);
    expect(readFileSync(other, "utf8")).not.toContain("429");
  });

  test("reports what is new, gone and changed, unless it is accepted with a reason", async () => {
    const { vip: _, ...rest } = client;
    const changed = runWith("changed-", envelope([{ ...rest, tags: [], status: "frequent" }]), {
      "content-type": "x",
      "x-cache": "hit",
    });
    const compared = await compare(changed);
    expect(compared.code).toBe(1);
    expect(compared.stdout).toContain("gone     listClients 200: field .data[].vip  boolean");
    expect(compared.stdout).toContain("new      listClients 200: field .data[].tags  array");
    expect(compared.stdout).toContain("changed  listClients 200: value .data[].status  regular → frequent");
    const accept = join(folder, "accept.yaml");
    const facts = ["field .data[].vip", "field .data[].tags", "value .data[].status", "headers"].map(
      (fact) => `listClients 200: ${fact}`,
    );
    writeFileSync(accept, JSON.stringify({ accepted: facts.map((fact) => ({ fact, reason: "the new release" })) }));
    expect(await compare(changed, "--accept", accept)).toMatchObject({
      code: 0,
      stdout: "0 changed, 4 accepted, 0 stale\n",
    });
    const stale = await compare(runWith("back-", envelope([client])), "--accept", accept);
    expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining("stale    listClients 200: headers")]);
  });

  test("keeps numbers, quoted words and addresses out of messages", async () => {
    const message = 'Client 42 "Anna" (anna@mail.example) is not here.';
    const out = runWith("message-", { success: false, data: null, meta: { message } }, {}, 404);
    await assay(["baseline", "record", "--file", join(folder, "other.yaml"), "--from", out]);
    expect(readFileSync(join(folder, "other.yaml"), "utf8")).toContain("Client # … … is not here.");
  });
});

const at = (name: string): string => join(folder, name);

function written(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

test.each([
  [
    ["compare", "--file", at("none.yaml")],
    `assay: --file: there is no ${at("none.yaml")}; \`assay baseline record\` makes one\n`,
  ],
  [
    ["compare", "--file", written("numbers.yaml", "format: assay-baseline/1\nfacts: { a: 3 }\n")],
    `assay: ${at("numbers.yaml")}: facts: a: expected a list, as \`assay baseline record\` writes it\n`,
  ],
  [
    ["compare", "--file", written("empty.yaml", "format: assay-baseline/1\nfacts: {}\n"), "--accept", at("none.yaml")],
    `assay: ${at("none.yaml")}: there is no such file; give a list of accepted differences\n`,
  ],
  [["record", "--from", folder], `assay: --from: ${folder} holds no journal.jsonl; give the folder of a run\n`],
  [
    ["record", "--file", at("nowhere/x.yaml")],
    `assay: --file: there is no folder ${at("nowhere")}; make it, or name another\n`,
  ],
  [["record", "--file", folder], `assay: --file: ${folder} is a folder; name a file\n`],
])("assay baseline %j says what to fix", async (args, line) => {
  expect(await assay(["baseline", ...args])).toMatchObject({ code: 2, stderr: line });
});
