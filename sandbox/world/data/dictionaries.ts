import { cityNames } from "./words.ts";

const columns = [
  "id",
  "title",
  "full_title",
  "iso_code",
  "phone_code",
  "phone_template",
  "phone_example",
  "currency",
  "exchange",
  "lang_id",
  "group_type",
  "is_eu",
] as const;

const rows = [
  [1, "Latvia", "Republic of Latvia", "LV", "+371", "+371 ## ### ###", "+371 20 000 000", "€", 1, 4, 1, true],
  [2, "Serbia", "Republic of Serbia", "RS", "+381", "+381 ## ### ####", "+381 60 000 0000", "RSD", 117.2, 9, 2, false],
  [
    3,
    "Côte d’Ivoire",
    "Republic of Côte d’Ivoire",
    "CI",
    "+225",
    "+225 ## ## ## ## ##",
    "+225 01 00 00 00 00",
    "CFA",
    655.957,
    3,
    3,
    false,
  ],
  [4, "日本", "日本国", "JP", "+81", "+81 ##-####-####", "+81 90-0000-0000", "¥", 164.3, 12, 3, false],
  [5, "Poland", "Republic of Poland", "PL", "+48", "+48 ### ### ###", "+48 500 000 000", "zł", 4.27, 7, 1, true],
  [6, "Spain", "Kingdom of Spain", "ES", "+34", "+34 ### ### ###", "+34 600 000 000", "€", 1, 8, 1, true],
  [7, "Iceland", "Iceland", "IS", "+354", "+354 ### ####", "+354 600 0000", "kr", 148.5, 11, 2, false],
];

/** The country dictionary. */
export const countries = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));

/** The city dictionary; one for each country. */
export const cities = cityNames.map((title, index) => ({ id: index + 1, country_id: index + 1, title }));

/** The time zones of the cities, by their ids. */
export const timeZones: Readonly<Record<number, { timezone: number; timezone_name: string }>> = {
  1: { timezone: 2, timezone_name: "Europe/Riga" },
  2: { timezone: 1, timezone_name: "Europe/Belgrade" },
  3: { timezone: 0, timezone_name: "Africa/Abidjan" },
  4: { timezone: 9, timezone_name: "Asia/Tokyo" },
  5: { timezone: 1, timezone_name: "Europe/Warsaw" },
  6: { timezone: 1, timezone_name: "Europe/Madrid" },
  7: { timezone: 0, timezone_name: "Atlantic/Reykjavik" },
};

/** Business types by group. */
export const businessGroups = [
  {
    id: 1,
    title: "Beauty",
    types: [
      { id: 11, title: "Hair salon" },
      { id: 12, title: "Nail studio" },
    ],
  },
  {
    id: 2,
    title: "Health",
    types: [
      { id: 21, title: "Clinic" },
      { id: 22, title: "Massage" },
    ],
  },
  { id: 3, title: "Sport", types: [{ id: 31, title: "Yoga studio" }] },
];
