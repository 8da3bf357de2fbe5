import { describe, expect, test } from "vitest";
import type { InstallState } from "../../../specs/install-machine.ts";
import { grant, reach } from "../../testing/installing.ts";
import { type Started, start } from "../../testing/start.ts";

describe("rights", () => {
  const clients = "/clients/100";
  const hooks = "/hooks_settings/100";
  const calls = (query = "salon_id=100") => `/voip/integration/calls?${query}&date_from=2026-01-01&date_to=2026-03-02`;
  const users: [who: "owner" | "limited" | "stranger", what: string, path: string, status: number][] = [
    ["owner", "clients", clients, 200],
    ["owner", "calls", calls(), 200],
    ["owner", "webhook settings", hooks, 200],
    ["limited", "clients", clients, 200],
    ["limited", "calls", calls(), 403],
    ["limited", "webhook settings", hooks, 403],
    ["stranger", "clients", clients, 403],
    ["stranger", "calls", calls(), 403],
    ["stranger", "webhook settings", hooks, 403],
    ["stranger", "clients elsewhere", "/clients/109", 200],
  ];
  test.each(users)("the %s user who asks for %s at %s gets %i", async (who, _, path, status) => {
    const started = await start();
    expect((await started[who].get(path)).status).toBe(status);
  });

  test("a refusal for lack of a right says so in the error envelope", async () => {
    const { stranger } = await start();
    expect((await stranger.get(clients)).body).toEqual({
      success: false,
      data: null,
      meta: { message: "Access denied." },
    });
  });

  test.each(["limited", "stranger"] as const)("the %s user cannot send VoIP events or change webhooks", async (who) => {
    const { [who]: user } = await start();
    expect((await user.post("/voip/integration", { salon_id: 100, command: "enable" })).status).toBe(403);
    expect((await user.post(hooks, { events: [] })).status).toBe(403);
  });

  const served: [state: InstallState, status: number][] = [
    ["uninstalled", 403],
    ["pending", 403],
    ["active", 200],
    ["freezed", 403],
  ];
  test.each(served)("data calls of the system user at a link that is %s get %i", async (state, status) => {
    const started = await start();
    await reach(started, state);
    expect((await started.systemUser.get(clients)).status).toBe(status);
    expect((await started.systemUser.get(calls())).status).toBe(status);
    expect((await started.systemUser.get("/clients/103")).status).toBe(403);
  });

  test.each(served)(
    "the system user of a link that is %s sees its Location if data calls get 200: they get %i",
    async (state, status) => {
      const started = await start();
      await reach(started, state);
      const { body } = await started.systemUser.get("/companies?my=1");
      const ids = (body as { data: { id: number }[] }).data.map(({ id }) => id);
      expect(ids.filter((id) => id <= 108)).toEqual(status === 200 ? [100] : []);
    },
  );

  test("the system user cannot grant access itself", async () => {
    const started = await start();
    await reach(started, "active");
    const second = { location_id: 103, application_id: 200 };
    expect((await grant({ owner: started.systemUser }, second)).status).toBe(403);
  });
});

describe("applications", () => {
  const naming: [id: string, send: (started: Started, application: number) => Promise<{ status: number }>][] = [
    ["grantAccess", (it, application_id) => grant(it, { location_id: 100, application_id })],
    ["confirmInstallation", ({ app }, id) => app.post("/marketplace/partner/callback", named(id))],
    ["readInstallationStatus", ({ partner }, id) => partner.get(`/marketplace/salon/100/application/${id}`)],
    ["uninstall", ({ partner }, id) => partner.post(`/marketplace/salon/100/application/${id}/uninstall`)],
    [
      "listConnectedLocations",
      ({ partner }, id) => partner.get(`/marketplace/application/${id}/salons?page=1&count=1`),
    ],
    ["listPermissions", ({ owner }, id) => owner.get(`/company/100/marketplace/applications/${id}/permissions`)],
    ["listTariffs", ({ partner }, id) => partner.get(`/marketplace/application/${id}/tariffs`)],
    ["addDiscount", ({ partner }, id) => partner.post("/marketplace/application/add_discount", named(id))],
    ["makePaymentLink", ({ partner }, id) => partner.get(`/marketplace/application/payment_link?application_id=${id}`)],
    ["updateChannel", ({ partner }, id) => partner.post("/marketplace/application/update_channel", named(id))],
    ["markNewMessage", ({ partner }, id) => partner.post("/marketplace/application/new_message", named(id))],
    ["reportPayment", ({ partner }, id) => partner.post("/marketplace/partner/payment", named(id))],
  ];
  const named = (application_id: number) => ({ application_id, salon_id: 100, salon_ids: [100], discount: 5 });

  test.each(naming)(
    "%s answers 403 for another partner's application, and 404 for one that does not exist",
    async (_, send) => {
      const started = await start();
      expect((await send(started, 204)).status).toBe(403);
      expect((await send(started, 999)).status).toBe(404);
    },
  );

  test("another partner's payment cannot be refunded", async () => {
    const started = await start();
    await reach(started, "active");
    await started.partner.post("/marketplace/partner/payment", { ...named(200), payment_sum: 5 });
    const [, otherPartner] = started.sandbox.platform.world.people.partners;
    const answer = await started
      .as("base_url", `Bearer ${otherPartner}`)
      .post("/marketplace/partner/payment/refund/1001");
    expect(answer.status).toBe(404);
  });
});
