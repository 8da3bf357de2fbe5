import { expect, test } from "vitest";
import type { Entry } from "../../record/journal.ts";
import { loadOperations } from "../../specs/operations.ts";
import { baselineOf } from "./baseline.ts";

const entry = (body: unknown, headers: Record<string, string> = {}, status = 200): Entry => ({
  kind: "exchange",
  id: "e-1",
  at: "",
  took: 1,
  operation: "listClients",
  request: { method: "GET", url: "http://127.0.0.1/v1/clients/1", headers: [] },
  response: { status, headers, body: JSON.stringify(body) },
});
const factsOf = (...entries: Entry[]) => baselineOf(entries, loadOperations()).facts;

test("a baseline names no person, address, number or token that a provider uses as a key or as a header", () => {
  const keys = [
    "Anna Kalniņa",
    "Anna",
    "anna@mail.example",
    "+371 26000000",
    "a1b2c3d4e5f60718",
    "eyJhbGciOi",
    "2026-03-01",
    "x".repeat(50),
  ];
  const data = [{ visits: Object.fromEntries(keys.map((key) => [key, { note: "nuts", last_visit: "2026-03-01" }])) }];
  const text = JSON.stringify(
    factsOf(entry({ success: true, data }, { "x-token-a1b2c3d4": "secret", "x-cache": "hit" })),
  );
  for (const key of [...keys, "nuts", "2026", "a1b2", "secret", "hit"]) expect(text).not.toContain(key);
  for (const name of ["visits", "last_visit", "note", "x-cache"]) expect(text).toContain(name);
});

test("a field with a code's name and ever other values is no code", () => {
  const data = Array.from({ length: 13 }, (_, index) => ({
    source: "abcdefghijklm"[index],
    kind: "walk_in",
    status: "Anna",
  }));
  expect(factsOf(entry({ success: true, data }))).toMatchObject({
    "listClients 200: value .data[].source": ["many"],
    "listClients 200: value .data[].kind": ["walk_in"],
  });
  expect(JSON.stringify(factsOf(entry({ success: true, data })))).not.toContain("Anna");
});

test.each([
  ["Client Anna Kalniņa is not found.", "… … … is not found."],
  ["Anna Kalniņa has no visits", "… … has no visits"],
  ["Token tok_live_a1b2c3 has expired", "Token … has expired"],
  ["Call +371 26 000 000, or write to anna@mail.example", "Call +# # # #, or write to …"],
  ["The JSON is not valid. See the ID 42", "The JSON is not valid. See the ID #"],
  ["Клиент Анна не найден", "… … не найден"],
  ["bearer abcdefghijklmnopqrstuvwxyzabcdef", "bearer …"],
])("a message is shown without what it may say of someone: %s", (message, expected) => {
  expect(factsOf(entry({ success: false, data: null, meta: { message } }, {}, 404))).toMatchObject({
    "listClients 404: message": [expected],
  });
});
