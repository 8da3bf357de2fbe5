import { describe, expect, test } from "vitest";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import { validate } from "../../specs/validate.ts";
import { reach } from "../testing/installing.ts";
import { samples } from "../testing/requests.ts";
import { type Started, start } from "../testing/start.ts";
import { routes } from "./routes.ts";

const operations = loadOperations().filter(({ address }) => address !== "webhook_url");

/** Sends a request to an operation in the name of someone who is allowed to. */
function send({ as, credentials }: Started, { id, address, method }: Operation, path: string, body?: unknown) {
  const { partner_token, owner_user_token, v3_token } = credentials;
  const scheme = routes.find(({ operation }) => operation === id)?.scheme;
  const user = scheme === "BearerPartnerUser" ? `, User ${owner_user_token}` : "";
  return as(
    address as Exclude<Operation["address"], "webhook_url">,
    `Bearer ${scheme === "v3" ? v3_token : partner_token}${user}`,
  ).send(method, path, body);
}

test("every operation of the specification is served, and the store card, whose address it does not show", () => {
  expect(routes.map(({ operation }) => operation).toSorted()).toEqual(
    [...operations.map(({ id }) => id), "readStoreCard"].toSorted(),
  );
});

test("the store card is there for an application, and not for a draft or an unknown one", async () => {
  const { as } = await start();
  const statusOf = async (id: number) => (await as("base_url", "").get(`/marketplace/store/${id}`)).status;
  expect([await statusOf(200), await statusOf(202), await statusOf(999)]).toEqual([200, 404, 404]);
});

describe.each(operations)("$id", (operation) => {
  test("answers a sound request as documented", async () => {
    const started = await start();
    await reach(started, "active");
    await started.partner.post("/marketplace/partner/payment", {
      application_id: 200,
      salon_id: 100,
      payment_sum: 10.5,
    });
    const sample = samples[operation.id] ?? { path: operation.path };
    const { status, body } = await send(started, operation, sample.path, sample.body);
    expect(status).toBeLessThan(400);
    expect(answerTo(operation, status), `${status} is documented`).toBeDefined();
    const query = Object.fromEntries(new URL(`http://x${sample.path}`).searchParams);
    expect(validate(operation, { direction: "response", part: "body", status, query }, body)).toEqual([]);
  });

  test("refuses another method", async () => {
    const started = await start();
    const path = samples[operation.id]?.path ?? "";
    const { status, headers } = await send(started, { ...operation, method: "PUT" }, path);
    expect(status).toBe(405);
    expect(headers.allow?.split(", ")).toContain(operation.method);
  });
});

const atOneAddress = operations.filter(({ id }) => !id.startsWith("readInstallationStatus"));
test.each(atOneAddress)("$id is not served on the ports of other addresses", async ({ id, address, method }) => {
  const { as, credentials } = await start();
  const { partner_token, owner_user_token } = credentials;
  const own = address === "api_root" ? "base_url" : address;
  for (const foreign of (["app_url", "base_url", "v3_base_url"] as const).filter((name) => name !== own)) {
    const client = as(foreign, `Bearer ${partner_token}, User ${owner_user_token}`);
    expect((await client.send(method, samples[id]?.path ?? "")).status, foreign).toBe(404);
  }
});

const naming = operations.filter(({ path, responses }) => /\{(location|company)_id\}/.test(path) && responses["404"]);
test.each(naming)("$id answers 404 for a Location that does not exist, as documented", async (operation) => {
  const started = await start();
  const path = samples[operation.id]?.path.replace("100", "999999999") ?? "";
  const { status, body } = await send(started, operation, path);
  expect(status).toBe(404);
  expect(validate(operation, { direction: "response", part: "body", status }, body)).toEqual([]);
});

const taking = operations.filter(({ id }) => samples[id]?.body !== undefined);
describe.each(taking)("$id", (operation) => {
  const { path, body = {} } = samples[operation.id] ?? { path: "" };
  test("refuses a body that is not JSON with 400", async () => {
    expect((await send(await start(), operation, path, "{")).status).toBe(400);
  });

  test("refuses a body without its fields with 422", async () => {
    const started = await start();
    for (const json of ["{}", "[]", "null", "5"])
      expect((await send(started, operation, path, json)).status, json).toBe(422);
  });

  test("accepts fields that it does not know", async () => {
    const started = await start();
    await reach(started, "active");
    const more = { ...(body as object), unknown: { deep: [1] } };
    expect((await send(started, operation, path, more)).status).toBeLessThan(300);
  });
});

test.each([
  ["base_url", "/nothing"],
  ["base_url", "/countries/"],
  ["base_url", "//countries"],
  ["base_url", "/activity/%zz/search"],
  ["api_root", "/v2/countries"],
  ["app_url", "/"],
] as const)("%s%s is not found, in the error envelope", async (address, path) => {
  const { as, credentials } = await start();
  const { status, body } = await as(address, `Bearer ${credentials.partner_token}`).get(path);
  expect({ status, body }).toEqual({
    status: 404,
    body: { success: false, data: null, meta: { message: "Not found." } },
  });
});
