// The invented world: dictionaries, and makers of complete records from partial ones.
import { DAY, dayOf, HOUR, iso, MINUTE, moment, SECOND } from "./util.mjs";

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
  iso_code,
  id,
  full_title,
  title,
  is_eu,
  currency,
  exchange,
  phone_code,
  phone_template,
  phone_example,
  lang_id,
  group_type,
  flag: `flags/${iso_code}.svg`,
});
export const COUNTRIES = [
  country(47, "Norge", "Kongeriket Norge", "NO", "47", "+47 ### ## ###", "+47 412 34 567", "kr", 1.0432, 6, 2, false),
  country(
    46,
    "Sverige",
    "Konungariket Sverige",
    "SE",
    "46",
    "+46 ## ### ## ##",
    "+46 70 123 45 67",
    "kr",
    1,
    5,
    2,
    true,
  ),
  country(
    45,
    "Danmark",
    "Kongeriget Danmark",
    "DK",
    "45",
    "+45 ## ## ## ##",
    "+45 20 12 34 56",
    "kr.",
    0.6541,
    7,
    2,
    true,
  ),
  country(
    358,
    "Suomi",
    "Suomen tasavalta – Republiken Finland",
    "FI",
    "358",
    "+358 ## ### ####",
    "+358 40 123 4567",
    "€",
    0.0876,
    8,
    1,
    true,
  ),
  country(354, "Ísland", "Lýðveldið Ísland", "IS", "354", "+354 ### ####", "+354 611 1234", "ISK", 13.25, 9, 2, false),
  country(91, "India", "Republic of India", "IN", "91", "+91 #####-#####", "+91 98765-43210", "₹", 8.02, 2, 4, false),
  country(
    55,
    "Brasil",
    "República Federativa do Brasil",
    "BR",
    "55",
    "+55 (##) #####-####",
    "+55 (11) 91234-5678",
    "R$",
    0.5,
    11,
    4,
    false,
  ),
];
export const CITIES = [
  ["Tromsø", 47],
  ["Malmö", 46],
  ["Århus", 45],
  ["Jyväskylä", 358],
  ["Reykjavík", 354],
  ["Pune", 91],
  ["São Paulo", 55],
].map(([title, country_id], i) => ({ id: 900 + i, title, country_id }));
export const BUSINESS_GROUPS = [
  {
    id: 1,
    title: "Skönhet",
    types: [
      { id: 11, title: "Frisör" },
      { id: 12, title: "Naglar & fransar" },
    ],
  },
  { id: 2, title: "Hälsa", types: [{ id: 21, title: "Fysioterapi" }] },
];
const ZONES = [
  [5.5, "Asia/Kolkata"],
  [2, "Europe/Helsinki"],
  [-3, "America/Sao_Paulo"],
  [1, "Europe/Oslo"],
  [0, "Atlantic/Reykjavik"],
  [5.75, "Asia/Kathmandu"],
  [-3.5, "America/St_Johns"],
];
const SALONS = [
  "Klippoteket",
  "Åsas Salong",
  "Ölands Spa & Bad",
  "Studio 54",
  "studio 54",
  "Hårfagre",
  "Ærlig Talt",
  "Zenit",
  "Fön & Co <i>",
  'Café "Løve"',
];
const NAMES = [
  "Åsa Öberg",
  "Søren Kjærgaard",
  "Þórunn Jónsdóttir",
  "Väinö Mäkelä",
  "Anna-Karin Ström",
  "O'Brien, Niamh",
  "Bo",
  "<b>Eva</b> & Co",
  "Łukasz Żak",
  "Ingrid Ødegård",
  "Zoë van der Berg",
  "JÜRGEN GROSS",
  "de la Cruz  María",
  'Nils "Nisse" Holgersson',
  "王小明",
];
const TITLES = [
  "Behandlingsrum",
  "Behandlingsrum",
  "Stol 2",
  "Stol 10",
  "stol 2",
  "Åkdyna",
  "Ärenderum",
  "Östra salen",
  "Rum A",
  "rum a",
  "Rum Ä",
  "Zonterapibänk",
  "42",
  "7",
  "Bänk",
  "Bank",
  "Éclair",
  "Laser <CO₂> & mer",
  "Laser",
  "Ångbastu",
];
export const STATUSES = ["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"];
export const TYPES = ["incoming", "outgoing", "internal"];
const LONG = "Kunden önskar lugn musik. ".repeat(60).trim();

export function makeLocation(p, item, i) {
  const { rnd } = p,
    zone = ZONES[i % ZONES.length],
    city = CITIES[i % CITIES.length],
    land = COUNTRIES.find((c) => c.id === city.country_id);
  const id = item.id ?? p.newId("location");
  return {
    title: `${SALONS[i % SALONS.length]}${i < SALONS.length ? "" : ` ${i}`}`,
    public_title: i % 4 ? SALONS[i % SALONS.length] : "",
    short_descr: "Frisör & spa",
    logo: `https://cdn.meridian.example/logo/${id}.png`,
    active: i % 5 === 3 ? 0 : 1,
    phone: `+${land.phone_code}${2000000 + i}`,
    phones: i % 3 ? [`+${land.phone_code}${2000000 + i}`, `+${land.phone_code}${3000000 + i}`] : [],
    email: i % 4 === 1 ? "" : `hej+${i}@salong.example`,
    country_id: land.id,
    country: land.title,
    schedule: i % 2 ? "mån–fre 09–18; lör 10–14" : "",
    city_id: city.id,
    city: city.title,
    timezone: zone[0],
    timezone_name: zone[1],
    address: `Storgatan ${i + 1} <2 tr.>`,
    coordinate_lat: -33.4489 + (i % 30) * 3.7,
    coordinate_lon: 18.06324 - (i % 80) * 2.25,
    phone_confirmation: i % 2 === 0,
    active_staff_count: i % 7,
    next_slot: iso(p.clock.now() + DAY + i * HOUR),
    app_ios: "",
    app_android: i % 2 ? "https://play.example/app?id=1&hl=sv" : "",
    currency_short_title: land.currency,
    reminds_sms_disabled: i % 3 === 0,
    reminds_sms_default: i % 4,
    group_priority: -i,
    bookform_group_priority: i * 1.5,
    description: i % 3 ? `<p>Välkommen till <b>oss</b> &amp; våra vänner!</p><!-- ${i} -->` : "",
    photos: i % 2 ? [`/p/${id}/1.jpg`] : [],
    company_photos: i % 2 ? [`https://cdn.meridian.example/p/${id}/1.jpg`] : [],
    booking_widget_promo: i % 2 ? { text: "−10 %", until: null } : null,
    chain_id: 70 + (i % 3),
    vat_no: `SE${rnd.upTo(1e6)}01`,
    ...item,
    id,
  };
}

export function makeClient(p, item, i) {
  const name = NAMES[i % NAMES.length],
    gender_id = i % 3,
    importance_id = i % 4;
  return {
    email: i % 5 === 2 ? "" : `Kund.${i}@Post.example`,
    name: i < NAMES.length ? name : `${name} ${i}`,
    phone: `+4670${String(1000000 + i * 7919)}`,
    categories: i % 3 ? [{ id: 5, title: "Stamkund – VIP", color: "#00ff7f" }].slice(0, 1) : {},
    gender_id,
    gender: ["Okänt", "Man", "Kvinna"][gender_id],
    discount: i % 4 ? 0 : 12.5,
    importance_id,
    importance: ["", "Brons", "Silver", "Guld"][importance_id],
    card: i % 3 === 1 ? 500100 + i : "",
    birth_date: i % 2 ? `19${60 + (i % 40)}-02-28` : null,
    comment: ["", LONG, "<script>alert(1)</script> & så", "  två mellanslag  "][i % 4],
    sms_check: i % 2,
    sms_not: i % 3 ? 0 : 1,
    spent: Math.round(i * 137.37 * 100) / 100,
    balance: i % 3 === 0 ? -(i + 0.25) : i * 2.5,
    visits: i % 12,
    last_change_date: iso(Math.floor(p.clock.now() / SECOND) * SECOND - (i + 1) * 17 * HOUR - 13 * MINUTE),
    custom_fields: i % 4 ? {} : { skostorlek: "42½" },
    loyalty_tier: null,
    ...item,
    id: item.id ?? p.newId("client"),
  };
}

export function makeCall(p, item, i) {
  const day = moment(dayOf(p.clock.now() - (1 + (i % 36)) * DAY)),
    at = day + [0, 12 * HOUR, DAY - SECOND, 9 * HOUR + 1234 * SECOND][i % 4];
  const status = STATUSES[i % 7];
  return {
    call_date: iso(at),
    type: TYPES[i % 3],
    status,
    duration: status === "success" ? 30 + i * 7 : 0,
    caller_phone: `+47${40000000 + (i % 9) * 1111}`,
    record_link: status === "success" ? `https://rec.meridian.example/r?c=${i}&t=ø` : "",
    client_id: 0,
    trunk: `sip-${i % 2}`,
    ...item,
    id: item.id ?? p.newId("call"),
  };
}

export function makeActivity(p, item, i) {
  const date = item.date ?? dayOf(p.clock.now() + (2 + (i % 21)) * DAY);
  return {
    capacity: 4 + (i % 9),
    records_count: i % 4,
    service_id: p.world?.serviceIds?.[i % 3] ?? 1,
    staff_id: 61 + (i % 4),
    resource_ids: i % 2 ? [81 + (i % 5)] : [],
    starts_at: `${String(date).slice(0, 10)}T${10 + (i % 8)}:00:00+02:00`,
    length: 3600,
    ...item,
    date,
    id: item.id ?? p.newId("activity"),
  };
}

export function makeResource(p, item, i) {
  const id = item.id ?? (p.c("v3-number-ids") ? p.newId("resource") : p.rnd.uuid());
  const title = i < TITLES.length ? TITLES[i] : i % 4 ? `Rum ${i}` : TITLES[(i / 4) % TITLES.length];
  return {
    object: "resource",
    instances: [1, 2]
      .slice(0, 1 + (i % 2))
      .map((n) => ({ object: "resource_instance", title: `${title} #${n}`, id: `${id}/${n}` })),
    kind: ["room", "chair", "equipment"][i % 3],
    note: i % 5 ? null : "",
    title,
    ...item,
    id,
  };
}

export const makeService = (id, i) => ({
  title: ["Klippning & fön", "Massage <60 min>", "Ögonbryn", "Yoga i grupp"][i % 4],
  id,
  salon_service_id: id + 7000,
  category_id: 41 + (i % 2),
  price_min: 349.5 + i,
  price_max: 899.9 + i,
  discount: i * 2.5,
  comment: i % 2 ? "" : "Inkl. moms – <b>25 %</b>",
  weight: -i,
  active: i % 2 ? 0 : 1,
  api_id: i % 2 ? "" : `ext-${id}`,
  staff:
    i === 3
      ? []
      : [
          { id: 61 + i, seance_length: 2700 },
          { id: 64, seance_length: 3600 },
        ],
  duration: 3600,
  is_online: i % 2 === 0,
  image: null,
});
