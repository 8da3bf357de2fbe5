import { describe, expect, test } from "vitest";
import type { InstallState } from "../../../specs/install-machine.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { validate } from "../../../specs/validate.ts";
import type { V1Envelope } from "../../testing/client.ts";
import { confirm, grant, reach } from "../../testing/installing.ts";
import { type Started, start } from "../../testing/start.ts";

const list = ({ partner }: Started, query = "page=1&count=100", application = 200) =>
  partner.get<V1Envelope>(`/marketplace/application/${application}/salons?${query}`);

const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).body.data.map(({ id }) => id);

const seed = ({ control }: Started, items: unknown[], application_id = 200) =>
  control.post<{ items: Record<string, unknown>[] }>("/seed", {
    application_id,
    collection: "connected_locations",
    items,
  });

describe("the list of connected Locations", () => {
  test("returns each Location once, page by page, and then nothing", async () => {
    const started = await start();
    const whole = await idsOf(started);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await idsOf(started, `page=${page}&count=4`));
    expect(whole).toHaveLength(9);
    expect(pages.map((page) => page.length)).toEqual([4, 4, 1, 0]);
    expect(pages.flat()).toEqual(whole);
  });

  test("adds nothing in meta", async () => {
    expect((await list(await start())).body.meta).toEqual([]);
  });

  test.each(["", "page=0&count=0", "page=x&count=y", "page=-1&count=-5", "page=1.5&count=1e400"])(
    "reads nonsense like '%s' as the first page",
    async (query) => {
      const started = await start();
      expect(await idsOf(started, query)).toEqual(await idsOf(started));
    },
  );

  const shown: [state: InstallState, isShown: boolean][] = [
    ["uninstalled", false],
    ["pending", false],
    ["active", true],
    ["freezed", true],
  ];
  test.each(shown)("shows a Location whose link is %s: %s", async (state, isShown) => {
    const started = await start();
    await reach(started, state);
    expect((await idsOf(started)).includes(100)).toBe(isShown);
    expect(await idsOf(started, undefined, 201)).not.toContain(100);
  });

  test("shows a Location once even if it connects again", async () => {
    const started = await start();
    const listed = { location_id: 109, application_id: 200 };
    const before = await idsOf(started);
    await grant({ owner: started.stranger }, listed);
    await confirm(started, listed);
    const after = await idsOf(started);
    expect(after).toHaveLength(before.length);
    expect(new Set(after)).toEqual(new Set(before));
  });

  test("returns seeded Locations unchanged, for that application alone", async () => {
    const started = await start();
    const given = { id: 7, title: "Ātrums", timezone: 5.5, phones: ["1", "2"], booking_widget_promo: null };
    await seed(started, [given, { title: "Second" }]);
    const { data } = (await list(started)).body;
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject(given);
    expect(data[1]).toMatchObject({ title: "Second", public_title: "Second" });
    expect(await idsOf(started, undefined, 201)).toHaveLength(9);
  });

  test("gives Locations that are seeded for two applications ids of their own", async () => {
    const started = await start();
    const first = await seed(started, [{ title: "First" }]);
    const second = await seed(started, [{ title: "Second" }], 201);
    expect(second.body.items[0]?.id).not.toBe(first.body.items[0]?.id);
    expect((await list(started)).body.data).toMatchObject([{ title: "First" }]);
    expect((await seed(started, [{ title: "Again" }])).body.items[0]?.id).toBe(first.body.items[0]?.id);
  });

  test.each([{}, { country_id: 4 }, { city_id: 7 }])(
    "shows Locations whose country, city and time zone fit each other: seeded with %j",
    async (given) => {
      const started = await start();
      const { data: cities } = (await started.partner.get<V1Envelope>("/cities")).body;
      const { data: countries } = (await started.partner.get<V1Envelope>("/countries")).body;
      await seed(
        started,
        Array.from({ length: 30 }, () => given),
      );
      const { data: locations } = (await list(started)).body;
      expect(locations).toHaveLength(30);
      for (const location of locations) {
        expect(location).toMatchObject(given);
        expect(cities).toContainEqual({ id: location.city_id, country_id: location.country_id, title: location.city });
        expect(countries).toContainEqual(expect.objectContaining({ id: location.country_id, title: location.country }));
        const zone = { timeZone: String(location.timezone_name), timeZoneName: "longOffset" } as const;
        const offsets = ["2026-01-01", "2026-07-01"].map((day) => {
          const [, hours = 0, minutes = 0] =
            /GMT(?:([+-]\d\d):(\d\d))?/.exec(new Intl.DateTimeFormat("en", zone).format(new Date(day))) ?? [];
          return Number(hours) + Number(minutes) / 60;
        });
        expect(offsets).toContain(location.timezone);
      }
    },
  );

  test("keeps the owner's own Locations when others are seeded", async () => {
    const started = await start();
    await reach(started, "active");
    await seed(started, [{ id: 7 }]);
    expect(new Set(await idsOf(started))).toEqual(new Set([100, 7]));
  });

  test("shows only Locations whose status reads active", async () => {
    const started = await start();
    await seed(started, [{ id: 7 }, { title: "Second" }]);
    for (const application of [200, 201]) {
      for (const id of await idsOf(started, undefined, application)) {
        const { body } = await started.partner.get(`/marketplace/salon/${String(id)}/application/${application}`);
        expect(body, String(id)).toMatchObject({ data: { connection_status: { status: "active" } } });
      }
    }
  });

  test("is empty after an empty seed", async () => {
    const started = await start();
    await seed(started, []);
    expect(await idsOf(started)).toEqual([]);
  });

  test("has next_slot with forBooking=1 alone, and is valid with and without it", async () => {
    const operation = loadOperations().find(({ id }) => id === "listConnectedLocations");
    if (!operation) throw new Error("there is no operation listConnectedLocations");
    const started = await start();
    await seed(started, [{ title: "Seeded" }, { title: "Later", next_slot: "2026-04-01T10:00:00+02:00" }]);
    await reach(started, "active");
    for (const query of [{}, { forBooking: "0" }, { forBooking: "1" }]) {
      const { status, body } = await list(started, new URLSearchParams({ page: "1", count: "9", ...query }).toString());
      expect(validate(operation, { direction: "response", part: "body", status, query }, body)).toEqual([]);
    }
  });

  test("returns a seeded next_slot, and otherwise the same time tomorrow", async () => {
    const started = await start();
    await seed(started, [{ title: "First", next_slot: "2026-04-01T10:00:00+02:00" }, { title: "Second" }]);
    const { body } = await list(started, "page=1&count=9&forBooking=1");
    expect(body.data.map(({ next_slot }) => next_slot)).toEqual(["2026-04-01T10:00:00+02:00", "2026-03-03T09:00:00Z"]);
  });
});
