/** A few slips of the finger are still the same word; a longer word has room for more. */
const slips = (word: string): number => Math.max(3, Math.floor(word.length / 3));

/** The known words that someone may have meant, nearest first; none is more than `most` characters off. */
export function nearest(word: string, known: readonly string[], most = slips(word)): string[] {
  return known
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter((pair) => pair.distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/** The number of characters that must be changed, added or taken away to turn a word into another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...to].entries()) {
      next.push(Math.min((row[j] ?? 0) + (character === against ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
