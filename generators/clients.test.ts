import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { envelope, client as sampleClient } from "../specs/schemas/samples.test-data.ts";
import { client, clientele } from "./clients.ts";
import { always } from "./testing/always.ts";
import { errorsIn, page } from "./testing/errors-in.ts";

describe("a client", () => {
  test("is one that the specification allows, once the other fields are there", () => {
    always(client(), (made) => {
      const body = envelope([{ ...sampleClient, ...made }], { page: 1, total_count: 1 });
      expect(errorsIn("listClients", page, body)).toEqual([]);
    });
  });

  test("has the fields that are pinned", () => {
    always(client({ name: "Ann", spent: 3 }), (made) => expect(made).toMatchObject({ name: "Ann", spent: 3 }));
  });
});

test("the clients of a Location are as many as asked for, each with an id and a phone of its own", () => {
  always(
    fc.integer({ min: 1, max: 60 }).chain((count) => clientele(count).map((clients) => ({ count, clients }))),
    ({ count, clients }) => {
      expect(clients).toHaveLength(count);
      expect(new Set(clients.map(({ id }) => id)).size).toBe(count);
      expect(new Set(clients.map(({ phone }) => phone)).size).toBe(count);
    },
  );
});
