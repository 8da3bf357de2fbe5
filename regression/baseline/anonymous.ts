/** What stands for something that may be about somebody. */
const hidden = "…";

/** A name of a field or header as APIs make them up: words of small letters, with a digit or two at most. Names of people, addresses, numbers and tokens that serve as keys are none. */
const apiName = /^(?=\D*\d?\d?\D*$)[a-z][a-z\d]*([_-][a-z\d]+|[A-Z][a-z\d]{2,}|Id|At|By|To|On|In)*$/;

/** The name of a field or header, unless it may be somebody's: what is no name of an API is left out, and so is what is too long for one. */
export const nameless = (name: string): string =>
  /^\d+$/.test(name) ? "#" : apiName.test(name) && name.length <= 40 ? name : hidden;

/** A message without what it may say of somebody: quoted texts, addresses, numbers, tokens, and names. */
export function anonymous(text: string): string {
  const words = text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|«[^»]*»|“[^”]*”/g, hidden)
    .slice(0, 120)
    .split(/\s+/);
  return words.map((word, index) => plain(word, isStart(words, index), isName(words[index + 1]))).join(" ");
}

const isStart = (words: readonly string[], index: number): boolean =>
  index === 0 || /[.:!?]$/.test(words[index - 1] ?? "");
/** A capital inside of a sentence begins a name; short words of capitals, such as ID, are none. */
const isName = (word = ""): boolean => /^\P{L}*\p{Lu}/u.test(word) && !/^\P{L}*\p{Lu}{2,4}\P{L}*$/u.test(word);

function plain(word: string, starts: boolean, beforeName: boolean): string {
  if (/@/.test(word) || word.length > 24) return hidden;
  if (/\d/.test(word)) return /\p{L}/u.test(word) ? hidden : word.replace(/\d+/g, "#");
  return isName(word) && (!starts || beforeName) ? hidden : word;
}
