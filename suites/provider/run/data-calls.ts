import type { Choices } from "../../../harness/requests.ts";

/** A range of days in which things happen at a Location. */
export const year = { from: "2026-01-01", till: "2026-12-31" };

/** The data calls by operation: how each is made for a Location. */
export const dataCalls: Record<string, (location_id: number) => Choices> = {
  listCalls: (salon_id) => ({ body: { salon_id, date_from: year.from, date_to: year.till } }),
  listClients: (location_id) => ({ path: { location_id } }),
};
