import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { assay } from "../testing/assay.ts";

const folder = () => mkdtempSync(join(tmpdir(), "assay-wrong-"));

/** A run folder as an earlier run left it. */
function earlier(): string {
  const out = folder();
  for (const name of ["results.json", "certificate.json", "badge.svg", "index.html", "journal.jsonl"])
    writeFileSync(join(out, name), `earlier ${name}`);
  mkdirSync(join(out, "repro"));
  writeFileSync(join(out, "repro", "INST-1.sh"), "earlier script");
  return out;
}

describe("an option without a value is refused", () => {
  test.each([
    ["run", "--target"],
    ["run", "--known"],
    ["run", "--since"],
    ["run", "--only"],
    ["contracts verify", "--target"],
    ["baseline record", "--target"],
    ["can-i-deploy --against new.yaml --pacts pacts", "--ignore"],
  ])("%s %s", async (command, option) => {
    const { code, stderr } = await assay([...command.split(" "), option, ""]);
    expect([code, stderr]).toEqual([2, `assay: ${option}: it is empty; give a value, or leave the option out\n`]);
  });
});

describe("what could not run leaves earlier results as they were", () => {
  const names = ["results.json", "certificate.json", "badge.svg", "index.html", "journal.jsonl", "repro/INST-1.sh"];
  const textsIn = (out: string) =>
    names.map((name) => (existsSync(join(out, name)) ? readFileSync(join(out, name), "utf8") : "gone"));

  test("run, of a target that is not there", async () => {
    const out = earlier();
    const before = textsIn(out);
    const target = join(out, "target.yaml");
    writeFileSync(target, JSON.stringify({ name: "down", control: { url: "http://127.0.0.1:9/control", token: "x" } }));
    expect((await assay(["run", "--target", target, "--out", out])).code).toBe(2);
    expect(textsIn(out)).toEqual(before);
    expect(existsSync(join(out, ".assay.earlier"))).toBe(false);
  });

  test("certify, at ports that do not exist", async () => {
    const out = earlier();
    const before = textsIn(out);
    const partner = join(out, "partner.yaml");
    writeFileSync(partner, JSON.stringify({ name: "app", claims: ["webhooks"], webhook_url: "http://127.0.0.1:9/" }));
    const { code, stderr } = await assay(["certify", "--partner", partner, "--port-base", "70000", "--out", out]);
    expect([code, stderr]).toEqual([2, "assay: --port-base: 70000 leaves no room for four ports below 65536\n"]);
    expect(textsIn(out)).toEqual(before);
  });
});

test.each([
  ["serve --port 99999", /^assay: .*Give a port up to 65535\.\n$/],
  ["serve --lease 0", /^assay: .*Give a whole number from 1/],
  ["keys --add key.pem --since 2026-02-30 --set keys.json", /^assay: .*Give a time such as/],
  ["init partner --url http://127.0.0.1:9", /^assay: --url: that is for a target/],
  ["replay nowhere", /^assay: nowhere: there is neither a results\.json nor/],
  ["replay INST-99", /^assay: replay: no requirement of a provider is called INST-99/],
  ["deliveries --control gopher://here", /^assay: --control: gopher:\/\/here is not an http or https address/],
  ["init partner --out no-such-folder/p.yaml", /^assay: --out: there is no folder no-such-folder; make it/],
  ["serve --data package.json", /^assay: package\.json: a file of this name is in the way/],
])("%s is refused in one line", async (command, line) => {
  const { code, stderr } = await assay(command.split(" "));
  expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
  expect(stderr).toMatch(line);
});

test.each([
  ["2026-02-30", /--until: give a day such as/],
  ["2020-01-01", /--until: 2020-01-01 is over/],
])("an approval until %s is refused, and nothing is written", async (until, line) => {
  const [ignore, specs] = [join(folder(), "ignore.yaml"), dirname(packageFile("specs/outline.yaml"))];
  const approval = ["--approve", "x", "--reason", "agreed", "--until", until, "--ignore", ignore];
  const { code, stderr } = await assay(["diff", specs, specs, ...approval]);
  expect([code, existsSync(ignore)]).toEqual([2, false]);
  expect(stderr).toMatch(line);
});

test("a pact that is named twice is one, and results beside it are none", async () => {
  const pacts = folder();
  const file = join(pacts, "reader.json");
  writeFileSync(file, readFileSync(packageFile("contracts/pacts/service-reader.json")));
  const check = async () =>
    JSON.parse((await assay(["contracts", "check", "--pact", file, pacts, "--out", pacts, "--json"])).stdout) as {
      contracts: unknown[];
    };
  const once = (await assay(["contracts", "check", "--pact", file, "--out", folder(), "--json"])).stdout;
  const { contracts } = JSON.parse(once) as { contracts: unknown[] };
  expect((await check()).contracts).toHaveLength(contracts.length);
  expect((await check()).contracts).toHaveLength(contracts.length);
});

test("a baseline is not made from what is no run of a provider", async () => {
  const [har, out] = [join(folder(), "empty.har"), folder()];
  writeFileSync(har, JSON.stringify({ log: { entries: [] } }));
  await assay(["check", har, "--out", out]);
  const { code, stderr } = await assay(["baseline", "record", "--from", out, "--file", join(out, "baseline.yaml")]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("is not of a run of a provider")]);
  expect(existsSync(join(out, "baseline.yaml"))).toBe(false);
  expect((await assay(["replay", out])).stderr).toMatch(/this is recorded traffic; check its recordings again/);
});

test("faults are listed as data where that is asked for, of whichever kind", async () => {
  for (const kind of [[], ["--live"], ["--races"], ["--derived"]]) {
    const rows = JSON.parse((await assay(["mutants", "--list", "--json", ...kind])).stdout) as {
      name: string;
      breaks: string;
    }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {})).toEqual(["name", "breaks"]);
  }
});

test("two files that are no pacts get a line each", async () => {
  const pacts = folder();
  for (const name of ["a.json", "b.json"]) writeFileSync(join(pacts, name), "{}");
  const { code, stderr } = await assay(["contracts", "check", "--pact", pacts, "--out", folder()]);
  expect(code).toBe(2);
  expect(stderr.match(/^assay: (?!assay).*this is not a pact/gm)).toHaveLength(2);
});
