import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchange.ts";
import { ProfileDoubts } from "./doubts.ts";
import { operationById } from "./operation-by-id.ts";

const target = {
  credentials: { system_user_token: "system" },
  fixtures: { location_id: 100, application_id: 200 },
} as unknown as ConstructorParameters<typeof ProfileDoubts>[0];

/** An exchange of some operation: its path, its status, and the token of its user. */
const exchange = (path: string, status: number, token = "owner", operation = "listClients"): Exchange =>
  ({
    request: {
      operation: operationById(operation),
      url: `http://h/api/v1${path}`,
      headers: [["Authorization", `Bearer partner, User ${token}`]],
    },
    response: { status },
  }) as unknown as Exchange;

function doubtsAfter(...exchanges: Exchange[]): string[] {
  const doubts = new ProfileDoubts(target);
  for (const each of exchanges) doubts.note(each);
  return doubts.reported().map((reported) => reported.split(":")[0] ?? "");
}

const five = (path: string, status: number, token?: string): Exchange[] =>
  Array.from({ length: 5 }, () => exchange(path, status, token));

describe("what of a profile is doubted", () => {
  test("an id with which nothing is served", () => {
    expect(doubtsAfter(...five("/clients/100", 404))).toEqual(["fixtures.location_id"]);
    expect(doubtsAfter(...five("/salon/100/application/200", 404))).toEqual([
      "fixtures.location_id",
      "fixtures.application_id",
    ]);
  });

  test("no id of requests that were refused for their rate", () => {
    expect(doubtsAfter(...five("/clients/100", 429))).toEqual([]);
  });

  test("no id with which something was served, nor one that was hardly tried, nor one that is part of another", () => {
    expect(doubtsAfter(...five("/clients/100", 404), exchange("/salon/100", 200))).toEqual([]);
    expect(doubtsAfter(...five("/clients/100", 404).slice(1))).toEqual([]);
    expect(doubtsAfter(...five("/clients/1001", 404))).toEqual([]);
  });

  test("the system user's token, where an application was installed and it is answered 401 throughout", () => {
    const installed = exchange("/callback", 201, "owner", "confirmInstallation");
    const refused = five("/clients/7", 401, "system");
    expect(doubtsAfter(installed, ...refused)).toEqual(["credentials.system_user_token"]);
    expect(doubtsAfter(...refused)).toEqual([]);
    expect(doubtsAfter(installed, ...refused, exchange("/clients/7", 403, "system"))).toEqual([]);
    expect(doubtsAfter(installed, ...five("/clients/7", 401, "system-"))).toEqual([]);
  });
});
