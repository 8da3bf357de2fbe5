// Values as the specification gives them or lets them be, for tests of the derived schemas.

export const country = {
  id: 7,
  title: "Latvia",
  full_title: "Republic of Latvia",
  iso_code: "LV",
  phone_code: "+371",
  phone_template: "+371 ## ### ###",
  phone_example: "+371 20 000 000",
  currency: "€",
  exchange: 1.0,
  lang_id: 4,
  group_type: 1,
  is_eu: true,
};

export const call = {
  id: 1,
  client_id: 0,
  caller_phone: "+37120000000",
  record_link: "",
  duration: 0,
  status: "success",
  type: "incoming",
  call_date: "2026-03-01T09:30:00+02:00",
};

export const connectedLocation = {
  id: 100,
  title: "Central",
  public_title: "Central",
  short_descr: "Hair",
  logo: "https://cdn.example/logo.png",
  active: 1,
  phone: "+37120000000",
  phones: [] as string[],
  email: "",
  country_id: 7,
  country: "Latvia",
  schedule: "",
  city_id: 1,
  city: "Rīga",
  timezone: 5.5,
  timezone_name: "Europe/Riga",
  address: "",
  coordinate_lat: 56.95,
  coordinate_lon: 24.1,
  phone_confirmation: false,
  active_staff_count: 0,
  app_ios: "",
  app_android: "",
  currency_short_title: "€",
  reminds_sms_disabled: true,
  reminds_sms_default: 1,
  group_priority: 0,
  bookform_group_priority: 0,
  description: "<p>…</p>",
  photos: [] as unknown[],
  company_photos: [] as unknown[],
  booking_widget_promo: null as object | null,
};

export const installationStatus = {
  connection_status: { status: "active", created_at: "2026-03-01 09:30:00" },
  payments: [
    {
      id: 1,
      payment_sum: 10.5,
      payment_date: "2026-03-01",
      is_refunded: false,
      period_from: "2026-03-01",
      period_to: "2026-04-01",
    },
  ],
  logs: [
    { changed_at: "2026-03-01 09:30:00", status_from: "uninstalled", status_to: "pending", source: "marketplace" },
    { changed_at: "2026-03-01 09:31:00", status_from: "pending", status_to: "active", source: "partner_api" },
  ],
};

export const client = {
  id: 1,
  name: "Ann",
  phone: "+37120000000" as string | number,
  email: "",
  categories: [{ id: 1, title: "VIP", color: "#fff" }] as object,
  gender_id: 0,
  gender: "Unknown",
  discount: 0,
  importance_id: 3,
  importance: "Gold",
  card: "" as string | number,
  birth_date: null as string | null,
  comment: "",
  sms_check: 1,
  sms_not: 0,
  spent: 120.5,
  balance: -3,
  visits: 2,
  last_change_date: "2026-03-01T09:30:00+02:00",
  custom_fields: {},
};

export const service = {
  id: 300,
  salon_service_id: 5,
  title: "Haircut",
  category_id: 1,
  price_min: 10,
  price_max: 20,
  discount: 0,
  comment: "",
  weight: 1,
  active: 1,
  api_id: "x-1",
  staff: [{ id: 1, seance_length: 3600 }],
  duration: 3600,
  is_online: true,
};

export const page = {
  object: "list",
  data: [{ id: "r1", title: "Room" }],
  has_more: false,
  next_cursor: null as string | null,
};

export const notice = { company_id: 100, resource: "client", resource_id: 1, status: "create", data: {} as unknown };

/** The v1 envelope around data. */
export const envelope = (data: unknown, meta: unknown = []) => ({ success: true, data, meta });

/** The v1 envelope of an error. */
export const failure = (message: string) => ({ success: false, data: null, meta: { message } });

/** The headers of a successful v3 page, as they are read from the wire. */
export const pageHeaders = {
  "ratelimit-remaining": 59,
  "ratelimit-reset": 60,
  "ratelimit-policy": "60;w=60",
  "x-request-id": "req-1",
};
