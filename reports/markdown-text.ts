/** Text from elsewhere on one line, so that it formats nothing and mentions no one. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]|#~]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/@/g, "&#64;");

/** A sentence of the ledger, on one line: what stands between backticks stays code. */
export const sentence = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .split("`")
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : plain(part)))
    .join("");

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(" | ")} |`,
  `|${head.map(() => "---").join("|")}|`,
  ...rows.map((cells) => `| ${cells.join(" | ")} |`),
];

/** Text that a reader opens. */
export const folded = (summary: string, body: readonly string[]): string[] => [
  `<details><summary>${summary}</summary>`,
  "",
  ...body,
  "",
  "</details>",
  "",
];

/** Code in a fence that is longer than any in it. */
export function fenced(code: string, language: string): string[] {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [fence + language, code, fence];
}
