import { expect, test } from "vitest";
import { createRedaction } from "../../harness/redaction/redaction.ts";
import type { Entry } from "../journal.ts";
import { redactedEntry } from "./redacted-journal.ts";

const secrets = { token: "HOOK-16", other: "finding", third: "r-1", fourth: "getResource" };
const { redact } = createRedaction(secrets);

test.each<[string, Entry, object]>([
  ["what was judged", { kind: "judged", ids: ["HOOK-16"] }, { ids: ["HOOK-16"] }],
  [
    "what a finding is about",
    { kind: "finding", requirement: "HOOK-16", exchange: "r-1", pointer: "", found: "HOOK-16", expected: "" },
    { kind: "finding", requirement: "HOOK-16", exchange: "r-1", found: "$TOKEN" },
  ],
  [
    "what could not be judged",
    { kind: "untestable", ids: ["HOOK-16"], why: "HOOK-16", applies: true },
    { ids: ["HOOK-16"], why: "$TOKEN" },
  ],
])("a secret that is a word of ours does not change %s", (_, entry, expected) => {
  expect(redactedEntry(entry, redact)).toMatchObject(expected);
});
