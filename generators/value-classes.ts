/** The classes of values by datatype: whatever is seeded, asked for or mistaken on purpose is drawn from these. */

/** Signs that mean something to databases, shells, addresses or markup, where they are not escaped. */
export const signs = ["%", "_", "*", "?", "\\", "+", "&", "#", "'", '"'] as const;

/** Texts that a program may change on their way: by escaping, unescaping, cutting, folding or re-encoding them. */
export const texts: readonly string[] = [
  `O'Neil & Sons <b>"best"</b>`,
  "&amp; &lt;i&gt; &#39; %41 \\u0041 \\n",
  "100% _under_ --; DROP TABLE x",
  "Ķīpsala Ёлка 山田 太郎 صالون ß ǅ",
  "👩‍🎨 🇱🇻 𝒳",
  "0",
  "007",
  "null",
  "C:\\path\\to /and/back",
  `who? what* C++ #1`,
  `${"long ".repeat(45)}end`,
  "",
];

/** A text as long as a description may get, with line breaks and HTML. */
export const longText = `<p class="a">Déjà vu &amp; “more”</p>\n${"Lorem ipsum 山 ".repeat(300)}end`;

/** Numbers of a kind that a program may round, cut or turn round. */
export const numbers: readonly number[] = [0, -1, 1, 0.5, -0.25, 1234.56, -1234.5, 2_147_483_647];

/** Whole numbers of that kind that are not below nothing. */
export const counts: readonly number[] = [0, 1, 3599, 3600, 86_400, 65_536, 2_147_483_647];

/** Numbers beyond those that 32 bits hold, and the last that a double holds to the unit: asked for, never seeded, since a field may be smaller. */
export const largeNumbers: readonly number[] = [2_147_483_648, 9_007_199_254_740_991];

/** The days before, on and after 29 February, in a year that has one. */
export const leapDays = ["2024-02-28", "2024-02-29", "2024-03-01"] as const;

/** Days that a program may reckon wrongly: where its time begins, of another century, and around the ends of months and years. */
export const edgeDays: readonly string[] = [
  "1970-01-01",
  "1999-12-31",
  ...leapDays,
  "2025-10-31",
  "2025-12-31",
  "2026-01-01",
  "2027-02-28",
  "2027-03-01",
  "2027-12-31",
  "2028-01-01",
  "2028-02-28",
  "2028-02-29",
  "2028-03-01",
  "2028-05-31",
  "2100-02-28",
  "2100-03-01",
];

/** Times at the ends of a day, and in its middle. */
export const edgeTimes = ["00:00:00", "12:00:00", "23:59:59"] as const;

/** The number of ids that a list of them has. */
export const idCounts = [1, 5, 50] as const;

/** Addresses as they may stand in a record. */
export const addresses: readonly string[] = [
  "",
  "https://cdn.example/l%20o.png?a=1&b=%C3%A9#x",
  "https://records.example/ā b.mp3?a=1&b=%C3%A9&amp;c#t=1",
  "https://EXAMPLE.example/trailing/",
  `https://r.example/${"x".repeat(400)}`,
];

/** The ends that an address of webhooks may have, each of which belongs to it. */
export const addressEnds = ["", "?to=1&by=%C3%A9", "/", "/a%20b", "/Upper"] as const;

/** Phone numbers, as people write them. */
export const phones = ["+37126100555", "0037126100555", "371 (26) 100-555", "112"] as const;

/** Addresses of mail with what may stand in them. */
export const emails = ["", "O'Neil+tag@mail.example", "ä@пример.example"] as const;

/** Texts that people and programs put where an id belongs. */
export const noIds: readonly string[] = ["abc", "0", "-1", "1.5", "99999999999999999999", "null", "é", "1;2", " "];

/** Days and moments that no calendar has. */
const noDays = ["2026-02-30", "2026-13-01T25:00:00"];

/** Texts in a query where something else belongs. */
export const oddities: readonly string[] = [
  "abc",
  "",
  "-1",
  "0",
  "1.5",
  "99999999999999999999",
  ...noDays,
  "\u0000",
  "[]",
  ...signs,
  "é🙂",
  "a".repeat(5000),
];

/** Texts that an address carries unescaped or escaped wrongly: bytes that are no UTF-8, and signs that begin no escape. */
export const rawTexts: readonly string[] = ["%ff", "caf%E9", "%ff%", "%zz%ff", "%C3%28", "%ff%00"];

/** Raw segments of a path: some that cannot be decoded, empty ones, and one that is very long. */
export const rawSegments: readonly string[] = ["%ff%", "0//", `1${"0".repeat(6000)}`];

/** Values in a JSON body where something else belongs; the first is no value at all. */
export const oddJson: readonly unknown[] = [
  undefined,
  "abc",
  null,
  "",
  "7",
  -1,
  1.5,
  1e30,
  true,
  [],
  {},
  [null],
  ["unknown"],
  noDays[0],
  "a".repeat(2000),
  ...largeNumbers,
];

/** Whole bodies in place of JSON: no JSON, no object, or a number that overflows. */
export const oddBodies = [
  "{",
  "",
  "null",
  "[]",
  '"text"',
  "1",
  "\u0000",
  '{"salon_id":1e999}',
  "[".repeat(300),
] as const;

/** A value of a list for a record by its number, so that records one after another take all of them. */
export const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** A part of a text, counted in characters. */
const cut = (text: string, start: number, end?: number): string => [...text].slice(start, end).join("");

/** Every part of a text of a length. */
const windows = (text: string, length: number): string[] =>
  [...text].slice(length - 1).map((_, at) => cut(text, at, at + length));

/** Signs with two characters on each side. */
const around = (text: string, wanted: RegExp): string[] =>
  Array.from(text.matchAll(wanted), ({ index }) => {
    const at = Array.from(text.slice(0, index)).length;
    return cut(text, Math.max(0, at - 2), at + 3);
  });

/** The length of a part where it does not matter; a shorter one would find too many. */
const usual = 4;

/** Kinds of characters that a program may treat in a way of their own. */
const kinds: readonly RegExp[] = [/\s/u, /[^\p{ASCII}]/u, /\p{Lu}/u, /[^\p{L}\p{N}\s]/u];

/** The number of kinds of characters in a text: the more there are, the more a single value shows. */
export const countKinds = (text: string): number => kinds.filter((kind) => kind.test(text)).length;

/** The parts of a text by class: of the whole, and of the pieces that it falls into. */
export const textParts = {
  "several kinds": (_, whole) =>
    windows(cut(whole, 1, -1), 6).filter((part) => countKinds(part) > 1 && /\p{L}/u.test(part)),
  sign: (pieces) => pieces.flatMap((piece) => around(piece, /[@_+'-]/g)),
  end: (pieces) => pieces.slice(-1).flatMap((piece) => [cut(piece, -usual), cut(piece, -2 * usual)]),
  middle: (pieces) => windows(cut(pieces.join(" "), 1, -1), usual).filter((part) => !part.includes(" ")),
  beginning: (pieces) => pieces.slice(0, 1).flatMap((piece) => [cut(piece, 0, usual), cut(piece, 0, 2 * usual)]),
  "beyond ASCII": (pieces) => pieces.filter((piece) => /[^\p{ASCII}]/u.test(piece)),
  "two words": (_, whole) => whole.match(/\S{1,4} \S{1,4}/u)?.slice(0, 1) ?? [],
  "one character": (pieces) => pieces.flatMap((piece) => [...piece]),
  "three characters": (_, whole) => windows(whole, 3),
  "ten characters": (_, whole) => windows(whole, 10),
  "an odd sign": (_, whole) => around(whole, /[%*?\\+&#"<(]/g),
  capital: (_, whole) => windows(whole, usual).filter((part) => /\p{Lu}/u.test(part)),
  whole: (_, whole) => [whole],
} as const satisfies Record<string, (pieces: readonly string[], whole: string) => string[]>;

export type TextClass = keyof typeof textParts;

/** Letters and digits that stand together, and what stands within addresses and double names. */
const joinedWords = /[\p{L}\p{N}]+([.@_+'-][\p{L}\p{N}]+)*/gu;
const words = /[\p{L}\p{N}]+/gu;

/** The parts of a text that are of a class and can stand in a filter: without a space at an end that could be trimmed. */
export const partsOf = (text: string, name: TextClass, isNumber = false): string[] =>
  textParts[name](text.match(isNumber ? words : joinedWords) ?? [], text).filter(
    (part) => part !== "" && part.trim() === part && !/\p{Cs}|\p{Cc}/u.test(part),
  );
