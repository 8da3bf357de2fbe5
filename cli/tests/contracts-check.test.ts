import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { packageFile } from "../../base/package-file.ts";
import type { Results } from "../../record/results.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-check-"));
const ours = join(dirname(packageFile("package.json")), "contracts/pacts");
const resultsIn = (out: string) => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
const check = async (pacts: string[], ...more: string[]) => {
  const out = mkdtempSync(join(folder, "out-"));
  return { ...(await assay(["contracts", "check", "--pact", ...pacts, "--out", out, ...more])), out };
};

let files = 0;
const pact = (...bodies: unknown[]): string => {
  const file = join(folder, `pact-${files++}.json`);
  const headers = { Accept: "application/vnd.api.v2+json", Authorization: "Bearer x" };
  const interactions = bodies.map((body, index) => ({
    description: `the countries, ${index}`,
    request: { method: "GET", path: "/countries", headers },
    response: { status: 200, body },
  }));
  writeFileSync(file, JSON.stringify({ consumer: { name: "me" }, provider: { name: "api" }, interactions }));
  return file;
};
const moons = { data: [{ moons: 1 }] };

describe("assay contracts check", () => {
  test("finds every pact of a folder compatible, and writes the result of each", async () => {
    const { code, stdout, stderr, out } = await check([ours]);
    const { contracts = [], ...results } = resultsIn(out);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `the specification: all contracts are compatible\n${contracts.length} interactions of 8 consumers: ${contracts.length} compatible, 0 with warnings, 0 not compatible\n`,
    );
    expect(checkFormat("results", { ...results, contracts })).toEqual([]);
    expect(results).toMatchObject({ kind: "provider", verdict: "pass", requests: 0 });
    expect(new Set(contracts.map(({ against }) => against))).toEqual(new Set(["specification"]));
  });

  test("reports what a consumer relies on and no one promises, with pointer and requirement, and exits with 1", async () => {
    const { code, stdout, out } = await check([pact({ success: true }, moons), join(ours, "installer.json")]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "fail me: the countries, 1\n  response.body /data/0/moons: it relies on this field; the specification promises no such field (DICT-1)\n",
    );
    expect(stdout).toContain("the specification: some contracts are not compatible\n");
    const { verdict, contracts = [] } = resultsIn(out);
    expect(verdict).toBe("fail");
    expect(contracts.find(({ outcome }) => outcome === "fail")?.mismatches).toEqual([
      {
        part: "response.body",
        place: "/data/0/moons",
        expected: "this field",
        actual: "no such field",
        message: "it relies on this field; the specification promises no such field",
        requirement: "DICT-1",
      },
    ]);
  });

  test("warns of what is not promised for certain, and exits with 0", async () => {
    const file = pact({});
    writeFileSync(file, readFileSync(file, "utf8").replace('"path":"/countries"', '"path":"/countries","query":"a=1"'));
    const { code, stdout } = await check([file]);
    expect(code).toBe(0);
    expect(stdout).toContain("warn me: the countries, 0\n");
  });

  test("warns of a pact without interactions, and does not call it compatible", async () => {
    const empty = pact();
    const line = `assay: ${empty}: it has no interactions, so nothing of it was checked\n`;
    const warning = "warn me: it has no interactions, so nothing of it was checked\n\n";
    const alone = await check([empty]);
    expect([alone.code, alone.stderr]).toEqual([0, line]);
    expect(alone.stdout).toBe(
      `${warning}the specification: nothing was checked\n0 interactions of 0 consumers: 0 compatible, 0 with warnings, 0 not compatible\n`,
    );
    const beside = await check([empty, pact({ success: true })]);
    expect([beside.code, beside.stderr]).toEqual([0, line]);
    expect(beside.stdout).toContain(`${warning}the specification: all contracts are compatible\n`);
    const json = await check([empty], "--json");
    expect([json.stderr, JSON.parse(json.stdout)]).toEqual([line, resultsIn(json.out)]);
  });

  test("prints one document with --json", async () => {
    const { stdout, out } = await check([pact({ success: true })], "--json");
    expect(JSON.parse(stdout)).toEqual(resultsIn(out));
  });

  test("and verify keep each other's results, and a consumer's mistake is not the provider's", async () => {
    const file = pact({ success: true });
    const verified = mkdtempSync(join(folder, "out-"));
    const options = ["--out", verified];
    await assay(["contracts", "verify", "--pact", file, ...options]);
    await assay(["contracts", "check", "--pact", pact(moons), ...options]);
    const shape = () => (resultsIn(verified).contracts ?? []).map(({ against, outcome }) => [against, outcome]);
    expect(shape()).toEqual([
      [undefined, "pass"],
      ["specification", "fail"],
    ]);
    expect(resultsIn(verified)).toMatchObject({ verdict: "pass", subject: { name: "embedded sandbox" } });
    await assay(["contracts", "verify", "--pact", file, ...options]);
    await assay(["contracts", "check", "--pact", file, ...options]);
    expect(shape()).toEqual([
      [undefined, "pass"],
      ["specification", "pass"],
    ]);
  });

  test("judges 5,000 interactions of one file", async () => {
    const bodies = Array.from({ length: 5000 }, (_, index) => (index === 4321 ? moons : { success: true }));
    const { code, out } = await check([pact(...bodies)]);
    const failed = (resultsIn(out).contracts ?? []).filter(({ outcome }) => outcome !== "pass");
    expect([code, failed.map(({ interaction }) => interaction)]).toEqual([1, ["the countries, 4321"]]);
  });
});

describe("bad input is one line on standard error, with exit 2", () => {
  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const large = written("large.json", "");
  truncateSync(large, 50_000_000);
  mkdirSync(join(folder, "empty"));

  test.each<[string, string[], RegExp]>([
    ["no pact named", [], /--pact: name at least one pact file/],
    ["a file without --pact", ["mine.json"], /^assay: mine\.json: pact files are named with --pact FILE$/m],
    ["no such file", ["--pact", join(folder, "none.json")], /none\.json: there is no such file/],
    ["no pact", ["--pact", written("no-pact.json", "{}")], /no-pact\.json: this is not a pact/],
    ["a truncated pact", ["--pact", written("cut.json", '{"consumer":{"name":"me"},"int')], /cut\.json: it is cut off/],
    ["50 MB", ["--pact", large], /large\.json: it has 50 MB/],
    ["a folder without pacts", ["--pact", join(folder, "empty")], /--pact: .*empty holds no pact file/],
  ])("%s", async (_, args, line) => {
    const { code, stdout, stderr } = await assay(["contracts", "check", "--out", join(folder, "none"), ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("each bad file of a folder", async () => {
    const mixed = join(folder, "mixed");
    cpSync(ours, mixed, { recursive: true });
    writeFileSync(join(mixed, "a.json"), "[]");
    writeFileSync(join(mixed, "b.json"), "?");
    const { code, stderr } = await check([mixed]);
    expect([code, stderr.match(/^assay: .*[ab]\.json: this is not /gm)?.length]).toEqual([2, 2]);
  });

  test("reports provider states that do not exist, without changing the outcome", async () => {
    const file = join(folder, "states.json");
    const request = {
      method: "GET",
      path: "/countries",
      headers: { Accept: "application/vnd.api.v2+json", Authorization: "Bearer x" },
    };
    const interactions = ["the Location is unknwon", "Mars has moons"].map((providerState) => ({
      description: providerState,
      providerState,
      request,
      response: { status: 200 },
    }));
    writeFileSync(file, JSON.stringify({ consumer: { name: "me" }, provider: { name: "api" }, interactions }));
    const { code, stderr, out } = await check([file]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'assay: the provider state "the Location is unknwon" does not exist, so `contracts verify` fails on it; did you mean "the Location is unknown"?\n' +
        'assay: the provider state "Mars has moons" does not exist, so `contracts verify` fails on it; docs/contracts.md lists those that do\n',
    );
    const { contracts = [], ...results } = resultsIn(out);
    expect(contracts.map(({ unknown_states: unknown }) => unknown)).toEqual([
      ["the Location is unknwon"],
      ["Mars has moons"],
    ]);
    expect(checkFormat("results", { ...results, contracts })).toEqual([]);
  });

  test("reads a folder in which links lead back, and names a link that leads to itself", async () => {
    const looped = mkdtempSync(join(folder, "loop-"));
    symlinkSync(looped, join(looped, "again"));
    cpSync(join(ours, "installer.json"), join(looped, "installer.json"));
    expect((await check([looped])).code).toBe(0);
    symlinkSync(join(looped, "self.json"), join(looped, "self.json"));
    const { code, stderr } = await check([looped]);
    expect([code, stderr]).toEqual([
      2,
      `assay: ${join(looped, "self.json")}: this link leads back to itself; give a pact file\n`,
    ]);
  });

  test.each(["check", "verify"])(
    "%s refuses what is nested 50,000 levels deep beside the interactions in one line",
    async (command) => {
      const file = join(folder, "deep.json");
      const text = readFileSync(pact({ success: true }), "utf8");
      writeFileSync(file, `{"metadata":${"[".repeat(50_000)}${"]".repeat(50_000)},${text.slice(1)}`);
      const { code, stderr } = await assay(["contracts", command, "--pact", file, "--out", folder]);
      expect([code, stderr]).toEqual([
        2,
        `assay: ${file}: what stands beside its interactions is nested more than 500 levels deep; flatten it\n`,
      ]);
    },
  );
});
