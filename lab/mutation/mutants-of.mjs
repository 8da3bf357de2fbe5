// Small mistakes in compiled code, one at a time.

/** The mistakes: what is written, and what is written in its place. */
const operators = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ (?=[\w(])/g, " - "],
  [/(?<=[(\s=])!(?=[\w(])/g, ""],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
  [/\.startsWith\(/g, ".endsWith("],
  [/\bMath\.min\(/g, "Math.max("],
  [/\bMath\.max\(/g, "Math.min("],
  [/(?<![\w.$])\d+(?![\w.])/g, (number) => String(Number(number) + 1)],
  [/\breturn undefined;/g, "return {};"],
];

/** A text of the same length in which nothing stands that is no code: strings, patterns and comments. */
const masked = (code) =>
  code.replace(
    /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=[(=,:[!&|?{};\s])\/(?![*/\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g,
    (text) => text.replace(/[^\n]/g, "\u00a7"),
  );

/** Every mistake that can be made in some code, with the code that it makes. */
export function mutantsOf(code) {
  const plain = masked(code);
  return operators.flatMap(([pattern, instead]) =>
    [...plain.matchAll(pattern)].map((match) => {
      const written = typeof instead === "string" ? instead : instead(match[0]);
      const line = code.slice(0, match.index).split("\n").length;
      return {
        line,
        what: `${match[0].trim() || "!"} becomes ${written.trim() || "nothing"}`,
        text: code.split("\n")[line - 1]?.trim().slice(0, 110),
        code: code.slice(0, match.index) + written + code.slice(match.index + match[0].length),
      };
    }),
  );
}
