import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { type RunningSandbox, startSandbox } from "../../library/start-sandbox.ts";
import { assay } from "../testing/assay.ts";
import { profileFile } from "../testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-mcp-"));
const out = join(folder, "out");

let sandbox: RunningSandbox;
let client: Client;

/** Starts the built program as an agent does, and connects to it. */
async function connect(...args: string[]): Promise<Client> {
  const started = new Client({ name: "an agent", version: "1.0.0" });
  await started.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [packageFile("dist/cli/assay.js"), "mcp", "--out", out, ...args],
      stderr: "ignore",
    }),
  );
  return started;
}

const call = async (name: string, input: Record<string, unknown> = {}) => {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ text: string }];
  return { isError, text, data: structuredContent as Record<string, unknown> };
};

beforeAll(async () => {
  sandbox = await startSandbox({ clock: "running", faults: ["country codes have three letters"] });
  const { urls, credentials, fixtures } = sandbox;
  client = await connect("--target", profileFile({ urls, credentials, fixtures, control: sandbox.control }));
});
afterAll(async () => {
  await client.close();
  await sandbox.close();
});

describe("assay mcp, used by a client of the protocol", () => {
  test("offers its tools, and says that they only read", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["run", "replay", "explain", "read_results", "list"]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(client.getInstructions()).toContain("Runs only read");
    expect(client.getServerVersion()).toMatchObject({ name: "assay" });
  });

  test("runs, shows what failed with its evidence and its script, and replays it", async () => {
    const before = await call("read_results");
    expect([before.isError, before.text]).toEqual([true, expect.stringContaining("use the tool run first")]);
    const { data } = await call("run", { only: ["DICT-2"] });
    expect(data).toMatchObject({ verdict: "fail", failed: [{ id: "DICT-2", outcome: "fail" }], folder: out });
    const { data: requirement } = await call("read_results", { id: "dict-2" });
    expect(requirement).toMatchObject({
      id: "DICT-2",
      outcome: "fail",
      script: expect.stringContaining("curl") as string,
    });
    expect((await call("replay", { ids: ["DICT-2"] })).data).toMatchObject({
      failures: [{ id: "DICT-2", state: "still failing" }],
    });
    expect(readdirSync(out)).toContain("index.html");
    const script = join(out, "repro/DICT-2.sh");
    rmSync(script);
    symlinkSync(packageFile("package.json"), script);
    expect((await call("read_results", { id: "DICT-2" })).data).not.toHaveProperty("script");
  });

  test("changes nothing on the target, even where its profile would allow it", async () => {
    const { data } = await call("run", { only: ["INST-4"] });
    expect(data).toMatchObject({ verdict: "inconclusive", failed: [] });
    const { data: requirement } = await call("read_results", { id: "INST-4" });
    expect(requirement.outcome).toBe("untestable");
  });

  test("explains and lists", async () => {
    expect((await call("explain", { id: "INST-4" })).data.explanation).toMatch(/^INST-4 /);
    expect((await call("list", { what: "faults", text: "country codes have" })).data).toEqual({
      faults: [{ name: "country codes have three letters", breaks: "DICT-2" }],
    });
  });

  test.each([
    ["explain", { id: "INST-999" }, /no requirement is called INST-999/],
    ["explain", {}, /id: it is missing/],
    ["run", { only: "DICT-2" }, /only: found the string "DICT-2", expected an array/],
    ["run", { only: ["CATS"] }, /--only: no requirement of a provider is called CATS/],
    ["read_results", { folder: "/nowhere" }, /there are no results/],
    ["explain", { id: "--help" }, /no requirement is called --help/],
    ["replay", { ids: ["--target=other.yaml"] }, /is called --target=other\.yaml/],
    ["constructor", {}, /there is no tool constructor/],
    ["dance", {}, /there is no tool dance; tools are run, replay/],
  ])("names the agent's mistake: %s %j", async (name, input, line) => {
    const { isError, text } = await call(name, input);
    expect(isError).toBe(true);
    expect(text).toMatch(line);
  });
});

test("a target that only control leads to is refused before anything is served, unless changes are allowed", async () => {
  const target = profileFile({ control: sandbox.control });
  const { code, stderr } = await assay(["mcp", "--target", target]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("allow changes with --allow-changes")]);
  const allowed = await connect("--target", target, "--allow-changes");
  try {
    const { tools } = await allowed.listTools();
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      "run",
      "replay",
    ]);
    const { structuredContent } = await allowed.callTool({ name: "run", arguments: { only: ["INST-4"] } });
    expect(structuredContent).toMatchObject({ verdict: "pass", judged: { count: 1, of: 1 } });
  } finally {
    await allowed.close();
  }
});
