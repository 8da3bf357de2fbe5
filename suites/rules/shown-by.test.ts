import { expect, test } from "vitest";
import { exchange } from "../testing/exchanges.ts";
import { judgeExchange } from "./judge-exchange.ts";
import { shownBy } from "./shown-by.ts";

const refusal = { success: false, data: null, meta: { message: "Access denied." } };

const broken = (operation: string, status: number, body: string): string[] => {
  const { findings } = judgeExchange(exchange(operation, { status, body }));
  return [...new Set(findings.map(({ requirement }) => requirement))];
};

test.each([
  [{ ...refusal, success: true }, "ERR-1"],
  [{ ...refusal, data: [] }, "ERR-2"],
  [{ ...refusal, meta: "Access denied." }, "ERR-3"],
  [{ ...refusal, meta: { message: " " } }, "ERR-4"],
])("a refused grant with the body %j breaks %s", (body, id) => {
  expect(broken("grantAccess", 403, JSON.stringify(body))).toEqual([id]);
});

test.each([401, 403, 404])("a grant refused with %i is checked against the general refusal", (status) => {
  expect(broken("grantAccess", status, JSON.stringify({ ...refusal, success: true }))).toEqual(["ERR-1"]);
});

test.each([
  ["grantAccess", 403, JSON.stringify(refusal)],
  ["listCompanies", 401, ""],
  ["listConnectedLocations", 404, JSON.stringify(refusal)],
  ["grantAccess", 409, "<html>"],
  ["confirmInstallation", 401, "<html>"],
  ["listTariffs", 401, "<html>"],
  ["listResources", 401, "<html>"],
])("%s may be refused with %i and the body %j", (operation, status, body) => {
  expect(broken(operation, status, body)).toEqual([]);
});

test("an answer whose body its operation shows is checked against that", () => {
  const { request } = exchange("listConnectedLocations");
  expect(shownBy(exchange("listConnectedLocations"))).toBe(request.operation);
});
