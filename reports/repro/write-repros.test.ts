import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry, ExchangeEntry, RunFacts } from "../../record/journal.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { hereDocument } from "./shell-words.ts";
import { writeRepros } from "./write-repros.ts";

test("the end of a text in a script stands nowhere in the text, however much looks like it", () => {
  for (const text of ["", "END", "END END__ END_", `END${"_".repeat(250_000)}`]) {
    const last = /^<< '(.+)'$/m.exec(hereDocument(text))?.[1] ?? expect.unreachable();
    expect([text.includes(last), hereDocument(text).endsWith(`\n${last}`)]).toEqual([false, true]);
  }
});

/** The script that is written for a finding of a run. */
function scriptOf(id: string, entries: Entry[], facts: Partial<RunFacts> = {}): string {
  const all = [begin(facts), { kind: "proof", title: "a proof", ids: [id] } as const, ...entries, end];
  const folder = mkdtempSync(join(tmpdir(), "assay-repro-"));
  const { results } = writeRepros(folder, { entries: all, results: resultsFrom(all) });
  const { repro } = results.requirements.find((result) => result.id === id) ?? {};
  return repro ? readFileSync(join(folder, repro), "utf8") : "";
}

const reset: Entry = { kind: "control", path: "/reset", body: { seed: 1 } };
const wait: Entry = { kind: "control", path: "/clock/advance", body: { seconds: 2 } };
const arrival: Entry = { kind: "arrival", id: "w-1", method: "POST", path: "/hooks", body: "{}" };

test.each<[string, string, Entry[], Partial<RunFacts>, RegExp]>([
  ["one answer", "DICT-2", [reset, exchange("e-1"), finding("DICT-2", "e-1")], {}, /curl/],
  [
    "a webhook",
    "HOOK-2",
    [reset, arrival, finding("HOOK-2", "w-1")],
    {},
    /Needs assay: a receiver of webhooks is needed/,
  ],
  ["a rate", "RATE-7", [reset, exchange("e-1"), finding("RATE-7", "e-1")], {}, /Needs assay: requests are counted/],
  [
    "a wait that the target names",
    "RATE-9",
    [reset, exchange("e-1", "", 429), wait, exchange("e-2"), { ...finding("RATE-9", "e-2"), isAlone: true } as Entry],
    {},
    /Needs assay: each target names a wait of its own/,
  ],
  [
    "an adapter",
    "DICT-2",
    [reset, exchange("e-1"), finding("DICT-2", "e-1")],
    { isAdapted: true },
    /Needs assay: the target is controlled by an adapter[^]*replay "\$\(dirname "\$0"\)\/\.\." DICT-2 /,
  ],
])("what %s shows has a script", (_, id, entries, facts, text) => {
  expect(scriptOf(id, entries, facts)).toMatch(text);
});

/** A provider that knows one partner token, and serves Locations without a user, unless that is fixed. */
async function startProvider({ isFixed }: { isFixed: boolean }): Promise<string> {
  const server = createServer(({ url, headers: { authorization = "" } }, response) => {
    const isPartner = authorization.startsWith("Bearer right-token");
    response.statusCode = isPartner && !(isFixed && url === "/companies") ? 200 : 401;
    response.setHeader("content-type", "application/json").end('{"success":true}');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a script with a partner token, and reports how it ended and what it printed. */
const runScript = (script: string, env: Record<string, string>): Promise<{ code: number; printed: string }> =>
  new Promise((ended) => {
    const file = join(mkdtempSync(join(tmpdir(), "assay-repro-")), "repro.sh");
    writeFileSync(file, script);
    execFile("sh", [file], { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
      ended({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    );
  });

const address = "http://127.0.0.1:1";
const target: Entry = { kind: "target", name: "live", urls: { base_url: address } };
const request = (id: string, path: string): Entry => {
  const entry = exchange(id) as ExchangeEntry;
  return { ...entry, request: { ...entry.request, url: address + path } };
};

test.each([
  ["still failing", false, "right-token", 1, /still failing/],
  ["fixed", true, "right-token", 0, /fixed/],
  ["not judged with a token of another target", true, "stale", 2, /401: is PARTNER_TOKEN of this target\?/],
])("a refusal that was promised is %s", async (_, isFixed, token, code, text) => {
  const found = { ...finding("AUTH-3", "e-2"), pointer: "", promised: [401, 403] } as Entry;
  const script = scriptOf("AUTH-3", [target, request("e-1", "/countries"), request("e-2", "/companies"), found]);
  const ended = await runScript(script, { BASE_URL: await startProvider({ isFixed }), PARTNER_TOKEN: token });
  expect(ended).toEqual({ code, printed: expect.stringMatching(text) as string });
});

test("a single answer with another status than then is not judged, and a 401 names the token", async () => {
  const script = scriptOf("DICT-2", [target, request("e-1", "/countries"), finding("DICT-2", "e-1")]);
  const ended = await runScript(script, {
    BASE_URL: await startProvider({ isFixed: false }),
    PARTNER_TOKEN: "stale",
  });
  expect(ended.code).toBe(2);
  expect(ended.printed).toMatch(
    /the status was 200, so this cannot tell; this can: npx assay replay .* DICT-2\n.*401: is PARTNER_TOKEN of this target\?/s,
  );
});

test("a script that lacks a token says so, and exits 2", async () => {
  const script = scriptOf("DICT-2", [target, request("e-1", "/countries"), finding("DICT-2", "e-1")]);
  expect(await runScript(script, {})).toEqual({
    code: 2,
    printed: "PARTNER_TOKEN is not set: give it the value that the profile of the target has\n",
  });
});

test("the control address of the profile is the default of a script", () => {
  const entries = [
    { ...target, control: "http://h/control" } as Entry,
    reset,
    exchange("e-1"),
    finding("DICT-2", "e-1"),
  ];
  expect(scriptOf("DICT-2", entries)).toContain("CONTROL_URL=${CONTROL_URL:-'http://h/control'}");
});
