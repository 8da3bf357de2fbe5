import { mkdtempSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeTarget } from "../../library/judge.ts";
import { headlineText } from "../../record/headline.ts";
import { country, envelope, failure } from "../../specs/schemas/samples.test-data.ts";
import { assay, begin } from "../testing/assay.ts";
import { resultsIn } from "../testing/results.ts";
import { answering, profileFile, serve, stubProfile, stubTarget } from "../testing/stub-provider.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "assay-unfinished-"));

async function run(target: string, ...args: string[]) {
  const out = newFolder();
  const ended = await assay(["run", "--target", target, "--out", out, ...args]);
  return { ...ended, out, results: resultsIn(out) };
}

const serves = answering(envelope([country]));

/** A provider that serves so many requests, and is gone then. */
function dying(requests: number): RequestListener {
  let left = requests;
  return (request, response) => (left-- > 0 ? serves(request, response) : request.socket.destroy());
}

/** A provider that refuses everything for its rate. */
const refusal =
  (headers: Record<string, string>): RequestListener =>
  (_, response) => {
    response.writeHead(429, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(failure("Too many requests.")));
  };
const refusing = refusal({});

test("a run whose provider dies on the way is inconclusive, though nothing failed", async () => {
  const { code, stdout, results } = await run(await stubTarget(dying(8)));
  expect(results).toMatchObject({ complete: false, verdict: "inconclusive" });
  expect(stdout).toMatch(/^stub: inconclusive \(cut short\), \d+ of \d+ judged$/m);
  expect(code).toBe(3);
});

test("a run that reaches a bound of the whole run is inconclusive", async () => {
  const slow: RequestListener = (request, response) => void setTimeout(() => serves(request, response), 100);
  const { code, results } = await run(profileFile({ ...stubProfile(await serve(slow)), bounds: { run_s: 1 } }));
  expect(results).toMatchObject({ complete: false, verdict: "inconclusive" });
  expect(results.troubles).toEqual([expect.stringContaining("bounds.run_s")]);
  expect(code).toBe(3);
});

test("a selection of which nothing could be judged is inconclusive", async () => {
  const { code, stdout } = await run(await stubTarget(serves), "--only", "CUR-3");
  expect(stdout).toMatch(/^stub: inconclusive, 0 of 1 judged$/m);
  expect(code).toBe(3);
});

test("one part of a run, reported alone, is inconclusive, on the terminal and in results.json", async () => {
  const { code, out } = await run(await stubTarget(serves), "--shard", "1/2");
  expect(code).toBe(0);
  const joined = newFolder();
  const { code: reported, stdout } = await assay(["report", out, "--out", joined, "--quiet"]);
  expect(stdout).toMatch(/^stub: inconclusive/);
  expect([reported, resultsIn(joined).verdict]).toEqual([3, "inconclusive"]);
});

test("a target that refuses everything for its rate is waited for aloud", async () => {
  const { io, ended } = begin(["run", "--target", await stubTarget(refusing), "--out", newFolder()]);
  await io.until("stderr", /^waits: until \d\d:\d\d, 1 min \(GET \/countries \(429\)\)$/m);
  io.interrupt();
  expect((await ended).code).toBe(130);
});

test("a target that refuses everything for its rate is given up after two minutes", async () => {
  let now = Date.now();
  const began = now;
  const time = { now: () => now, wait: async (milliseconds: number) => void (now += milliseconds) };
  const profile = { ...stubProfile(await serve(refusing)), name: "busy" };
  const { results } = await judgeTarget(profile, { time });
  expect(results).toMatchObject({ complete: false, verdict: "inconclusive" });
  expect(results.troubles).toEqual([
    expect.stringMatching(/^the provider is given up: http.* answers nothing but 429; GET /),
  ]);
  expect(headlineText(results)).toMatch(/^inconclusive \(cut short\)/);
  expect(now - began).toBeLessThan(180_000);
});

test("a target that refuses everything, and asks for a longer wait than a run has, is given up at once", async () => {
  const { code, results } = await run(await stubTarget(refusal({ "retry-after": "86400" })));
  expect(results).toMatchObject({ complete: false, verdict: "inconclusive" });
  expect(results.troubles).toEqual([
    expect.stringMatching(/^the provider is given up: .* answers nothing but 429; GET .* asks for a wait of 24 h, /),
  ]);
  expect(code).toBe(3);
});
