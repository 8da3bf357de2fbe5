/** The words that somebody may have meant, nearest first. */
export function nearest(word: string, known: readonly string[]): string[] {
  // A few slips of the finger are still the same word; a longer word has room for more.
  const most = Math.max(3, Math.floor(word.length / 3));
  return known
    .map((one) => ({ one, distance: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ one }) => one);
}

/** How many letters must be changed, added or taken away to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === against ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
