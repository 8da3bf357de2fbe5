import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { assay, begin } from "../testing/assay.ts";
import {
  expectEveryRequirement,
  expectReasons,
  expectWellFormed,
  outcomesOf,
  resultsIn,
  withOutcome,
} from "../testing/results.ts";
import { answering, profileFile, serve, stubTarget, stubToken } from "../testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-run-"));

/** Runs against a target into a folder of its own. */
async function run(target: string | undefined, ...args: string[]) {
  const out = mkdtempSync(join(folder, "out-"));
  const ended = await assay(["run", ...(target ? ["--target", target] : []), "--out", out, ...args]);
  return { ...ended, out, results: () => resultsIn(out) };
}

describe("assay run --target", () => {
  test("passes a target that keeps its promises", async () => {
    const { code, results } = await run(await stubTarget(answering(envelope([country]))));
    expect(code).toBe(0);
    expect(outcomesOf(results())).toMatchObject({ "DICT-1": "pass", "AUTH-1": "pass" });
  });

  test("lists every requirement of a provider in results of the fixed format, with a reason for what did not pass", async () => {
    const results = (await run(await stubTarget(answering(envelope([country]))))).results();
    expect(results).toMatchObject({ kind: "provider", verdict: "pass", seed: 42, depth: "standard" });
    expectWellFormed(results);
    expectEveryRequirement(results);
    expectReasons(results);
  });

  test("does not call judged what an empty list cannot show", async () => {
    const { results } = await run(await stubTarget(answering(envelope([]))));
    expect(outcomesOf(results())).toMatchObject({ "ENV-1": "pass", "DICT-1": "untestable" });
  });

  test("fails a target that breaks a promise, names it, and shows a curl line without the token", async () => {
    const target = await stubTarget(answering(envelope([{ ...country, iso_code: "LVA" }])));
    const { code, stdout, out, results } = await run(target);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'found the string "LVA", expected an ISO 3166-1 alpha-2 code: GET /countries (200) at /data/0/iso_code',
    );
    expect(stdout).toContain('Bearer $PARTNER_TOKEN"');
    expect(stdout + readFileSync(join(out, "results.json"), "utf8")).not.toContain(stubToken);
    expect(withOutcome(results(), "fail")).toEqual(["DICT-2"]);
  });

  test("finds a server error, and blames nothing else for it", async () => {
    const { code, results } = await run(await stubTarget(answering({}, 500)));
    expect(code).toBe(1);
    expect(withOutcome(results(), "fail")).toEqual(["AUTH-7", "ENV-5", "ENV-7", "VER-3"]);
  });

  test("is inconclusive when nothing could be judged", async () => {
    const { code, stdout, results } = await run(profileFile({ urls: { base_url: "http://127.0.0.1:9/api/v1" } }));
    expect(code).toBe(3);
    expect(stdout).toContain("inconclusive");
    const { reason } = results().requirements.find(({ id }) => id === "DICT-1") ?? {};
    expect(reason).toBe("the profile lacks credentials.partner_token");
  });

  test("puts the environment's values into the profile", async () => {
    const url = await serve(answering(envelope([country])));
    const credentials = { partner_token: "${PARTNER_TOKEN}" };
    const target = profileFile({ urls: { base_url: `${url}/api/v1` }, credentials });
    const args = ["run", "--target", target, "--out", join(folder, "environment"), "--quiet"];
    expect((await assay(args, { env: { PARTNER_TOKEN: stubToken } })).code).toBe(0);
    const { code, stderr } = await assay(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining("PARTNER_TOKEN")]);
  });

  test("ends with the results so far, marked incomplete, when it is interrupted", async () => {
    let asked = () => {};
    const isAsked = new Promise<void>((over) => (asked = over));
    const target = await stubTarget(() => asked());
    const out = join(folder, "interrupted");
    const { io, ended } = begin(["run", "--target", target, "--out", out]);
    await isAsked;
    io.interrupt();
    expect((await ended).code).toBe(130);
    expect(resultsIn(out)).toMatchObject({ complete: false, verdict: "inconclusive" });
  });
});

describe("assay run", () => {
  test("prints one JSON document with --json, and only the verdict with --quiet", async () => {
    const target = await stubTarget(answering(envelope([country])));
    const json = await run(target, "--json");
    expect(JSON.parse(json.stdout)).toEqual(json.results());
    const quiet = await run(target, "--quiet");
    expect(quiet.stdout).toEqual(
      expect.stringMatching(/^stub: no violations found, \d+ of \d+ requirements judged\n$/),
    );
  });

  test("judges only what --only names, in any letter case", async () => {
    const { results } = await run(undefined, "--only", "inst-7", "--quiet");
    expect(withOutcome(results(), "pass")).toEqual(["INST-7"]);
  });

  test("judges the areas that --only names, but not what --skip does", async () => {
    const target = await stubTarget(answering(envelope([country])));
    const { results } = await run(target, "--only", "dict,ENV-1", "--skip", "Dict-2");
    expect(withOutcome(results(), "pass")).toEqual(["DICT-1", "DICT-4", "DICT-5", "DICT-6", "ENV-1"]);
    const reasons = Object.fromEntries(results().requirements.map(({ id, reason }) => [id, reason]));
    expect(reasons).toMatchObject({ "DICT-2": "not selected (--skip)", "AUTH-1": "not selected (--only)" });
  });

  test("counts and compares only what is selected", async () => {
    const target = await stubTarget(answering(envelope([country])));
    const { out } = await run(target);
    const { stdout } = await assay(["run", "--target", target, "--out", out, "--only", "DICT"]);
    expect(stdout).toMatch(
      /^\d requirements: 5 passed, 0 failed, 0 warned, \d untestable, \d left open; \d{3} not selected$/m,
    );
    expect(stdout).toMatch(/^since the run of .* UTC: nothing changed$/m);
    expect(readFileSync(join(out, "junit.xml"), "utf8")).not.toContain("INST-");
  });

  test("judges everything but the areas that --skip names", async () => {
    const { results } = await run(await stubTarget(answering(envelope([country]))), "--skip", "DICT,auth");
    const passed = withOutcome(results(), "pass");
    expect(passed).toContain("ENV-1");
    expect(passed.filter((id) => /^(DICT|AUTH)-/.test(id))).toEqual([]);
  });

  test("finds a folder that cannot be written before anything is sent", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    let requests = 0;
    const target = await stubTarget(() => requests++);
    const { code, stderr } = await assay(["run", "--target", target, "--out", file]);
    expect([code, stderr, requests]).toEqual([2, `assay: --out: ${file} is a file; name a folder\n`, 0]);
  });
});

describe("held wrong, assay", () => {
  const unreachable = profileFile({
    urls: { base_url: "http://127.0.0.1:9/api/v1" },
    credentials: { partner_token: "t" },
  });
  const noControl = profileFile({ control: { url: "http://127.0.0.1:9/control", token: "t" } });

  const mistakes: [args: string[], line: string | RegExp][] = [
    [["run", "--target", "none.yaml"], "assay: none.yaml: there is no such file; give the path of a target profile\n"],
    [
      ["run", "--depth", "bottomless"],
      /^assay: option '--depth <depth>' argument 'bottomless' is invalid\. Allowed choices are quick, standard, deep\.\n$/,
    ],
    [["run", "--seed", "x"], /^assay: option '--seed <n>' argument 'x' is invalid\. Give a whole number\.\n$/],
    [
      ["run", "--only", "FOO-1"],
      "assay: --only: no requirement of a provider is called FOO-1; `assay list requirements` lists them\n",
    ],
    [
      ["run", "--skip", "INST-400"],
      "assay: --skip: no requirement of a provider is called INST-400; did you mean INST-40? (`assay list requirements` lists them)\n",
    ],
    [["run", "--targt", "x"], /^assay: unknown option '--targt'\n\(Did you mean --target\?\)\n$/],
    [["rum"], /^assay: unknown command 'rum'\n\(Did you mean run\?\)\n$/],
    [
      ["run", "--target", unreachable],
      `assay: ${unreachable}: urls.base_url: cannot reach http://127.0.0.1:9 (ECONNREFUSED); start the provider, or fix the address\n`,
    ],
    [
      ["run", "--target", noControl],
      `assay: ${noControl}: control.url: cannot reach http://127.0.0.1:9/control (ECONNREFUSED); start the target, or fix the address\n`,
    ],
    [["spec", "--out", unreachable], `assay: --out: ${unreachable} is a file; name a folder\n`],
    [["spec", "--surface", "v2"], /Allowed choices are v1, callback, v3, webhooks/],
  ];
  test.each(mistakes)("%j says what to fix and exits with 2", async (args, line) => {
    const out = args[0] === "run" ? ["--out", join(folder, "mistakes")] : [];
    const { code, stdout, stderr } = await assay([...args, ...out]);
    expect([code, stdout]).toEqual([2, ""]);
    if (typeof line === "string") expect(stderr).toBe(line);
    else expect(stderr).toMatch(line);
  });
});
