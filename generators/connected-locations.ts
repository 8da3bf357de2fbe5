import { addresses, counts, longText, numbers, pick, texts } from "./value-classes.ts";

/** Time zones, and how many hours they are ahead of UTC at some time of the year. */
const zones: [name: string, hours: number][] = [
  ["Etc/GMT+12", -12],
  ["Pacific/Kiritimati", 14],
  ["Africa/Abidjan", 0],
  ["Asia/Kolkata", 5.5],
  ["America/St_Johns", -3.5],
  ["Asia/Kathmandu", 5.75],
  ["Pacific/Chatham", 12.75],
  ["America/Argentina/Buenos_Aires", -3],
];

/** Places at and near the ends of both axes. */
const places: [latitude: number, longitude: number][] = [
  [90, 180],
  [-90, -180],
  [0, 0],
  [56.949649, 24.105186],
  [-33.8688, -70.6693],
  [-0.5, 0.25],
];

/** Connected Locations, as many as the longest list of values has, whose fields take every value that a program may spoil. */
export const edgeLocations = (): Record<string, unknown>[] =>
  texts.map((text, index) => {
    const shifted = (by: number): string => pick(texts, index + by);
    const [coordinate_lat, coordinate_lon] = pick(places, index);
    const [timezone_name, timezone] = pick(zones, index);
    return {
      // A Location has a name.
      title: text || "A",
      public_title: shifted(1) || "B",
      short_descr: shifted(2),
      logo: pick(addresses, index),
      active: index % 2,
      phone: pick(["+371 20 000-000", "0037120000001", ""], index),
      phones: pick([["+37120000000", "0020"], [], ["371 (20)"]], index),
      email: pick(["o'neil+tag@mail.example", ""], index),
      country: shifted(3),
      schedule: shifted(4),
      city: shifted(5),
      address: shifted(6),
      timezone,
      timezone_name,
      coordinate_lat,
      coordinate_lon,
      phone_confirmation: index % 2 === 0,
      active_staff_count: pick([0, 1, 4096], index),
      app_ios: pick(["", "https://apps.example/a?id=1&x=2"], index),
      app_android: pick(["https://apps.example/b?id=1&x=2", ""], index),
      currency_short_title: pick(["€", "zł", "CHF", "د.إ"], index),
      reminds_sms_disabled: index % 3 === 0,
      reminds_sms_default: pick([0, 1, 24], index),
      group_priority: pick(numbers, index),
      bookform_group_priority: pick(counts, index),
      description: pick([longText, "", "<p>a &lt; b</p>"], index),
      photos: pick([["/photos/ā b.jpg", "/photos/2.jpg"], []], index),
      company_photos: pick([["https://cdn.example/%C4%81.jpg?a=1&b=2", "https://cdn.example/2.jpg"], []], index),
      booking_widget_promo: pick(
        [null, { title: `−10 % "now"`, active: true, deep: { sum: -0.5, list: [1, "1"] } }],
        index,
      ),
    };
  });
