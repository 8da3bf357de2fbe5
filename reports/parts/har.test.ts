import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readHar } from "../../harness/har.ts";
import { entriesOf } from "../../record/journal.ts";
import { exchange } from "../../record/testing/runs.ts";
import { loadOperations } from "../../specs/operations.ts";
import { har } from "./har.ts";

const operations = loadOperations();

test("what is written as HAR is read back as it was exchanged", () => {
  const file = join(mkdtempSync(join(tmpdir(), "assay-har-")), "exchanges.har");
  const body = '{"success":true,"data":[{"title":"Côte d’Ivoire 日本"}]}';
  writeFileSync(file, har(entriesOf([exchange("e-1", body), exchange("e-2", "", 204)], "exchange"), "1.2.3"));
  const { exchanges, strangers } = readHar(file, operations);
  expect(strangers).toBe(0);
  expect(exchanges).toMatchObject([
    {
      hasBody: true,
      exchange: {
        took: 7,
        request: {
          operation: { id: "listCountries" },
          query: { page: "1" },
          headers: [["Authorization", "Bearer $PARTNER_TOKEN"]],
        },
        response: { status: 200, headers: { "content-type": "application/json" }, body },
      },
    },
    { exchange: { response: { status: 204, body: "" } } },
  ]);
});

test("a HAR file of more values than fit into memory is refused before it is read", () => {
  const file = join(mkdtempSync(join(tmpdir(), "assay-har-")), "many.har");
  writeFileSync(file, `{"log":{"entries":[],"pages":[${"0,".repeat(20_000_001)}0]}}`);
  expect(() => readHar(file, operations)).toThrow(/it holds more than 20 million values; split it/);
});
