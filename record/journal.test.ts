import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJournal } from "./journal/read-journal.ts";
import { type Entry, fileJournal } from "./journal.ts";

const file = join(mkdtempSync(join(tmpdir(), "assay-journal-")), "journal.jsonl");

test("what was written before a run was killed can be read, without the line that was cut off", () => {
  const entries: Entry[] = [
    { kind: "judged", ids: ["ENV-5"] },
    { kind: "observation", topic: "a\nline", value: { nested: [1] } },
  ];
  const journal = fileJournal(file);
  for (const entry of entries) journal.write(entry);
  writeFileSync(file, `${readFileSync(file, "utf8")}{"kind":"finding","requ`);
  expect(readJournal(file)).toEqual(entries);
});

test.each([
  ["{", "this is not a journal entry"],
  ["null", "found null, expected an object"],
  ['{"no":"kind"}', "kind: it is missing"],
  [
    '{"kind":"finding","requirement":7,"pointer":"","found":"","expected":""}',
    "requirement: found a number, expected a string",
  ],
  ['{"kind":"judged","ids":"ENV-5"}', "ids: found a string, expected an array"],
  ['{"kind":"exchange","id":"e-1"}', "at: it is missing"],
])("a line %s that is not an entry, and not the last, is refused with its number", (line, what) => {
  writeFileSync(file, `{"kind":"judged","ids":[]}\n${line}\n{"kind":"judged","ids":[]}\n`);
  expect(() => readJournal(file)).toThrow(new RegExp(`journal\\.jsonl:2: .*${what}`));
});

test("a journal of many pieces is read whole, characters of several bytes that lie across two of them too", () => {
  const text = "ö€😀".repeat(30_000);
  const journal = fileJournal(join(file, "../long.jsonl"));
  for (const topic of ["a", "b", "c", "d", "e"]) journal.write({ kind: "observation", topic, value: text });
  const values = readJournal(join(file, "../long.jsonl")).map((entry) => (entry as { value: string }).value);
  expect(values).toEqual([text, text, text, text, text]);
});
