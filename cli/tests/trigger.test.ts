import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpControl } from "../../harness/control/control.ts";
import { runningSandboxes } from "../sandboxes/running-sandboxes.ts";
import { assay, begin, type Running } from "../testing/assay.ts";

const env = { XDG_RUNTIME_DIR: mkdtempSync(join(tmpdir(), "assay-trigger-")) };
const run = (...args: string[]) => assay(args, { env });
const arrivals: string[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    arrivals.push(body);
    response.end();
  });
});
let sandbox: Running;
let facts: {
  control: { url: string; token: string };
  urls: Record<string, string>;
  credentials: Record<string, string>;
};
let to = "";

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  sandbox = begin(["sandbox", "--clock", "frozen"], { env });
  await sandbox.io.until("stdout", "Try");
  [facts] = runningSandboxes({ env }) as unknown as [typeof facts];
});
afterAll(async () => {
  sandbox.io.interrupt();
  await sandbox.ended;
  receiver.close();
});

const passTime = () => httpControl(facts.control).advance(60);

describe("a running sandbox, which commands find automatically", () => {
  test("changes a record, and its webhook is listed, delivered, and sent again", async () => {
    const unheard = await run("trigger", "ClientEvent.created");
    expect(unheard.stdout).toMatch(
      /^sandbox: http:\S+\/control\nClientEvent\.created at Location 100: client \d+, status create\n {2}no address is subscribed/,
    );
    const heard = await run("trigger", "ClientEvent.created", "--to", to);
    expect(heard).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /\n +id +outcome +queued at .*pending .* due in \d+ s\n.*clock is frozen/s,
      ) as string,
    });
    await passTime();
    const { deliveries } = JSON.parse((await run("deliveries", "--json")).stdout) as { deliveries: { id: number }[] };
    const again = await run("deliveries", "--resend", String(deliveries[0]?.id));
    expect(again.stdout).toMatch(/^sandbox: http.*\n.*\n +\d+ {2}delivered .* client \d+ /);
    expect(arrivals).toHaveLength(2);
    expect(arrivals[1]).toBe(arrivals[0]);
    expect((await run("deliveries")).stdout.match(/delivered/g)).toHaveLength(2);
  });

  test("takes an installation through its steps, and sends the lifecycle event", async () => {
    const steps = ["grant_access", "callback", "freeze", "uninstall"];
    for (const step of steps) expect(await run("trigger", step, "--to", to)).toMatchObject({ code: 0, stderr: "" });
    await run("trigger", "grant_access");
    expect((await run("trigger", "uninstall", "--to", to)).stdout).toContain(
      "no webhook is sent for uninstall; `trigger freeze` and `trigger disable` send one\n",
    );
    await passTime();
    expect(JSON.parse(arrivals.at(-1) ?? "{}")).toEqual({ event: "freeze", salon_id: 100, application_id: 200 });
  });

  test("has its deliveries followed until Ctrl-C", async () => {
    const following = begin(["deliveries", "--follow"], { env });
    await run("trigger", "StaffEvent.updated", "--location", "103", "--to", to);
    await following.io.until("stdout", /pending .* staff /);
    await passTime();
    await following.io.until("stdout", /delivered .* staff /);
    following.io.interrupt();
    expect((await following.ended).code).toBe(130);
  });

  test("logs control calls, deliveries, and why a request is refused", async () => {
    const { base_url = "" } = facts.urls;
    const { partner_token = "", limited_user_token = "" } = facts.credentials;
    const ask = (path: string, authorization?: string, method = "GET") =>
      fetch(base_url + path, { method, headers: authorization ? { authorization } : {} });
    const grant = "/company/100/marketplace/applications/200/grant_access";
    await ask("/countries");
    await ask("/countries", "Token x");
    await ask("/countries", "Bearer unknown");
    await ask(grant, `Bearer ${partner_token}, User ${limited_user_token}`, "POST");
    await run("trigger", "disable");
    const log = sandbox.io.printed.stdout;
    expect(log).toMatch(/ ctl {2}POST \/events \{"location_id":100,.*\} 202\n/);
    expect(log).toMatch(/ ctl {2}POST \/links\/disable .* 409 /);
    expect(log).toMatch(/ hook POST http:.*\/hooks client \d+ queued, due in \d+ s delivery \d+\n/);
    expect(log).toMatch(/ hook POST http:.*\/hooks client \d+ delivered delivery \d+\n/);
    expect(log).toMatch(/GET {2}\/api\/v1\/countries 401 .* there is no Authorization header\n/);
    expect(log).toMatch(/401 .* the Authorization header has another form than Bearer PARTNER_TOKEN\n/);
    expect(log).toMatch(/401 .* no partner of this world has the token;/);
    expect(log).toMatch(/403 .* Location 100\n/);
  });

  test.each([
    [["trigger", "ClientEvnt.created"], "trigger: there is no ClientEvnt.created; did you mean ClientEvent.created?"],
    [["trigger", "ClientEvent"], "trigger: give ClientEvent.created or ClientEvent.updated or ClientEvent.deleted"],
    [["trigger", "ClientEvent.created", "--location", "4242"], "trigger: location_id: there is no Location 4242"],
    [["trigger", "freeze", "--location", "103"], "trigger: A link that is uninstalled cannot be moved by freeze."],
    [
      ["trigger", "ClientEvent.created", "--wait"],
      "--wait: the sandbox's clock is frozen; move it on (POST /clock/advance), or leave out --wait",
    ],
    [["deliveries", "--resend", "7"], "--resend: id: there is no delivery 7"],
  ])("%j says in one line what is wrong", async (args, line) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: "", stderr: `assay: ${line}\n` });
  });
});

test("where no sandbox runs, the line says so; one elsewhere is named by its address", async () => {
  const nowhere = { XDG_RUNTIME_DIR: mkdtempSync(join(tmpdir(), "assay-trigger-")) };
  const { code, stderr } = await assay(["deliveries"], { env: nowhere });
  expect([code, stderr]).toEqual([
    2,
    "assay: no sandbox is running; start one by `assay sandbox`, or give --control or --target\n",
  ]);
  const { url, token } = facts.control;
  const named = await assay(["deliveries", "--control", url, "--control-token", token], { env: nowhere });
  expect(named.code).toBe(0);
});

describe("which sandbox is meant", () => {
  const own = { XDG_RUNTIME_DIR: mkdtempSync(join(tmpdir(), "assay-trigger-")) };
  const elsewhere = mkdtempSync(join(tmpdir(), "assay-elsewhere-"));
  const started: Running[] = [];
  const start = async (...options: string[]): Promise<Running> => {
    const running = begin(["sandbox", ...options], { env: own });
    started.push(running);
    await running.io.until("stdout", /Try|"control"/);
    return running;
  };
  const from = async <T>(folder: string, act: () => Promise<T>): Promise<T> => {
    const back = process.cwd();
    process.chdir(folder);
    try {
      return await act();
    } finally {
      process.chdir(back);
    }
  };
  const control = ({ io }: Running): string => /http:[^"\s]+\/control/.exec(io.printed.stdout)?.[0] ?? "";
  afterAll(async () => {
    for (const { io, ended } of started) {
      io.interrupt();
      await ended;
    }
  });

  test("is never one that a script started with --json, unless it is named", async () => {
    const script = await start("--json");
    expect((await assay(["deliveries"], { env: own })).stderr).toMatch(/^assay: no sandbox is running;/);
    expect(await assay(["deliveries", "--control", control(script)], { env: own })).toMatchObject({ code: 0 });
  });

  test("is the one that was started from this folder; one of another folder is asked for, or refused", async () => {
    const other = await from(elsewhere, () => start());
    const refused = await assay(["trigger", "freeze"], { env: own });
    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr: `assay: no sandbox was started from this folder; choose one by --control: ${control(other)} (from ${elsewhere})\n`,
    });
    const asked = begin(["deliveries"], { env: own, columns: 100 });
    await asked.io.until("stdout", "no sandbox was started from this folder; which one?");
    asked.io.type("\r");
    expect(await asked.ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`sandbox: ${control(other)}\n`),
    });
    const here = await start();
    expect((await assay(["deliveries"], { env: own })).stdout).toContain(`sandbox: ${control(here)}\n`);
  });

  test("is waited for with --wait, until its webhooks have ended", async () => {
    const here = runningSandboxes({ env: own }).find(
      ({ folder, isDiscovered }) => isDiscovered && folder !== elsewhere,
    );
    if (!here) throw new Error("the test before started one");
    const wait = async (address: string) => {
      const { io, ended } = begin(["trigger", "ClientEvent.created", "--to", address, "--wait"], { env: own });
      const queued = async () =>
        (await httpControl(here.control).deliveries()).some(({ outcome }) => outcome === "pending");
      while (!(await queued())) await new Promise((later) => setTimeout(later, 20));
      await httpControl(here.control).advance(10);
      expect(io.printed.stderr).toBe("");
      return ended;
    };
    expect(await wait(to)).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d+ {2}delivered /) });
    expect(await wait("http://127.0.0.1:1/")).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\d+ {2}failed /),
    });
  });
});
