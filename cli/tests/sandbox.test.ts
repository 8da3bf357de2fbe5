import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { assay, begin, end, type Running } from "../testing/assay.ts";
import { freePorts } from "../testing/certifying.ts";
import { startProcess } from "../testing/processes.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-sandbox-test-"));

interface Facts {
  urls: Record<string, string>;
  control: { url: string; token: string };
  credentials: Record<string, string>;
  fixtures: Record<string, number>;
  ca_file?: string;
}

/** Starts a sandbox in this process that ends with the test. */
function sandbox(...args: string[]): Running {
  const running = begin(["sandbox", ...args]);
  onTestFinished(async () => {
    running.io.interrupt();
    await running.ended;
  });
  return running;
}
const factsIn = (stdout: string): Facts => JSON.parse(stdout.split("\n", 1)[0] ?? "") as Facts;
const factsOf = async ({ io }: Running): Promise<Facts> => factsIn(await io.until("stdout", "\n"));

const grant = ({ urls, credentials, fixtures }: Facts) =>
  request(
    `${urls.base_url}/company/${fixtures.location_id}/marketplace/applications/${fixtures.application_id}/grant_access`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}` },
    },
  );
const status = async ({ urls, credentials, fixtures }: Facts): Promise<unknown> => {
  const { body } = await request(
    `${urls.base_url}/marketplace/salon/${fixtures.location_id}/application/${fixtures.application_id}`,
    { headers: { authorization: `Bearer ${credentials.partner_token}` } },
  );
  return ((await body.json()) as { data: { connection_status: { status: string } } | null }).data?.connection_status
    .status;
};

describe("assay sandbox", () => {
  const hasCurl = spawnSync("curl", ["--version"]).status === 0;
  test.skipIf(!hasCurl)("prints three curl lines that work when pasted (where there is curl)", async () => {
    const lines = (await sandbox().io.until("stdout", "resources?limit=3'\n"))
      .split("\n")
      .filter((line) => line.trim().startsWith("curl"));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { code, stdout } = await end("sh", ["-c", line.replace("curl", "curl -sS -o /dev/null -w '%{http_code}'")]);
      expect([code, stdout[0]]).toEqual([0, "2"]);
    }
  });

  test("logs one line a request, and ends when it is interrupted", async () => {
    const { io, ended } = sandbox();
    const printed = await io.until("stdout", "resources?limit=3'\n");
    const [, base = "", v3 = ""] = /base_url +(\S+)[^]*v3_base_url +(\S+)/.exec(printed) ?? [];
    await request(`${base}/countries`);
    await request(`${v3}/nowhere`);
    const log = await io.until("stdout", "/v3/nowhere 404");
    expect(log.match(/^\d\d:\d\d:\d\d\.\d{3} (base|v3) +GET +\/\S+ 40[14] \d+\.\d ms( .*)?$/gm)).toHaveLength(2);
    io.interrupt();
    expect((await ended).code).toBe(0);
    await expect(request(`${base}/countries`)).rejects.toThrow(/ECONNREFUSED|closed/);
  });

  test("prints one line of JSON with --json, and logs to standard error", async () => {
    const running = sandbox("--json", "--clock", "frozen");
    const facts = await factsOf(running);
    expect(Object.keys(facts.urls)).toEqual(["base_url", "api_root", "app_url", "v3_base_url"]);
    const { body } = await request(facts.control.url, { headers: { authorization: `Bearer ${facts.control.token}` } });
    expect(await body.json()).toMatchObject({ protocol: "assay-control/1", clock: "frozen" });
    await grant(facts);
    running.io.interrupt();
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain("grant_access 201");
  });

  test("keeps what it answered in --data, even when it is killed; SIGTERM ends it well", async () => {
    const file = join(folder, "state.json");
    const first = startProcess(["sandbox", "--json", "--data", file]);
    expect((await grant(factsIn(await first.until("\n")))).statusCode).toBe(201);
    await first.stop("SIGKILL");
    const second = startProcess(["sandbox", "--json", "--data", file]);
    expect(await status(factsIn(await second.until("\n")))).toBe("pending");
    expect(await assay(["sandbox", "--data", file])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^assay: --data: another sandbox \(process \d+ on .*\) keeps its state in .*\n$/),
    });
    expect(await second.stop("SIGTERM")).toBe(0);
  });

  test("refuses a --data file that is no state, and leaves it alone", async () => {
    const file = join(folder, "notes.txt");
    writeFileSync(file, "my notes");
    const { code, stderr } = await assay(["sandbox", "--data", file]);
    expect([code, stderr]).toEqual([
      2,
      `assay: --data: ${file} does not hold the state of a sandbox; name another file, or remove it\n`,
    ]);
    expect(readFileSync(file, "utf8")).toBe("my notes");
  });

  test("runs with every fault that is named, and names them", async () => {
    const faults = ["--fault", "countries lack success", "--fault", "country codes have three letters"];
    const { urls, credentials } = await factsOf(sandbox("--json", ...faults));
    const { body } = await request(`${urls.base_url}/countries`, {
      headers: { authorization: `Bearer ${credentials.partner_token}` },
    });
    const answer = (await body.json()) as { success?: boolean; data: { iso_code: string }[] };
    expect([answer.success, answer.data[0]?.iso_code]).toEqual([undefined, expect.stringMatching(/^\w{3}$/)]);
    expect(await sandbox(...faults).io.until("stdout", "Ctrl-C")).toContain(
      ', with the faults "countries lack success" and "country codes have three letters".',
    );
  });

  test("speaks TLS with --tls, and names the authority to trust", async () => {
    const { urls, credentials, ca_file } = await factsOf(sandbox("--json", "--tls"));
    const dispatcher = new Agent({ connect: { ca: readFileSync(ca_file ?? "") } });
    const { statusCode } = await request(`${urls.base_url}/countries`, {
      dispatcher,
      headers: { authorization: `Bearer ${credentials.partner_token}` },
    });
    expect(statusCode).toBe(200);
    await dispatcher.close();
  });

  test("uses four ports in a row from --port-base", async () => {
    const base = await freePorts(4);
    const { urls, control } = await factsOf(sandbox("--json", "--port-base", String(base)));
    const ports = [...Object.values(urls), control.url].map((url) => Number(new URL(url).port));
    expect([...new Set(ports)].toSorted((a, b) => a - b)).toEqual([base, base + 1, base + 2, base + 3]);
  });

  test("says which port of --port-base is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => taken.once("listening", listening));
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await assay(["sandbox", "--port-base", String(port)]);
    taken.close();
    expect([code, stderr]).toEqual([2, `assay: --port-base: port ${port} is taken; give another than ${port}\n`]);
  });

  const mistakes: [args: string[], line: string][] = [
    [
      ["--fault", "countries lak success"],
      'assay: --fault: there is no fault "countries lak success"; did you mean "countries lack success"?\n',
    ],
    [
      ["--host", "0.0.0.0"],
      "assay: --host: on 0.0.0.0, the control protocol needs a token of yours; add --control-token\n",
    ],
    [
      ["--fault", "constructor"],
      'assay: --fault: there is no fault "constructor"; `assay mutants --list` lists them\n',
    ],
    [["--data", ""], "assay: --data: it is empty; give a value, or leave the option out\n"],
    [
      ["--data", "/nowhere/at/all.json"],
      "assay: --data: the folder of /nowhere/at/all.json does not exist; make it, or name another file\n",
    ],
    [["--port-base", "0"], "assay: --port-base: give a number from 1, or leave it out for any free ports\n"],
    [["--port-base", "65534"], "assay: --port-base: 65534 leaves no room for four ports below 65536\n"],
  ];
  test.each(mistakes)("%j says what to fix and exits with 2", async (args, line) => {
    const { code, stdout, stderr } = await assay(["sandbox", ...args]);
    expect([code, stdout, stderr]).toEqual([2, "", line]);
  });
});
