import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import {
  day,
  eachLike,
  equal,
  fromState,
  headersOf,
  integer,
  like,
  moment,
  oneOf,
  string,
  success,
} from "../testing/matchers.ts";
import { createTelephony } from "./client.ts";

const telephony = consumerNamed("telephony");
const at = (url: string) =>
  createTelephony({ baseUrl: url, partnerToken: "PARTNER_TOKEN", systemUserToken: "USER_TOKEN", location: 100 });
const headers = { ...headersOf.user, "Content-Type": "application/json" };
const past = {
  client_id: 0,
  caller_phone: "+37126000000",
  record_link: "",
  duration: 42,
  status: "success",
  type: "incoming" as const,
  call_date: "2026-03-02T12:00:00+02:00",
};

const commands: Record<
  string,
  { body: object; send: (exchange: ReturnType<typeof at>) => Promise<void>; rests: string }
> = {
  enable: { body: {}, send: (exchange) => exchange.enable(), rests: "VOIP-1" },
  notify: {
    body: { type: oneOf("incoming", "outgoing", "internal"), caller_phone: string("+37126000000") },
    send: (exchange) => exchange.notify("incoming", "+37126000000"),
    rests: "VOIP-1",
  },
  save: { body: { call: like(past) }, send: (exchange) => exchange.save(past), rests: "VOIP-1 VOIP-2" },
  disable: { body: {}, send: (exchange) => exchange.disable(), rests: "VOIP-1" },
};

test.each(Object.entries(commands))("the exchange can %s", (command, { body, send, rests }) =>
  telephony.asks(
    {
      upon: `the telephony event ${command}`,
      given: [
        command === "enable" ? "the application is active at the Location" : "the telephony integration is enabled",
      ],
      rests,
      note: "The specification shows no payload of this operation; the fields are the sandbox's own choice (docs/sandbox-choices.md).",
      request: {
        method: "POST",
        path: "/voip/integration",
        headers,
        body: { salon_id: fromState("location_id"), command, ...body },
      },
      response: { status: success },
    },
    async (url) => expect(send(at(url))).resolves.toBeUndefined(),
  ),
);

const call = {
  id: integer(7000),
  client_id: integer(0),
  caller_phone: string("+37126000000"),
  record_link: string(""),
  duration: integer(42),
  status: oneOf("success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"),
  type: oneOf("incoming", "outgoing", "internal"),
  call_date: moment("2026-03-02T12:00:00+02:00"),
};
const history = (more: object = {}) => ({
  method: "GET",
  path: "/voip/integration/calls",
  headers,
  body: { salon_id: fromState("location_id"), date_from: day("2026-03-02"), date_to: day("2026-03-04"), ...more },
});
const active = "the application is active at the Location";

test("the history of some days is read", () =>
  telephony.asks(
    {
      upon: "the call history of three days",
      given: [active, "the Location has calls"],
      rests: "CALL-1 CALL-2 CALL-3 CALL-4 CALL-6 INST-18 ENV-1",
      request: history(),
      response: { status: 200, body: { success: true, data: eachLike(call) } },
    },
    async (url) => {
      const [first] = await at(url).history("2026-03-02", "2026-03-04");
      expect(first).toMatchObject({ id: 7000, client_id: 0, duration: 42, type: "incoming" });
    },
  ));

test("a call without client and recording has 0 and an empty link", () =>
  telephony.asks(
    {
      upon: "the call history of a call without client and recording",
      given: [active, "the Location has a call without client and recording"],
      rests: "CALL-5 CALL-17",
      request: history(),
      response: {
        status: 200,
        body: { success: true, data: eachLike({ ...call, client_id: equal(0), record_link: equal("") }) },
      },
    },
    async (url) => {
      const [first] = await at(url).history("2026-03-02", "2026-03-04");
      expect(first).toMatchObject({ client_id: 0, record_link: "" });
    },
  ));

test("the history needs access to the Location", () =>
  telephony.asks(
    {
      upon: "the call history by a user without access",
      given: ["the user has no access to the Location"],
      rests: "AUTH-6 ERR-1",
      request: history(),
      response: { status: 403, body: { success: false } },
    },
    async (url) =>
      expect(at(url).history("2026-03-02", "2026-03-04")).rejects.toThrow("call history: the platform answers 403"),
  ));
