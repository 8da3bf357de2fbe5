import { readFileSync, statSync } from "node:fs";
import { UsageError } from "../errors.ts";

/** Bounds of a text file, and the advice for one that exceeds them. */
export interface TextWanted {
  /** Such as "give a pact file". */
  fix: string;
  /** The most bytes that are read. */
  largest: number;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "this is a folder",
  EACCES: "permission to read it is denied",
  EPERM: "permission to read it is denied",
  ELOOP: "this link leads back to itself",
  ENAMETOOLONG: "this name is too long",
};

/** Reads a file of text in UTF-8. Whatever is wrong with it is one line that never repeats what stands in it, since it may be a file that no one was meant to see. */
export function readTextFile(file: string, wanted: TextWanted): string {
  return decodeText(readBytes(file, wanted), file, wanted);
}

/** Reads the bytes of a file of text. */
export function readBytes(file: string, { fix, largest }: TextWanted): Buffer {
  const refuse = (what: string): UsageError => new UsageError(`${file}: ${what}; ${fix}`);
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) throw refuse("this is a folder");
    // A pipe or a device may never end.
    if (!stats.isFile()) throw refuse("this is not a file");
    if (stats.size > largest) throw tooLarge(file, stats.size, largest);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    throw refuse(reasons[code] ?? `it cannot be read (${code || "unknown reason"})`);
  }
}

/** The error for more than is read. */
export function tooLarge(file: string, size: number, largest: number): UsageError {
  const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
  return new UsageError(
    `${file}: it has ${megabytes(size)} MB, and more than ${megabytes(largest)} MB are not read; split it`,
  );
}

/** Bytes as text, without the mark that some editors put before it. */
export function decodeText(bytes: Buffer, file: string, { fix }: Pick<TextWanted, "fix">): string {
  if (isUtf16(bytes)) throw new UsageError(`${file}: it is written in UTF-16; save it as UTF-8`);
  if (bytes.includes(0)) throw new UsageError(`${file}: this is a binary file; ${fix}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file}: this is not text in UTF-8; save it as UTF-8, or ${fix}`);
  }
}

/** True if bytes begin with the mark of UTF-16, or every second of the first is 0, as in plain English without it. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff") return true;
  const first = [...bytes.subarray(0, 64)];
  const isZeroAt = (parity: number): boolean => first.every((byte, index) => (byte === 0) === (index % 2 === parity));
  return first.length >= 4 && (isZeroAt(0) || isZeroAt(1));
}
