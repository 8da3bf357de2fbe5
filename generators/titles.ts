import fc from "fast-check";

/** Titles as people give them, in several scripts, with digits, marks and case; few enough that some are equal. */
const names = [
  "Room 1",
  "Room 2",
  "Room 10",
  "room 2",
  "Änderung",
  "Zimmer",
  "Кабинет",
  "кабинет 2",
  "会議室",
  "غرفة",
  "Élan",
  "Elan",
  "Chair, left",
  "Chair left",
  "🪑",
  `<b>Room</b> & "Chair"`,
  "O'Neil's 100%_\\ &amp;",
  `${"Long room ".repeat(20)}end`,
  "A",
  "a",
  "zz",
];

/** A title; often others have the same. */
export const title = (): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...names), weight: 4 },
    { arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" }).filter(isPlain), weight: 1 },
    { arbitrary: fc.nat({ max: 40 }).map((number) => `Cabin ${number}`), weight: 2 },
  );

/** A provider may trim spaces at either end; the specification does not say whether it does. */
const isPlain = (text: string): boolean => text.trim() === text;
