/** A number with its noun: "1 place", "3 places". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Words in a sentence: "a", "a and b", "a, b and c". */
export const inSentence = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** A text that begins a sentence. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number of bytes in the largest unit that fits: "8 MB", "256 kB", "12 bytes". */
export function describeBytes(bytes: number): string {
  const units = [
    [1_000_000, "MB"],
    [1000, "kB"],
  ] as const;
  const fitting = units.find(([size]) => bytes >= size);
  return fitting ? `${Math.round((bytes / fitting[0]) * 10) / 10} ${fitting[1]}` : counted(bytes, "byte");
}
