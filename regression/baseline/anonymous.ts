import { hidden } from "../../base/text/anonymous-names.ts";

/** The most characters of a message that are kept; the rest says no more about what kind of message it is. */
const longestMessage = 120;

/** A message without what it may say of someone: quoted texts, addresses, numbers, tokens, and names. */
export function anonymizeMessage(text: string): string {
  const words = text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|«[^»]*»|“[^”]*”/g, hidden)
    .slice(0, longestMessage)
    .split(/\s+/);
  return words
    .map((word, index) => anonymizeWord(word, isSentenceStart(words, index), isName(words[index + 1])))
    .join(" ");
}

const isSentenceStart = (words: readonly string[], index: number): boolean =>
  index === 0 || /[.:!?]$/.test(words[index - 1] ?? "");

/** A capital inside a sentence begins a name; short words of capitals, such as ID, are not names. */
const isName = (word = ""): boolean => /^\P{L}*\p{Lu}/u.test(word) && !/^\P{L}*\p{Lu}{2,4}\P{L}*$/u.test(word);

/** A longer word is a token or a key. */
const longestWord = 24;

function anonymizeWord(word: string, isStart: boolean, isBeforeName: boolean): string {
  if (/@/.test(word) || word.length > longestWord) return hidden;
  if (/\d/.test(word)) return /\p{L}/u.test(word) ? hidden : word.replace(/\d+/g, "#");
  return isName(word) && (!isStart || isBeforeName) ? hidden : word;
}
