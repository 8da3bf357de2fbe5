import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { Reminders } from "./reminders.mjs";

// Pact's native code looks for this when it loads, so Pact is imported afterwards.
process.env.PACT_DO_NOT_TRACK = "true";
const { MatchersV3, PactV4 } = await import("@pact-foundation/pact");
const { eachLike, fromProviderState, regex, string } = MatchersV3;

// Pact adds to an existing file, so interactions that are no longer in the test have to go first.
rmSync("pacts", { recursive: true, force: true });
const pact = new PactV4({
  consumer: "acme-reminders",
  provider: "partner-integration-api",
  dir: "pacts",
  logLevel: "error",
});

/** Runs one interaction against Pact's mock server, which needs a moment at the end to record the request. */
const withMockServer = (interaction, act) =>
  interaction.executeTest(async ({ url }) => {
    await act(
      new Reminders({
        baseUrl: url,
        v3BaseUrl: url,
        partnerToken: "PARTNER_TOKEN",
        accessToken: "ACCESS_TOKEN",
        application: 200,
      }),
    );
    await new Promise((recorded) => setTimeout(recorded, 5));
  });

/** A number or a text that is not empty: the specification does not say which. */
const present = (example) => regex(/.+/, example);

/** The requirements of the specification that an interaction rests on. */
const rests = (ids) => ({ key: "requirements", value: ids });

await test("a Location with an active link is connected", () =>
  withMockServer(
    pact
      .addInteraction()
      .given("the application is active at the Location")
      .uponReceiving("a read of the installation status")
      .comment(rests("STAT-1 STAT-9"))
      .withRequest(
        "GET",
        fromProviderState(
          "/marketplace/salon/${location_id}/application/${application_id}",
          "/marketplace/salon/100/application/200",
        ),
        (request) =>
          request.headers({
            Accept: "application/vnd.api.v2+json",
            Authorization: regex(/^Bearer .+$/, "Bearer PARTNER_TOKEN"),
          }),
      )
      .willRespondWith(200, (response) =>
        response.jsonBody({ success: true, data: { connection_status: { status: "active" } } }),
      ),
    async (reminders) => assert.equal(await reminders.isConnected(100), true),
  ));

await test("rooms are read to the last page", () =>
  withMockServer(
    pact
      .addInteraction()
      .given("the Location has resources", { count: 3 })
      .uponReceiving("a page of rooms")
      .comment(rests("RES-1 RES-2 RES-10"))
      .withRequest(
        "GET",
        fromProviderState("/locations/${location_id}/resources", "/locations/100/resources"),
        (request) =>
          request.query({ limit: "100" }).headers({ Authorization: regex(/^Bearer .+$/, "Bearer ACCESS_TOKEN") }),
      )
      .willRespondWith(200, (response) =>
        response.jsonBody({ data: eachLike({ title: string("Room 1") }), has_more: false, next_cursor: null }),
      ),
    async (reminders) => assert.deepEqual(await reminders.folders(100), ["Room 1"]),
  ));

await test("a new client is counted", () =>
  pact
    .addAsynchronousInteraction()
    .comment(rests("HOOK-2 HOOK-9"))
    .expectsToReceive("a ClientEvent, created", (message) =>
      message
        .withJSONContent({ company_id: present("100"), resource_id: present("1"), status: present("create") })
        .withMetadata({ event: "ClientEvent" }),
    )
    .executeTest(async ({ contents }) => assert.equal(new Reminders({}).receive(contents.content), 1)));
