import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, onTestFinished, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { addCommands } from "../program/program.ts";
import { assayProcess } from "../testing/assay.ts";
import { createBroker } from "../testing/broker.ts";
import { startProcess } from "../testing/processes.ts";
import { answering, profileFile, stubTarget } from "../testing/stub-provider.ts";

// One process for each command shows that the built program loads it and hands over arguments, output and exit code; what commands do is tested without one.

const folder = mkdtempSync(join(tmpdir(), "assay-smoke-"));
const at = (name: string): string => join(folder, name);
const pact = packageFile("contracts/pacts/service-reader.json");
const before = packageFile("examples/regression/before.yaml");

/** How each command is tried: it is given arguments, and must end with an exit code and print something. */
const trials: Record<string, () => Promise<[args: string[], code: number, prints: RegExp]>> = {
  init: async () => [["partner", "--out", at("partner.yaml")], 0, /partner\.yaml is written$/m],
  doctor: async () => [[], 0, /^ok +Node /m],
  list: async () => [["claims"], 0, /^calls +actions\.calls/m],
  completion: async () => [["bash"], 0, /^complete -F _assay assay$/m],
  "complete-words": async () => [["--", "expl"], 0, /^explain\t/],
  run: async () => {
    const target = await stubTarget(answering(envelope([country])));
    return [
      ["--target", target, "--out", at("run")],
      0,
      /^stub: no violations found, \d+ of \d+ requirements judged$/m,
    ];
  },
  check: async () => {
    writeFileSync(at("empty.har"), JSON.stringify({ log: { entries: [] } }));
    return [[at("empty.har"), "--out", at("check")], 3, /^0 requests/m];
  },
  report: async () => [[at("never")], 2, /neither a results.json nor the journal/],
  replay: async () => [[at("never")], 2, /neither a results.json nor the journal/],
  explain: async () => [["INST-4"], 0, /^level +must/m],
  "baseline record": async () => [["--from", folder], 2, /^assay: --from: /],
  "baseline compare": async () => {
    writeFileSync(at("facts.yaml"), "format: assay-baseline/1\nfacts: {}\n");
    return [["--file", at("facts.yaml"), "--from", folder], 2, /^assay: --from: /];
  },
  trigger: async () => [["nonsense"], 2, /^assay: trigger: there is no nonsense/],
  deliveries: async () => [["--control", "http://127.0.0.1:2", "--control-token", "t"], 2, /^assay: /],
  "control check": async () => [
    ["--target", profileFile({ urls: { base_url: "http://h" } })],
    2,
    /: control: it is missing; give the url/,
  ],
  mutants: async () => [["--fault", "there is no city dictionary"], 0, /^1 of 1 faults found/m],
  certify: async () => {
    const partner = profileFile({ name: "nobody", claims: ["webhooks"] });
    return [["--partner", partner, "--out", at("certify")], 3, /^nobody: inconclusive, not certified$/m];
  },
  verify: async () => [[at("none.json"), "--key", at("none.pem")], 2, /there is no such file/],
  ...Object.fromEntries(
    ["revoke", "suspend", "reinstate", "renew"].map((name) => [
      `certificates ${name}`,
      async () => [
        [at("none.json"), "--status", at("list.json"), "--key", at("none.pem"), "--reason", "left"],
        2,
        /there is no such file/,
      ],
    ]),
  ),
  "certificates status": async () => [
    ["--status", at("list.json"), "--key", at("none.pem")],
    2,
    /there is no such file/,
  ],
  keys: async () => [["--out", at("keys")], 0, /^key id: /m],
  "contracts verify": async () => [["--pact", at("none.json")], 2, /there is no such file/],
  "contracts check": async () => [["--pact", pact, "--out", at("pacts")], 0, /all contracts are compatible$/m],
  "contracts publish": async () => {
    const broker = await createBroker([], "t");
    onTestFinished(() => broker.close());
    const named = ["--consumer-version", "1", "--broker", broker.url, "--broker-token", "t"];
    return [["--pact", pact, ...named], 0, /^published as 1: /];
  },
  serve: async () => [["--data", at("data"), "--public-url", "nowhere"], 2, /^assay: --public-url: /],
  work: async () => [["--data", at("data")], 2, /^assay: DATABASE_URL: it is not set/],
  prune: async () => [["--data", at("data"), "--keep", "soon"], 2, /such as 90d/],
  spec: async () => [["--surface", "callback"], 0, /^openapi: 3/],
  diff: async () => [[before, before], 0, /^0 breaking/m],
  impact: async () => [["--against", before, "--pacts", at("none.json")], 2, /there is no such file/],
  matrix: async () => [[before, "--pacts", at("none.json")], 2, /there is no such file/],
  "can-i-deploy": async () => [["--against", before, "--pacts", at("none.json")], 2, /there is no such file/],
};

describe("the built program", () => {
  test.each(Object.entries(trials))("assay %s", async (name, trial) => {
    const [args, code, prints] = await trial();
    const ended = await assayProcess([...name.split(" "), ...args]);
    expect(ended.stdout + ended.stderr).toMatch(prints);
    expect(ended.code).toBe(code);
  });

  test("assay sandbox runs until it is interrupted", async () => {
    const running = startProcess(["sandbox"]);
    await running.until("Ctrl-C stops it.");
    expect(await running.stop("SIGINT")).toBe(0);
  });

  test("has no other command", () => {
    const program = new Command();
    addCommands(
      program,
      () => async () => {},
      () => Promise.resolve(0),
    );
    const names = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((below) => `${command.name()} ${below.name()}`),
    );
    expect(names.toSorted()).toEqual([...Object.keys(trials), "sandbox", "mcp"].toSorted());
  });

  test.each(["spec --json", "certify --help"])("%s ends quietly when its reader is gone", async (words) => {
    const child = spawn(process.execPath, [packageFile("dist/cli/assay.js"), ...words.split(" ")]);
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += String(text)));
    expect(await new Promise((ended) => child.once("close", ended))).toBe(0);
    expect(stderr).toBe("");
  });
});
