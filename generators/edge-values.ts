/** Texts that a program may change on their way: by escaping, unescaping, cutting, folding or re-encoding them. */
export const edgeTexts: readonly string[] = [
  `O'Neil & Sons <b>"best"</b>`,
  "&amp; &lt;i&gt; &#39; %41 \\u0041 \\n",
  "100% _under_ --; DROP TABLE x",
  "Ķīpsala Ёлка 山田 太郎 صالون ß ǅ",
  "👩‍🎨 🇱🇻 𝒳",
  "0",
  "007",
  "null",
  "C:\\path\\to /and/back",
  `${"long ".repeat(45)}end`,
  "",
];

/** A text as long as a description may get, with line breaks and HTML. */
export const longText = `<p class="a">Déjà vu &amp; “more”</p>\n${"Lorem ipsum 山 ".repeat(300)}end`;

/** Numbers of a kind that a program may round, cut or turn round. */
export const edgeNumbers: readonly number[] = [0, -1, 1, 0.5, -0.25, 1234.56, -1234.5, 2_147_483_647];

/** Whole numbers of that kind that are not below nothing. */
export const edgeCounts: readonly number[] = [0, 1, 3599, 3600, 86_400, 65_536, 2_147_483_647];

/** A value of a list for a record by its number, so that records in turn take all of them. */
export const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
