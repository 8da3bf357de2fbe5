import { closeSync, openSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { UsageError } from "../../base/errors.ts";
import { type Complaint, checkFormat } from "../../base/formats/format-check.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Entry } from "../journal.ts";
import { BoundedEntries } from "./bounded-entries.ts";

/** How much of a journal is read at once, and how long a line may be, in bytes: no text in Node holds much more. */
const pieceSize = 1_000_000;
const longestLine = 64_000_000;

/** Reads a journal from its file, however large; a last line that was cut off, as a run that is killed leaves one, is left out. */
export function readJournal(file: string, entries = new BoundedEntries()): Entry[] {
  let number = 0;
  for (const { line, isLast } of linesOf(file)) {
    number++;
    if (line === "") continue;
    const entry = parseJson(line);
    if (entry === undefined && isLast) break;
    if (entry === undefined)
      throw new UsageError(`${file}:${number}: this is not a journal entry; remove the line, and the rest can be read`);
    entries.add(entryOf(entry, `${file}:${number}`));
  }
  return [...entries.all];
}

/** The entries of a journal that is a text; a UsageError says which line is none. */
export const entriesIn = (text: string): Entry[] =>
  text.split("\n").flatMap((line, index) => (line === "" ? [] : entryOf(parseJson(line), `line ${index + 1}`)));

function entryOf(entry: unknown, place: string): Entry {
  const [complaint] = complaintsAbout(entry);
  if (complaint) throw new UsageError(`${place}: ${placed(complaint)}; remove the line, and the rest can be read`);
  return entry as Entry;
}

/** Finds the mistakes in an entry; the result of a contract has the form that it has in results.json. */
function complaintsAbout(entry: unknown): Complaint[] {
  const complaints = checkFormat("journal-entry", entry);
  const { kind, result } = fieldsOf(entry);
  return complaints.length === 0 && kind === "contract" ? checkFormat("results#contract", result) : complaints;
}

const placed = ({ path, what, withoutValue = what }: Complaint): string =>
  path.length > 0 ? `${path.join(".")}: ${withoutValue}` : withoutValue;

/** The lines of a file, one after the other; the last one has no line end. */
function* linesOf(file: string): Generator<{ line: string; isLast: boolean }> {
  const descriptor = openFile(file);
  try {
    const [piece, decoder] = [Buffer.alloc(pieceSize), new StringDecoder("utf8")];
    let rest = "";
    for (let count = readSync(descriptor, piece); count > 0; count = readSync(descriptor, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, count))).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw new UsageError(`${file}: a line has more than ${longestLine / 1e6} MB`);
      for (const line of lines) yield { line, isLast: false };
    }
    yield { line: rest, isLast: true };
  } finally {
    closeSync(descriptor);
  }
}

function openFile(file: string): number {
  try {
    // A pipe would be waited for.
    if (!statSync(file).isFile()) throw Object.assign(new Error(), { code: "it is not a file" });
    return openSync(file, "r");
  } catch (error) {
    throw new UsageError(
      `${file}: it cannot be read (${(error as NodeJS.ErrnoException).code}); give a folder that a run wrote`,
    );
  }
}
