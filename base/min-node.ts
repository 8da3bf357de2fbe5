/** The oldest Node that this runs on; package.json says the same. */
export const minNode = "20.19";

/** True if a version such as 20.19.4 is another, such as 20.19, or newer. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((text) => text.split(".").map(Number));
  for (const [index, number] of (need ?? []).entries()) {
    const difference = (have?.[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
