import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Platform } from "../api/server/platform.ts";
import type { SandboxOptions } from "../create-sandbox.ts";
import type { V1Envelope } from "../testing/client.ts";
import { confirm, grant, readStatus, stateOf } from "../testing/installing.ts";
import { deliveries, receive } from "../testing/receiver.ts";
import { type Started, start } from "../testing/start.ts";
import { createFileStore } from "./store.ts";

/** A file of its own for a test. */
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "state.json");
}

const startFrom = (file: string, options: SandboxOptions = {}) => start({ ...options, store: createFileStore(file) });

async function restart({ sandbox }: Started, file: string): Promise<Started> {
  await sandbox.close();
  return startFrom(file);
}

const subscribeAndHappen = async ({ control }: Started, url: string) => {
  await control.post("/hooks", { location_id: 100, url, events: ["ClientEvent"] });
  await control.post("/events", { location_id: 100, event: "ClientEvent", change: "created" });
};

describe("a restart", () => {
  test("keeps links, their logs and payments, and the time", async () => {
    const file = place();
    const first = await startFrom(file);
    await grant(first);
    await first.advance(3600);
    await confirm(first);
    await first.partner.post("/marketplace/partner/payment", { application_id: 200, salon_id: 100, payment_sum: 5 });
    const before = (await readStatus(first)).body;
    const second = await restart(first, file);
    expect((await readStatus(second)).body).toEqual(before);
    expect((await second.control.get("")).body).toMatchObject({ now: "2026-03-02T10:00:00Z" });
  });

  test("keeps the confirmation window, which still closes on time", async () => {
    const file = place();
    const first = await startFrom(file);
    await grant(first);
    await first.advance(6 * 3600);
    const second = await restart(first, file);
    await second.advance(6 * 3600 + 1);
    expect((await confirm(second)).status).toBe(422);
    expect(await stateOf(second)).toBe("pending");
  });

  test("keeps the seed, so that tokens and data are the same", async () => {
    const file = place();
    const first = await startFrom(file, { seed: 5 });
    await first.control.post("/reset", { seed: 9 });
    const { credentials } = first.sandbox.platform.world.people;
    const second = await restart(first, file);
    expect(second.credentials).toEqual(credentials);
  });

  test("keeps seeded collections, subscriptions and addresses", async () => {
    const file = place();
    const first = await startFrom(file);
    const hook = { url: "http://127.0.0.1:9/", events: ["ClientEvent"] };
    await first.control.post("/seed", { location_id: 100, collection: "clients", items: [{ id: 77, name: "Ā" }] });
    await first.control.post("/seed", { application_id: 200, collection: "connected_locations", items: [{ id: 5 }] });
    await first.owner.post("/hooks_settings/100", hook);
    const { owner, partner } = await restart(first, file);
    expect((await owner.get<V1Envelope>("/clients/100")).body.data).toMatchObject([{ id: 77, name: "Ā" }]);
    expect((await owner.get<V1Envelope<unknown>>("/hooks_settings/100")).body.data).toEqual(hook);
    const { body } = await partner.get<V1Envelope>("/marketplace/application/200/salons?page=1&count=9");
    expect(body.data.map(({ id }) => id)).toEqual([5]);
  });

  test("sends queued webhooks when they fall due, once", async () => {
    const file = place();
    const { url, arrivals } = await receive();
    const first = await startFrom(file);
    await subscribeAndHappen(first, url);
    await first.advance(4);
    const second = await restart(first, file);
    expect(arrivals).toHaveLength(0);
    await second.advance(1);
    expect(await deliveries(second)).toMatchObject([{ outcome: "delivered", sent_at: "2026-03-02T09:00:05Z" }]);
    const third = await restart(second, file);
    await third.advance(86_400);
    expect(arrivals).toHaveLength(1);
  });

  test("after a crash marks webhooks that were under way as failed, and does not send them again", async () => {
    const file = place();
    const { url, arrivals } = await receive(() => undefined);
    const first = await startFrom(file);
    await subscribeAndHappen(first, url);
    await first.advance(5);
    const asItCrashed = place();
    copyFileSync(file, asItCrashed);
    const second = await startFrom(asItCrashed);
    await second.advance(86_400);
    expect(await deliveries(second)).toMatchObject([{ outcome: "failed", reason: "the sandbox was restarted" }]);
    expect(arrivals).toHaveLength(1);
  });

  test("can rely on a webhook being saved as sent before it arrives", async () => {
    const file = place();
    const asItArrived: unknown[] = [];
    const { url } = await receive(() => {
      asItArrived.push(createFileStore(file).load()?.deliveries);
      return undefined;
    });
    const started = await startFrom(file);
    await subscribeAndHappen(started, url);
    await started.advance(5);
    expect(asItArrived).toMatchObject([[{ outcome: "pending", sent_at: "2026-03-02T09:00:05Z" }]]);
  });

  test("without a file starts a fresh world", async () => {
    const started = await startFrom(place());
    expect(await stateOf(started)).toBe("uninstalled");
  });
});

describe("a state file", () => {
  const whole = async () => {
    const file = place();
    const started = await startFrom(file);
    await grant(started);
    return file;
  };

  test("is written whole, and leaves no other file behind", async () => {
    const file = await whole();
    expect(readdirSync(dirname(file))).toEqual(["state.json"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: "assay-sandbox/1" });
  });

  const spoiled: [how: string, spoil: (text: string) => string][] = [
    ["is cut short", (text) => text.slice(0, text.length / 2)],
    ["is empty", () => ""],
    ["belongs to another program", () => '{"format":"other/1","state":{}}'],
    ["has a later format", (text) => text.replace("assay-sandbox/1", "assay-sandbox/2")],
    ["has no state", () => '{"format":"assay-sandbox/1"}'],
    ["has an incomplete state", () => '{"format":"assay-sandbox/1","state":{"seed":1}}'],
    ["has a time beyond all dates", (text) => text.replace(/"now":\d+/, '"now":1e308')],
    ["is null", () => "null"],
    ["is not JSON", () => "links: []"],
  ];
  test.each(spoiled)("that %s is refused by name, and stays as it is", async (_, spoil) => {
    const file = await whole();
    const text = spoil(readFileSync(file, "utf8"));
    writeFileSync(file, text);
    expect(() => new Platform({ store: createFileStore(file) })).toThrow(
      `${file} does not hold the state of a sandbox; name another file, or remove it`,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("that is a pipe is refused, and not waited for", () => {
    const file = place();
    execFileSync("mkfifo", [file]);
    expect(() => createFileStore(file).load()).toThrow("does not hold the state of a sandbox");
  });

  test("that cannot be read or written is refused with the reason", async () => {
    const folder = dirname(place());
    expect(() => createFileStore(folder).load()).toThrow("EISDIR");
    const { state } = new Platform({ clock: "frozen" }).world;
    expect(() => createFileStore(join(folder, "none", "state.json")).save(state)).toThrow("ENOENT");
    expect(readdirSync(folder)).toEqual([]);
  });
});
