// The wares: dictionaries, and records of every kind with the fields that a caller left out.
import { dayOf, isoTime, moment, sqlTime } from "./json.mjs";

const country = (
  id,
  title,
  full_title,
  iso_code,
  phone_code,
  phone_template,
  phone_example,
  currency,
  exchange,
  lang_id,
  group_type,
  is_eu,
) => ({
  is_eu,
  id,
  iso_code,
  title,
  full_title,
  phone_code,
  phone_template,
  phone_example,
  currency,
  exchange,
  lang_id,
  group_type,
});

export const COUNTRIES = [
  country(
    90,
    "Türkiye",
    "Republic of Türkiye",
    "TR",
    "90",
    "+90 ### ### ## ##",
    "+90 532 123 45 67",
    "₺",
    1,
    4,
    2,
    false,
  ),
  country(
    49,
    "Deutschland",
    "Bundesrepublik Deutschland",
    "DE",
    "49",
    "+49 ### ########",
    "+49 151 23456789",
    "€",
    35.25,
    2,
    1,
    true,
  ),
  country(91, "भारत", "Republic of India", "IN", "91", "+91 ##### #####", "+91 98765 43210", "₹", 0.41, 7, 3, false),
  country(
    55,
    "Brasil",
    "República Federativa do Brasil",
    "BR",
    "55",
    "+55 ## #####-####",
    "+55 11 98765-4321",
    "R$",
    6.1,
    5,
    3,
    false,
  ),
  country(382, "Црна Гора", "", "ME", "382", "+382 ## ### ###", "+382 67 201 234", "€", 35.25, 9, 0, false),
  country(
    31,
    "Nederland",
    "Koninkrijk der Nederlanden",
    "NL",
    "31",
    "+31 # ########",
    "+31 6 12345678",
    "€",
    35.25,
    3,
    1,
    true,
  ),
];
export const CITIES = [
  [34, "İstanbul", 90],
  [35, "İzmir", 90],
  [10, "Berlin", 49],
  [11, "Köln", 49],
  [60, "मुंबई", 91],
  [70, "São Paulo", 55],
].map(([id, title, country_id]) => ({ country_id, id, title }));
export const BUSINESS_GROUPS = [
  {
    id: 1,
    title: "Güzellik",
    types: [
      { id: 11, title: "Kuaför" },
      { id: 12, title: "Tırnak <&> bakım" },
    ],
  },
  { id: 2, title: "Spor", types: [{ id: 21, title: "Yoga" }] },
  { id: 3, title: "Boş", types: [] },
];
const ZONES = [
  [5.5, "Asia/Kolkata"],
  [-3, "America/Sao_Paulo"],
  [3, "Europe/Istanbul"],
  [0, "UTC"],
  [5.75, "Asia/Kathmandu"],
  [1, "Europe/Berlin"],
];
const FIRST = ["Çağla", "Änne", "Óscar", "बीना", "Ivan", "o'Neill", "Zoë", "Ömer", "Anna-Lena", "İpek", "Łukasz", "Bo"];
const LAST = [
  "Yılmaz",
  "Øster",
  "von der Höhe",
  "<b>Fett</b>",
  "Müller & Söhne",
  "Nguyễn",
  "Smith",
  "Žižka",
  'D"Arc',
  "Åberg",
];
export const CALL_STATUSES = ["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"];
export const CALL_TYPES = ["incoming", "outgoing", "internal"];

export function fillLocation(w, item = {}, n = 0) {
  const id = item.id ?? w.nextId();
  const [timezone, timezone_name] = ZONES[n % ZONES.length];
  // The city dictionary has large cities only.
  const city = CITIES[n % 8] ?? { country_id: COUNTRIES[n % COUNTRIES.length].id, id: 1000 + n, title: `Kasaba ${n}` };
  const land = COUNTRIES.find((each) => each.id === city.country_id);
  return {
    title: `Dükkân ${String.fromCharCode(65 + ((n * 7) % 26))}-${n}`,
    id,
    public_title: n % 4 ? `Shop & Spa №${n}` : "",
    short_descr: ["Salon", "Berber", ""][n % 3],
    logo: `http://img.bazaar.invalid/logo/${id}.png`,
    active: n % 5 === 3 ? 0 : 1,
    phone: n % 6 === 5 ? "" : `+90212${5550000 + n}`,
    phones: n % 3 ? [`+90212${5550000 + n}`, "0212 / 555 00 00"] : [],
    email: n % 4 === 2 ? "" : `dukkan${n}@bazaar.invalid`,
    country_id: land.id,
    country: land.title,
    schedule: n % 2 ? "Pzt–Cum 9:00–18:00" : "",
    city_id: city.id,
    city: city.title,
    timezone,
    timezone_name,
    address: `Çarşı Cad. ${n}/B <2. kat>`,
    coordinate_lat: n === 3 ? 0 : 41.0082 - (n % 40) * 2.5,
    coordinate_lon: 28.9784 - (n % 30) * 6,
    phone_confirmation: n % 2 === 0,
    active_staff_count: n % 7,
    app_ios: "",
    app_android: n % 2 ? "https://play.bazaar.invalid/a?id=1&x=2" : "",
    currency_short_title: ["TL", "€", "R$"][n % 3],
    reminds_sms_disabled: n % 3 === 0,
    reminds_sms_default: n % 4,
    group_priority: n * 1.5,
    bookform_group_priority: -n,
    description: `<p>Hoş geldiniz &amp; <em>${"uzun metin ".repeat(n % 3 ? 2 : 60)}</em></p>`,
    photos: n % 2 ? [] : [`/p/${id}/1.jpg`],
    company_photos: n % 2 ? [] : [`http://img.bazaar.invalid/p/${id}/1.jpg`],
    booking_widget_promo: n % 3 ? null : { enabled: true, percent: 7.5 },
    ...item,
  };
}

export function fillClient(w, item = {}, n = 0) {
  const id = item.id ?? w.nextId();
  const g = n % 3,
    imp = n % 4;
  return {
    id,
    phone: `+90532${String(1000000 + n * 7919).slice(0, 7)}`,
    name: `${FIRST[n % FIRST.length]} ${LAST[(n * 3) % LAST.length]}`,
    email: n % 5 === 4 ? "" : `kunde.${n}@${n % 2 ? "bazaar" : "exämple"}.invalid`,
    categories:
      n % 3 === 1
        ? [
            { color: "#ff00aa", id: 5, title: "VIP <gold>" },
            { color: "", id: 6, title: "yeni" },
          ].slice(0, 1 + (n % 2))
        : {},
    gender_id: g,
    gender: ["Bilinmiyor", "Erkek", "Kadın"][g],
    discount: n % 4 === 0 ? 12.5 : n % 3,
    importance_id: imp,
    importance: ["", "Bronz", "Gümüş", "Altın"][imp],
    card: n % 3 === 0 ? "" : 770000 + n * 13,
    birth_date: n % 4 === 1 ? null : `19${60 + (n % 40)}-0${1 + (n % 9)}-2${n % 9}`,
    comment: n % 6 === 2 ? 'a < b && c > "d" &amp; \\ / ' + "çok uzun ".repeat(80) : "",
    sms_check: n % 2,
    sms_not: (n + 1) % 2,
    spent: Math.round(n * 137.35 * 100) / 100,
    balance: n % 2 ? -(n * 10 + 0.75) : n * 3,
    visits: n,
    custom_fields: n % 4 === 3 ? { boy: "1,80", "göz rengi": null } : {},
    last_change_date: isoTime(w.born - n * 31 * 3600e3 - n * 1000),
    ...item,
  };
}

export function fillCall(w, item = {}, n = 0) {
  const at = item.call_date === undefined ? w.born - 86400e3 - n * 11 * 3600e3 : moment(item.call_date);
  return {
    id: w.nextId(),
    type: CALL_TYPES[n % 3],
    status: CALL_STATUSES[n % 7],
    caller_phone: `+90555${String(4000000 + (n % 9) * 11111)}`,
    client_id: 0,
    duration: n % 4 ? n * 61 + 3 : 0,
    record_link: n % 4 === 1 ? `https://rec.bazaar.invalid/r?id=${n}&fmt=mp3` : "",
    ...item,
    call_date: undefined,
    at,
    seeded: item.call_date !== undefined,
  };
}

export function fillActivity(w, item = {}, n = 0) {
  const id = item.id ?? w.nextId();
  return {
    service_id: 3000 + (n % 4),
    staff_id: 700 + (n % 5),
    resource_ids: n % 3 ? [50 + (n % 6)] : [],
    date: dayOf(w.born + (n % 11) * 2 * 86400e3),
    capacity: 5 + (n % 9),
    records_count: n % 5,
    length: 3600,
    title: `Ders ${n}`,
    id,
    ...item,
  };
}

export function fillResource(w, item = {}, n = 0, stringIds = false) {
  const id = item.id ?? (stringIds ? "res_" + String(w.nextId()).padStart(9, "0") : w.nextId());
  return {
    id,
    title: `Oda ${n}`,
    instances: [{ id: w.nextId(), title: "#1" }],
    kind: ["room", "chair", "device"][n % 3],
    note: null,
    ...item,
  };
}

const TITLES = [
  "Zimmer",
  "zimmer",
  "Änderung",
  "Aether",
  "Oda 10",
  "Oda 9",
  "oda 9",
  "Ölbad",
  "Koltuk",
  "Koltuk",
  "Koltuk",
  "7 no.lu",
  "007",
  "Çin odası",
  "Cin",
  "Lazer",
  "Lazer",
];
export const resourceTitle = (n) =>
  n < 45 ? TITLES[n % TITLES.length] : `Salon ${String.fromCharCode(65 + (n % 15))}${"aa".repeat(n % 3)}`;

export const service = (id, n) => ({
  title: ["Saç kesimi & bakım", "Masaj <60>", ""][n % 3],
  id,
  salon_service_id: id + 50000,
  category_id: 40 + n,
  price_min: 99.9 + n,
  price_max: 250,
  discount: n % 2 ? 7.5 : 0,
  comment: n % 2 ? "" : 'Sadece "randevu" ile',
  weight: 10 - n,
  active: n % 2 ? 0 : 1,
  api_id: n % 2 ? "" : `ext-${id}`,
  is_online: n % 2 === 1,
  duration: 3600 + n * 300,
  staff:
    n === 2
      ? []
      : [
          { id: 701, seance_length: 3600 },
          { id: 702, seance_length: 5400 },
        ],
});

export const payment = (w, n) => ({
  payment_sum: n % 2 ? 49.95 : 1200,
  id: w.nextId(),
  is_refunded: n % 3 === 2,
  payment_date: sqlTime(w.born - (n + 1) * 20 * 86400e3),
  period_from: dayOf(w.born - (n + 1) * 20 * 86400e3),
  period_to: dayOf(w.born - n * 20 * 86400e3 + 10 * 86400e3),
});
