import { describe, expect, test } from "vitest";
import type { InstallState } from "../../specs/install-machine.ts";
import { link, reach } from "../testing/installing.ts";
import { deliveries, receive } from "../testing/receiver.ts";
import { type Started, start } from "../testing/start.ts";

const setAddress = ({ control }: Started, url: string | null, application_id = 200) =>
  control.post("/applications", { application_id, lifecycle_webhook_url: url });

describe("a lifecycle event", () => {
  const moves: [by: "freeze" | "disable", from: InstallState, event: string][] = [
    ["freeze", "active", "freeze"],
    ["disable", "pending", "uninstall"],
    ["disable", "active", "uninstall"],
    ["disable", "freezed", "uninstall"],
  ];
  test.each(moves)("is sent once for a %s of a link that is %s: %s", async (by, from, event) => {
    const started = await start();
    const { url, arrivals } = await receive();
    await reach(started, from);
    await setAddress(started, url);
    await started.control.post(`/links/${by}`, link);
    await started.advance(86_400);
    expect(arrivals).toEqual([
      {
        method: "POST",
        path: "/hooks",
        contentType: "application/json",
        body: { event, salon_id: 100, application_id: 200 },
      },
    ]);
    expect(await deliveries(started)).toMatchObject([{ resource: event, resource_id: null, outcome: "delivered" }]);
  });

  test("is sent within a minute", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await reach(started, "active");
    await setAddress(started, url);
    await started.control.post("/links/freeze", link);
    await started.advance(60);
    expect(arrivals).toHaveLength(1);
  });

  test("is not sent for an installation, nor for the partner's own uninstalling", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await setAddress(started, url);
    await reach(started, "active");
    await started.partner.post("/marketplace/salon/100/application/200/uninstall");
    await started.advance(86_400);
    expect(arrivals).toEqual([]);
  });

  test("goes to the address of its application, and to no other", async () => {
    const started = await start();
    const [own, foreign, records] = [await receive(), await receive(), await receive()];
    await setAddress(started, own.url);
    await setAddress(started, foreign.url, 201);
    await started.control.post("/hooks", { location_id: 100, url: records.url, events: ["ClientEvent"] });
    await reach(started, "freezed");
    await started.advance(60);
    expect([own, foreign, records].map(({ arrivals }) => arrivals.length)).toEqual([1, 0, 0]);
  });

  test("is not sent without an address, or once the address was removed", async () => {
    const started = await start();
    const { url, arrivals } = await receive();
    await reach(started, "freezed");
    await setAddress(started, url);
    await setAddress(started, null);
    await started.control.post("/links/disable", link);
    await started.advance(60);
    expect(arrivals).toEqual([]);
    expect(await deliveries(started)).toEqual([]);
  });

  test("that is refused has failed, and is not retried", async () => {
    const started = await start();
    const { url, arrivals } = await receive((response) => response.writeHead(500).end());
    await setAddress(started, url);
    await reach(started, "freezed");
    await started.advance(86_400);
    expect(await deliveries(started)).toMatchObject([{ outcome: "failed", reason: "answered 500" }]);
    expect(arrivals).toHaveLength(1);
  });
});
