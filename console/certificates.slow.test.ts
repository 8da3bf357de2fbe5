import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseKeySet, trustedKeys } from "../reports/certificate/trusted-keys.ts";
import { verifyCertificate } from "../reports/certificate/verify-certificate.ts";
import { type TestConsole, testConsole } from "./testing/served.ts";
import type { Visitor } from "./testing/visitor.ts";

let served: TestConsole;
let yes: Server;

/** An application that answers 200 to everything, which is all that `webhooks` asks for. */
beforeAll(async () => {
  served = await testConsole();
  yes = createServer((request, response) => request.resume().on("end", () => response.end("{}"))).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((listening) => yes.once("listening", listening));
});
afterAll(async () => {
  await served?.close();
  yes?.close();
});

const url = () => `http://127.0.0.1:${(yes.address() as AddressInfo).port}/`;
const fiveClaims = ["install", "webhooks", "lifecycle", "resources", "calls"];
const profileOf = (name: string, claims: readonly string[]) => ({
  name,
  claims,
  version: String(claims.length),
  connect: { url: url() },
  webhook_url: url(),
  lifecycle_webhook_url: url(),
  actions: { resources: { url: url() }, calls: { url: url() } },
  patience: { quiet_s: 1, max_s: 3 },
});

interface TestPartner {
  at: string;
  save: (claims: readonly string[]) => Promise<void>;
  ask: () => Promise<string>;
}

/** A partner with a profile that claims webhooks alone. */
async function takeIn(name: string): Promise<TestPartner> {
  const at = `/partners/${name}`;
  await served.operator.api("POST", "/partners", { name });
  const save = async (claims: readonly string[]) => {
    const { status } = await served.operator.api("PUT", `${at}/profile`, { profile: profileOf(name, claims) });
    expect(status).toBe(200);
  };
  await save(["webhooks"]);
  const ask = async () => (await served.operator.api<{ id: string }>("POST", `${at}/runs`, {})).json.id;
  return { at, save, ask };
}

/** Waits until a run has a state. */
async function until(visitor: Visitor, id: string, ...states: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const { json } = await visitor.api("GET", `/runs/${id}`);
    if (states.includes(String(json.state))) return json;
    await new Promise((later) => setTimeout(later, 50));
  }
}

const over = (id: string) => until(served.operator, id, "finished", "not-measured");

/** What the certificate of a partner states, checked as `assay verify --status` checks it. */
async function certified(at: string) {
  const [certificate = "", results = "", keys = "", status = ""] = await Promise.all(
    [`${at}/certificate.json`, `${at}/results.json`, "/keys.json", "/status-list.json"].map(
      async (path) => (await served.operator.get(path)).text,
    ),
  );
  return verifyCertificate(certificate, {
    keys: trustedKeys(parseKeySet(keys, "keys")),
    results,
    status,
    now: new Date(),
  });
}

const approve = (at: string) => served.operator.api<{ error?: { message: string } }>("POST", `${at}/approval`, {});

describe("a profile that is changed after its run began", () => {
  test("while the run goes on, leaves the certificate to what was judged", async () => {
    const { at, save, ask } = await takeIn("hasty");
    const id = await ask();
    await until(served.operator, id, "running");
    await save(fiveClaims);
    expect(await over(id)).toMatchObject({ verdict: "pass" });
    expect(await certified(at)).toMatchObject({ statement: { predicate: { claims: ["webhooks"], version: "1" } } });
    expect((await served.visitor().get(`/badge${at.replace("/partners", "")}.svg`)).text).toContain(
      "certified: webhooks",
    );
  });

  describe("before an operator approves it", () => {
    let waiting: TestPartner;
    beforeAll(async () => {
      await served.operator.post("/settings/approval", { approval: "by an operator" });
      waiting = await takeIn("patient");
      await over(await waiting.ask());
    });
    afterAll(() => served.operator.post("/settings/approval", { approval: "at once" }));

    test("makes approval impossible, and the refusal says why", async () => {
      const { at, save } = waiting;
      await save(fiveClaims);
      const refused = await approve(at);
      expect(refused.status).toBe(409);
      expect(refused.json.error?.message).toContain("its profile was changed after the run that passed had begun");
      expect((await served.operator.get(`${at}/certificate.json`)).status).toBe(404);
    });

    test("and put back, is approved for what was judged", async () => {
      const { at, save } = waiting;
      await save(["webhooks"]);
      expect((await approve(at)).status).toBe(200);
      expect(await certified(at)).toMatchObject({ statement: { predicate: { claims: ["webhooks"] } } });
    });
  });
});
