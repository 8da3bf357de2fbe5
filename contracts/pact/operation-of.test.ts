import { expect, test } from "vitest";
import { loadOperations, type Operation } from "../../specs/operations.ts";
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

test("every operation of a surface is found by its method and path", () => {
  const operations = loadOperations().filter(({ surface }) => surface !== "webhooks");
  const found = operations.map(({ method, path }) => operationOf(method, path.replace(/\{\w+\}/g, "7")));
  const names = (list: readonly (Operation | undefined)[]) => list.map((item) => `${item?.method} ${item?.path}`);
  expect(names(found)).toEqual(names(operations));
});
