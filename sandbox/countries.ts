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
];

/** The country dictionary. */
export const countries = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
