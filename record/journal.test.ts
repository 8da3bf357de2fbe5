import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Entry, fileJournal, readJournal } from "./journal.ts";

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

test.each(["{", "null", '{"no":"kind"}'])(
  "a line %s that is not an entry, and not the last, is refused with its number",
  (line) => {
    writeFileSync(file, `{"kind":"judged","ids":[]}\n${line}\n{"kind":"judged","ids":[]}\n`);
    expect(() => readJournal(file)).toThrow(`${file}: line 2 is not a journal entry`);
  },
);
