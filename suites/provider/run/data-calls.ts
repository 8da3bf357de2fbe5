import type { Choices } from "../../../harness/requests.ts";

/** Days that every platform has to show: few, since how many may be asked for is not told, and past. */
const someDays = { from: "2026-01-05", till: "2026-01-09" };

/** The data calls by operation: how each is made for a Location. */
export const dataCalls: Record<string, (location_id: number) => Choices> = {
  listCalls: (salon_id) => ({ body: { salon_id, date_from: someDays.from, date_to: someDays.till } }),
  listClients: (location_id) => ({ path: { location_id } }),
};
