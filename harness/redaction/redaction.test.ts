import { expect, test } from "vitest";
import { createRedaction, redacted, redactedWhole } from "./redaction.ts";

const secret = 'p/a+s"s wörd&42';
const everyCharacter = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const redaction = createRedaction();
redaction.learn({ partner_token: secret, v3_token: "abc" });

test.each([
  ["as it is", `Bearer ${secret}`, "Bearer $PARTNER_TOKEN"],
  ["in a URL", `/x?token=${encodeURIComponent(secret)}`, "/x?token=$PARTNER_TOKEN"],
  ["in a form", new URLSearchParams({ token: secret }).toString(), "token=$PARTNER_TOKEN"],
  ["in JSON", JSON.stringify({ token: secret }), '{"token":"$PARTNER_TOKEN"}'],
  ["in JSON within JSON", JSON.stringify(JSON.stringify(secret)), '"\\"$PARTNER_TOKEN\\""'],
  ["in JSON of PHP", JSON.stringify(secret).replaceAll("/", "\\/").replace("ö", "\\u00f6"), '"$PARTNER_TOKEN"'],
  ["in HTML", "<p>p/a+s&quot;s w&#246;rd&amp;42</p>", "<p>$PARTNER_TOKEN</p>"],
  ["with every letter escaped for a URL", `?t=${everyCharacter}`, "?t=$PARTNER_TOKEN"],
  ["in hexadecimal", Buffer.from(secret).toString("hex").toUpperCase(), "$PARTNER_TOKEN"],
  ["in base64", Buffer.from(secret).toString("base64"), "$PARTNER_TOKEN"],
  ["in capitals", secret.toUpperCase(), "${PARTNER_TOKEN~~}"],
  ["in a longer word", `X${secret.toLowerCase()}X`, "X$PARTNER_TOKENX"],
  ["without its last letter", secret.slice(0, -1), "${PARTNER_TOKEN%?}"],
  ["cut off", `answers ${secret.slice(0, 10)}…`, "answers $PARTNER_TOKEN…"],
  ["twice", `${secret} ${secret}`, "$PARTNER_TOKEN $PARTNER_TOKEN"],
])("replaces a secret %s", (_, text, shown) => {
  expect(redaction.redact(text)).toBe(shown);
});

test("leaves a word alone in which a short secret stands by chance", () => {
  expect(redaction.redact("abcdef, abc")).toBe("abcdef, $V3_TOKEN");
});

test("leaves a text alone that only begins as a secret does, and goes on otherwise", () => {
  const text = `${secret.slice(0, 10)}, and more`;
  expect(redaction.redact(text)).toBe(text);
});

test.each([0, 1, 2])("replaces a secret in base64 of a longer text, %d characters into it", (characters) => {
  const text = Buffer.from(`${"x".repeat(characters)}${secret}xyz`).toString("base64");
  expect(redaction.redact(text)).toMatch(/^\w{0,3}\$PARTNER_TOKEN\w{0,6}=*$/);
});

test("replaces each of thousands of secrets that begin alike, in one pass", () => {
  const many = Array.from({ length: 3_000 }, (_, index) => [`token`, `eyJhbGciOiJIUzI1NiJ9.${index}.x`] as const);
  const { redact } = createRedaction(many, { hasNearMisses: false });
  expect(redact(many.map(([, token]) => token).join(" "))).toBe(many.map(() => "$TOKEN").join(" "));
});

test("redacts the keys of what someone else wrote, and not our own", () => {
  const value = { [`x-${secret.toLowerCase()}`]: [secret] };
  expect(redactedWhole(value, redaction.redact)).toEqual({ "x-$PARTNER_TOKEN": ["$PARTNER_TOKEN"] });
  expect(redacted(value, redaction.redact)).toEqual({ [`x-${secret.toLowerCase()}`]: ["$PARTNER_TOKEN"] });
});

test("knows the secrets of the next world, and still those of the last", () => {
  redaction.learn({ partner_token: "another-secret" });
  expect(redaction.redact(`another-secret ${secret}`)).toBe("$PARTNER_TOKEN $EARLIER_PARTNER_TOKEN");
});

test("a text that was shown before is hidden once it is known to be a secret, and shown again once that is forgotten", () => {
  const late = createRedaction({ partner_token: "known-from-the-beginning" }, { most: 1 });
  const shown = () => late.redact("Bearer learned-later");
  expect(shown()).toBe("Bearer learned-later");
  late.learn({ v3_token: "learned-later" });
  expect(shown()).toBe("Bearer $V3_TOKEN");
  late.learn({ v3_token: "of-the-next-world" });
  expect(shown()).toBe("Bearer learned-later");
  late.keep({ key: "learned-later" });
  expect(shown()).toBe("Bearer $KEY");
});

test("without secrets, every text stays as it is", () => {
  expect(createRedaction({ partner_token: "" }).redact("a text")).toBe("a text");
});

test("a value that holds null, numbers and lists stays what it is", () => {
  const { redact } = createRedaction({ key: "abcdefgh" });
  expect(redacted({ a: null, b: 1, c: ["abcdefgh", null] }, redact)).toEqual({ a: null, b: 1, c: ["$KEY", null] });
});

test("a world is learned if one of its secrets is new, and one that is known already takes no place", () => {
  const worlds = createRedaction({}, { most: 2 });
  const learn = (token: string, secondToken: string) => worlds.learn({ a: token, b: secondToken });
  learn("first-secret", "second-secret");
  learn("first-secret", "third-secret");
  learn("first-secret", "third-secret");
  expect(worlds.redact("first-secret second-secret third-secret")).toBe("$A $EARLIER_B $B");
  learn("fourth-secret", "fifth-secret");
  expect(worlds.redact("second-secret third-secret")).toBe("second-secret $EARLIER_B");
});

test("the secrets of an earlier world that begins again are those of the present world", () => {
  const worlds = createRedaction();
  for (const token of ["alpha-1-secret", "bravo-2-token", "alpha-1-secret"]) worlds.learn({ token });
  expect(worlds.redact("alpha-1-secret bravo-2-token")).toBe("$TOKEN $EARLIER_TOKEN");
});

test("of the credentials of many worlds, those of the last three are known", () => {
  const worlds = createRedaction();
  for (const token of ["alpha-1-secret", "bravo-2-token", "charlie-3-key", "delta-4-pass"]) worlds.learn({ token });
  expect(worlds.redact("alpha-1-secret bravo-2-token delta-4-pass")).toBe("alpha-1-secret $EARLIER_TOKEN $TOKEN");
});

test("secrets that overlap leave nothing of either", () => {
  const { redact } = createRedaction({ a: "abcdefghij", b: "ghijklmnop" });
  expect(redact("abcdefghijklmnop.")).toBe("$A.");
  expect(redact("abcdefghijghijklmnop")).toBe("$A$B");
});

test("near misses are looked for of secrets of eight characters and more, if at all", () => {
  expect(createRedaction({ key: "qwertzui" }).redact("qwertzu")).toBe("${KEY%?}");
  expect(createRedaction({ key: "qwertzu" }).redact("qwertz")).toBe("qwertz");
  expect(createRedaction({ key: "qwertzui" }, { hasNearMisses: false }).redact("qwertzu")).toBe("qwertzu");
});

test.each([0, 1, 2])(
  "the base64 of eight characters is found inside that of a longer text, %d characters into it",
  (characters) => {
    const within = (word: string) => Buffer.from(`${"-".repeat(characters)}${word}---`).toString("base64");
    const { redact } = createRedaction({ key: "qwertzui" }, { hasNearMisses: false });
    expect(redact(within("qwertzui"))).toMatch(/^\w{0,3}\$KEY\w{0,6}=*$/);
    expect(redact(within("qwertzux"))).toBe(within("qwertzux"));
  },
);

test("a secret is found under three layers of escapes, and a text that ends with an escape is read to its end", () => {
  const { redact } = createRedaction({ key: 'se"cret-word' });
  const thrice = JSON.stringify(JSON.stringify(JSON.stringify('se"cret-word')));
  expect(redact(thrice)).not.toContain("cret-word");
  expect(redact('%22 se\\"cret-word\\"')).toBe('%22 $KEY\\"');
  expect(redact("&#x110000; se&quot;cret-word")).toBe("&#x110000; $KEY");
});

test.each([
  ["wrong  credentials.partner_token", "wrong  credentials.partner_token"],
  ["nothing is wrong; next: npx assay run", "nothing is wrong; next: npx assay run"],
  ['it answers 401: {"token":"wrong"}', 'it answers 401: {"token":"$PARTNER_TOKEN"}'],
  ["Bearer wrong, User wrong", "Bearer $PARTNER_TOKEN, User $PARTNER_TOKEN"],
  ["/x?access_token=wrong", "/x?access_token=$PARTNER_TOKEN"],
  ["/x?access_token%3Dwrong", "/x?access_token%3D$PARTNER_TOKEN"],
  ["the token wrong is unknown", "the token $PARTNER_TOKEN is unknown"],
  [`Basic ${Buffer.from("wrong").toString("base64")}`, "Basic $PARTNER_TOKEN"],
])(
  "a sentence of ours keeps its words though a secret is one of them, and shows no secret as data: %s",
  (text, shown) => {
    expect(createRedaction({ partner_token: "wrong" }).redactProse(text)).toBe(shown);
  },
);

test("a secret that is no word is replaced in our sentences wherever it stands", () => {
  const { redactProse } = createRedaction({ partner_token: "right", v3_token: "wrong-1" });
  expect(redactProse("right: wrong-1")).toBe("right: $V3_TOKEN");
});
