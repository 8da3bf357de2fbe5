import { expect, test } from "vitest";
import { loadOperations } from "../../specs/operations.ts";
import { operationOf } from "./operation-of.ts";

test.each([
  ["GET", "/countries", "base_url"],
  ["POST", "/marketplace/partner/callback", "app_url"],
  ["GET", "/v1/clients/100", "api_root"],
  ["get", "/locations/100/resources", "v3_base_url"],
])("%s %s belongs to %s", (method, path, address) => {
  expect(operationOf(method, path)?.address).toBe(address);
});

test.each([
  ["DELETE", "/countries"],
  ["GET", "/locations//resources"],
  ["GET", "/v3/locations/100/resources"],
  ["POST", "ClientEvent"],
])("%s %s belongs to no surface", (method, path) => {
  expect(operationOf(method, path)).toBeUndefined();
});

test("every operation is found by its own path", () => {
  const own = loadOperations().filter(({ surface }) => surface !== "webhooks");
  const found = own.map(({ method, path }) => operationOf(method, path.replace(/\{\w+\}/g, "7")));
  expect(found.map((one) => `${one?.method} ${one?.path}`)).toEqual(own.map(({ method, path }) => `${method} ${path}`));
});
