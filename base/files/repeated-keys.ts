/** True if a key stands twice in one object of a JSON text; readers differ in which of the two they take. `value` is what the text was parsed into. */
export const repeatsKey = (text: string, value: unknown): boolean => countWrittenKeys(text) !== countKeys(value);

/** The number of keys that all objects of a JSON text have, as they are written. */
function countWrittenKeys(text: string): number {
  let count = 0;
  const colon = /\s*:/y;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfString(text, start);
    colon.lastIndex = end;
    if (colon.test(text)) count++;
    start = text.indexOf('"', end);
  }
  return count;
}

/** Where a string ends that begins at a quotation mark; a pattern for it would run out of stack in a string of megabytes. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
  } while (isEscaped(text, end));
  return end + 1;
}

/** True if an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text[first - 1] === "\\") first--;
  return (place - first) % 2 === 1;
}

/** The number of keys that all objects of a value have. */
function countKeys(root: unknown): number {
  let count = 0;
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const children = Object.values(node);
    if (!Array.isArray(node)) count += children.length;
    for (const child of children) stack.push(child);
  }
  return count;
}
