import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { eachLike, fromState, headersOf, like, path, regex, string } from "../testing/matchers.ts";
import { createInstaller } from "./client.ts";

const installer = consumerNamed("installer");
const link = { location: 100, application: 200 };
const at = (url: string) => createInstaller({ baseUrl: url, appUrl: url, partnerToken: "PARTNER_TOKEN" });

const grant = {
  method: "POST",
  path: path("/company/${location_id}/marketplace/applications/${application_id}/grant_access"),
  headers: headersOf.user,
};
const read = {
  method: "GET",
  path: path("/marketplace/salon/${location_id}/application/${application_id}"),
  headers: headersOf.partner,
};
const moment = (example: string) => regex("^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$", example);

test("an owner grants access", () =>
  installer.asks(
    {
      upon: "a grant of access by the owner",
      given: ["nothing is installed at the Location"],
      rests: "INST-1 AUTH-8",
      request: grant,
      response: { status: 201 },
    },
    async (url) => expect(await at(url).grant(link, "USER_TOKEN")).toBe(true),
  ));

test("access is granted to an application that installs fast", () =>
  installer.asks(
    {
      upon: "a grant of access to an application that installs fast",
      given: ["nothing is installed at the Location", "the application installs fast"],
      rests: "INST-7 AUTH-8",
      request: grant,
      response: { status: 201 },
    },
    async (url) => expect(await at(url).grant(link, "USER_TOKEN")).toBe(true),
  ));

test.each(["the user has no Manage user rights", "installation is blocked at the Location"])(
  "access is not granted where %s",
  (state) =>
    installer.asks(
      {
        upon: `a grant of access where ${state}`,
        given: [state],
        rests: state.startsWith("the user") ? "INST-2" : "INST-8",
        request: grant,
        response: { status: 403 },
      },
      async (url) => expect(await at(url).grant(link, "USER_TOKEN")).toBe(false),
    ),
);

test("the partner confirms a pending link", () =>
  installer.asks(
    {
      upon: "the callback of the partner",
      given: ["the application is pending at the Location"],
      rests: "INST-3 AUTH-10",
      request: {
        method: "POST",
        path: "/marketplace/partner/callback",
        headers: { ...headersOf.partner, "Content-Type": "application/json" },
        body: { salon_id: fromState("location_id"), application_id: fromState("application_id") },
      },
      response: { status: 201 },
    },
    async (url) => expect(at(url).confirm(link)).resolves.toBeUndefined(),
  ));

test.each(["pending", "active", "freezed"] as const)("the status of a link that is %s is read", (status) =>
  installer.asks(
    {
      upon: `a read of the status of a link that is ${status}`,
      given: [`the application is ${status} at the Location`],
      rests: "STAT-1 STAT-2 STAT-4 STAT-5 STAT-10 ENV-1 AUTH-7",
      request: read,
      response: {
        status: 200,
        body: {
          success: true,
          data: {
            connection_status: { status, created_at: moment("2026-03-02 09:00:00") },
            payments: like([]),
            logs: eachLike({
              changed_at: string("2026-03-02 09:00:00"),
              status_from: string("uninstalled"),
              status_to: string("pending"),
              source: string("marketplace"),
            }),
          },
        },
      },
    },
    async (url) =>
      expect(await at(url).installation(link)).toEqual({
        status,
        since: "2026-03-02 09:00:00",
        payments: 0,
        changes: ["2026-03-02 09:00:00: uninstalled to pending by marketplace"],
      }),
  ),
);

test("an unknown Location has no installation", () =>
  installer.asks(
    {
      upon: "a read of the status at a Location that is unknown",
      given: ["the Location is unknown"],
      rests: "ERR-1 ERR-5",
      request: read,
      response: { status: 404, body: { success: false } },
    },
    async (url) => expect(await at(url).installation(link)).toBeUndefined(),
  ));

test("a wrong token is an error, and not a missing link", () =>
  installer.asks(
    {
      upon: "a read of the status with a token that was never issued",
      rests: "AUTH-2 ERR-1",
      request: read,
      response: { status: 401, body: { success: false } },
    },
    async (url) => expect(at(url).installation(link)).rejects.toThrow("installation status: the platform answers 401"),
  ));

test("the system user of an active link sees companies", () =>
  installer.asks(
    {
      upon: "a list of the companies of the system user",
      given: ["the application is active at the Location"],
      rests: "INST-27 AUTH-8",
      request: { method: "GET", path: "/companies", query: { my: "1" }, headers: headersOf.user },
      response: { status: 200 },
    },
    async (url) => expect(await at(url).seesCompanies("USER_TOKEN")).toBe(true),
  ));
