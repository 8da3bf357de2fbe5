import { describe, expect, test } from "vitest";
import { confirm, grant, link, reach, readStatus } from "../../testing/installing.ts";
import { start } from "../../testing/start.ts";

describe("the installation status", () => {
  test("shows when the link was created, and every change with its source", async () => {
    const started = await start();
    await grant(started);
    await started.advance(60);
    await confirm(started);
    await started.advance(60);
    await started.control.post("/links/freeze", link);
    await started.advance(60);
    await started.partner.post("/marketplace/salon/100/application/200/uninstall");
    const { data } = (await readStatus(started)).body;
    expect(data.connection_status).toEqual({ status: "uninstalled", created_at: "2026-03-02 09:00:00" });
    expect(data.logs.map((entry) => Object.values(entry))).toEqual([
      ["2026-03-02 09:00:00", "uninstalled", "pending", "marketplace"],
      ["2026-03-02 09:01:00", "pending", "active", "partner_api"],
      ["2026-03-02 09:02:00", "active", "freezed", "marketplace"],
      ["2026-03-02 09:03:00", "freezed", "uninstalled", "partner_api"],
    ]);
  });

  test("of a new link continues the log of the old one", async () => {
    const started = await start();
    await reach(started, "active");
    await started.control.post("/links/disable", link);
    await started.advance(3600);
    await grant(started);
    const { data } = (await readStatus(started)).body;
    expect(data.connection_status).toEqual({ status: "pending", created_at: "2026-03-02 10:00:00" });
    expect(data.logs.map((entry) => entry.status_to)).toEqual(["pending", "active", "uninstalled", "pending"]);
  });

  test("logs nothing when the state stays", async () => {
    const started = await start();
    await reach(started, "active");
    await grant(started);
    await confirm(started);
    expect((await readStatus(started)).body.data.logs).toHaveLength(2);
  });

  test("is the same at both addresses", async () => {
    const started = await start();
    await reach(started, "active");
    const there = await started.app.get("/marketplace/salon/100/application/200");
    expect(there.body).toEqual((await readStatus(started)).body);
  });

  test("is not found if the application was never connected", async () => {
    const started = await start();
    expect((await readStatus(started)).status).toBe(404);
    expect((await readStatus(started, { location_id: 999_999_999, application_id: 200 })).status).toBe(404);
  });
});
