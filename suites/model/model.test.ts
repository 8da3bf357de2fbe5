import { expect, test } from "vitest";
import { viewOf } from "../rules/exchange-view.ts";
import { exchange } from "../testing/exchanges.ts";
import { Collection } from "./lists/collection.ts";
import { Model } from "./model.ts";
import type { Seen } from "./operation.ts";

const token = "v3-secret";
const modelWith = (credentials: Model["target"]["credentials"]) => new Model({ credentials, fixtures: {} }, true);

const resources = (from: number, till: number) =>
  Array.from({ length: till - from }, (_, index) => ({ id: 100 + from + index, title: `Room ${100 + from + index}` }));

/** A page of the v3 list, as it was asked for and as it came. */
function page(query: string, data: object[], next: string | null): Seen {
  const body = JSON.stringify({ object: "list", data, has_more: next !== null, next_cursor: next });
  const sent = exchange("listResources", { query, body });
  const request = { ...sent.request, headers: [["Authorization", `Bearer ${token}`]] as [string, string][] };
  return { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
}

const broken = (model: Model, seen: Seen) => model.judge(seen).flatMap(({ cell, holds }) => (holds ? [] : [cell]));

test("a v3 page with a limit that is clamped is not the page without a limit", () => {
  const model = modelWith({ v3_token: token });
  model.learn(page("", resources(0, 25), "next"));
  model.learn(page("limit=1000", resources(0, 30), null));
  expect(broken(model, page("cursor=next", resources(25, 30), null))).toEqual([]);
});

test("a token that serves both surfaces is judged on v3 too", () => {
  const model = modelWith({ partner_token: token, v3_token: token });
  expect(broken(model, page("limit=3", resources(0, 2), "next"))).toEqual(["RES-3"]);
});

test("seeded items without ids that are alike are counted", () => {
  const collection = new Collection();
  collection.seed([{ title: "Yoga" }, { title: "Yoga" }, { title: "Yoga" }]);
  expect(collection.total).toBe(3);
});
